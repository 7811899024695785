// SPDX-License-Identifier: GPL-3.0-or-later
// Documents that a broken copy ends within a row.
#include "parsers/read.h"

#include <algorithm>
#include <format>

#include <gtest/gtest.h>

using namespace patchscale;

namespace {

std::string table(std::string_view last)
{
    return std::format("Bandwidth with fio, larger is better:\n"
                       "\n"
                       "                 w/o patch     with patch\n"
                       "random read      8141.2 MB/s   8497.1 MB/s\n"
                       "seq read         8229.4 MB/s   {}",
                       last);
}

/// "seq read" of the patched side, and the severity of the remark about the end of the document.
struct Seen
{
    std::optional<double> value;
    std::optional<Severity> remark;

    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen seen(const std::string& bytes, std::string_view test, std::string_view variant)
{
    Seen out;
    const auto document = readDocument(bytes, Job {}).value_or(ParsedDocument {});
    for (const auto& run : document.runs) {
        EXPECT_FALSE(run.results.empty());
        for (const auto& result : run.results) {
            if (run.variant.label == variant && result.test == test) {
                out.value = result.value;
            }
        }
    }
    for (const auto& diagnostic : document.diagnostics) {
        if (diagnostic.code == "cut-number") {
            out.remark = diagnostic.severity;
        }
    }
    return out;
}

Seen seenInTable(std::string_view last)
{
    return seen(table(last), "seq read", "with patch");
}

std::string prose(std::string_view last)
{
    return std::format("UnixBench, Dhrystone 2 using register variables:\n\n"
                       "without patch, the score is 1776.9\nwith my first patch, the score is {}",
                       last);
}

}

TEST(CutEnd, ATableWithAllOfItsLastRowIsReadWithoutRemark)
{
    EXPECT_EQ(seenInTable("8304.2 MB/s\n"), (Seen {.value = 8304.2, .remark = {}}));
    EXPECT_EQ(seenInTable("8304.2 MB/s"), (Seen {.value = 8304.2, .remark = {}}));
}

TEST(CutEnd, TheBeginningOfANumberIsLeftOutWithAWarning)
{
    for (const auto* last : {"8", "83", "830", "8304"}) {
        EXPECT_EQ(seenInTable(last), (Seen {.value = {}, .remark = Severity::Warning})) << last;
    }
}

TEST(CutEnd, ANumberWhoseUnitIsMissingOrCutIsLeftOutWithAWarning)
{
    EXPECT_EQ(seenInTable("8304.2"), (Seen {.value = {}, .remark = Severity::Warning}));
    EXPECT_EQ(seenInTable("8304.2 "), (Seen {.value = {}, .remark = Severity::Warning}));
}

TEST(CutEnd, ProseIsHeldAgainstTheOtherVariants)
{
    EXPECT_EQ(seen(prose("17"), "Dhrystone 2 using register variables", "with my first patch"),
              (Seen {.value = {}, .remark = Severity::Warning}));
    EXPECT_EQ(seen(prose("1782.3"), "Dhrystone 2 using register variables", "with my first patch"),
              (Seen {.value = 1782.3, .remark = {}}));
    EXPECT_EQ(seen(prose("1782.3.\n"), "Dhrystone 2 using register variables", "with my first patch"),
              (Seen {.value = 1782.3, .remark = {}}));
}

TEST(CutEnd, WhereNothingTellsTheNumberStaysWithARemark)
{
    const std::string whole = "Seconds, smaller is better:\n\n         before  after\nmake         120    115\n"
                              "link          31     30";
    const auto last = seen(whole, "link", "after");
    EXPECT_EQ(last.value, 30);
    EXPECT_EQ(last.remark, Severity::Info);
    EXPECT_EQ(seen(whole + "\n", "link", "after").remark, std::nullopt);
}

TEST(CutEnd, NoCutOfATableGivesANumberThatIsNotInIt)
{
    const auto whole = table("8304.2 MB/s\n");
    for (std::size_t size = whole.find("random"); size < whole.size(); ++size) {
        const auto document = readDocument(whole.substr(0, size), Job {}).value_or(ParsedDocument {});
        for (const auto& run : document.runs) {
            for (const auto& result : run.results) {
                const bool isDoubted = std::ranges::any_of(document.diagnostics, [&](const Diagnostic& diagnostic) {
                    return diagnostic.code == "cut-number" && diagnostic.span == result.span;
                });
                EXPECT_TRUE(isDoubted
                            || std::ranges::contains(std::array {8141.2, 8497.1, 8229.4, 8304.2}, result.value))
                    << result.value << " of the first " << size << " bytes";
            }
        }
    }
}
