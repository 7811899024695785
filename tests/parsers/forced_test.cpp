// SPDX-License-Identifier: GPL-3.0-or-later
// What a document is read as where the user has set its format.
#include "core/model/correction.h"
#include "parsers/read.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace patchscale;
using testing::Contains;
using testing::HasSubstr;

namespace {

constexpr std::string_view kTable = "Bandwidth with fio, larger is better:\n"
                                    "\n"
                                    "                 w/o patch     with patch    diff\n"
                                    "random read      8141.2MB/s    8497.1MB/s    +4.4%\n"
                                    "random write     1675.5MB/s    1501.5MB/s    -10.4%\n"
                                    "seq read         8229.4MB/s    8304.2MB/s    +0.9%\n"
                                    "\n";

ParsedDocument readAs(std::string_view text, std::vector<ForcedFormat> forced)
{
    const auto parsed = readDocument(text, Job {}, {}, forced);
    EXPECT_TRUE(parsed.has_value());
    return parsed.value_or(ParsedDocument {});
}

const Diagnostic* finding(const ParsedDocument& parsed, std::string_view code)
{
    const auto found = std::ranges::find(parsed.diagnostics, code, &Diagnostic::code);
    return found == parsed.diagnostics.end() ? nullptr : &*found;
}

}

TEST(ForcedFormat, ThatWouldReadTheTextAnywayChangesNothing)
{
    const auto plain = readAs(kTable, {});
    ASSERT_EQ(plain.formats.size(), 1U);
    EXPECT_TRUE(readAs(kTable, {{.format = plain.formats.front(), .span = {}}}) == plain);
}

TEST(ForcedFormat, ThatFindsNothingSaysSoAndReadsNothing)
{
    const auto parsed = readAs(kTable, {{.format = "unixbench", .span = {}}});
    EXPECT_TRUE(parsed.runs.empty());
    const auto* empty = finding(parsed, "forced-format-empty");
    ASSERT_NE(empty, nullptr);
    EXPECT_THAT(empty->message, HasSubstr("'unixbench'"));
    // The numbers are there, so that they are told as numbers that nothing reads.
    EXPECT_NE(finding(parsed, "unused-table"), nullptr);
}

TEST(ForcedFormat, NoneReadsNothingAndIsSilentAboutIt)
{
    const auto parsed = readAs(kTable, {{.format = std::string(kNoFormat), .span = {}}});
    EXPECT_TRUE(parsed.runs.empty());
    EXPECT_EQ(finding(parsed, "unused-table"), nullptr);
    EXPECT_EQ(finding(parsed, "forced-format-empty"), nullptr);
    ASSERT_EQ(parsed.blocks.size(), 1U);
    EXPECT_EQ(parsed.blocks.front().format, "");
}

TEST(ForcedFormat, NoneTakesWhatTheWordsStateWithIt)
{
    const auto stated = "This patch makes random write 11.5 % slower.\n\n" + std::string(kTable);
    ASSERT_FALSE(readAs(stated, {}).claims.empty());
    EXPECT_TRUE(readAs(stated, {{.format = std::string(kNoFormat), .span = {}}}).claims.empty());
}

TEST(ForcedFormat, OfSomeLinesLeavesTheOthersAlone)
{
    const auto twice =
        std::string(kTable) + "Some words in between, so that these are two tables.\n\n" + std::string(kTable);
    const auto plain = readAs(twice, {});
    const auto first = SourceSpan {.offset = 0, .length = kTable.size()};
    const auto parsed = readAs(twice, {{.format = std::string(kNoFormat), .span = first}});
    EXPECT_EQ(plain.runs.size(), 2 * parsed.runs.size());
    for (const auto& run : parsed.runs) {
        EXPECT_GT(run.span.offset, first.end());
    }
}

TEST(ForcedFormat, OfTwoSettingsTheLaterOneHolds)
{
    const auto plain = readAs(kTable, {});
    const auto& own = plain.formats.front();
    EXPECT_TRUE(readAs(kTable, {{.format = "unixbench", .span = {}}, {.format = own, .span = {}}}).runs == plain.runs);
}

TEST(ForcedFormat, SpansBehindCarriageReturnsAndQuoteMarksAreFound)
{
    std::string quoted;
    for (std::size_t at = 0; at < kTable.size();) {
        const auto end = kTable.find('\n', at);
        quoted += "> " + std::string(kTable.substr(at, end - at)) + "\r\n";
        at = end + 1;
    }
    const auto plain = readAs(quoted, {});
    ASSERT_FALSE(plain.blocks.empty());
    const auto parsed = readAs(quoted, {{.format = std::string(kNoFormat), .span = plain.blocks.front().span}});
    EXPECT_TRUE(parsed.runs.empty());
}

TEST(ForcedFormat, OffersAreTheBlocksOfAllFormats)
{
    const auto offers = offersIn(kTable, Job {});
    ASSERT_TRUE(offers.has_value());
    const auto plain = readAs(kTable, {});
    EXPECT_THAT(*offers, Contains(FormatOffer {.format = plain.formats.front(), .span = plain.blocks.front().span}));
}
