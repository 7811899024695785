// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/marks.h"

#include "parsers/format.h"
#include "parsers/text/decode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

std::vector<bool> found(const std::vector<std::string_view>& marks, std::string_view text)
{
    return MarkSearch(marks).in(text);
}

TEST(MarkSearch, FindsWordsWhereverTheyStand)
{
    EXPECT_EQ(found({"IOPS=", "usr=", "none"}, "usr=4%, sys=9%\nread: IOPS="), (std::vector {true, true, false}));
    for (std::size_t before = 0; before < 20; ++before) {
        for (std::size_t behind = 0; behind < 9; ++behind) {
            const auto text = std::string(before, 'x') + "mark" + std::string(behind, 'y');
            EXPECT_EQ(found({"mark", "marks"}, text), (std::vector {true, false})) << text;
        }
    }
}

TEST(MarkSearch, TellsWordsApartThatBeginAlike)
{
    EXPECT_EQ(found({"Running in ", "Running with ", "Run summary"}, "Running Running with 4"),
              (std::vector {false, true, false}));
}

TEST(MarkSearch, FindsNothingInATextThatEndsWithinAWord)
{
    EXPECT_EQ(found({"policy:"}, "policy"), (std::vector {false}));
    EXPECT_EQ(found({"Act:"}, "Act"), (std::vector {false}));
    EXPECT_EQ(found({"Act:"}, ""), (std::vector {false}));
}

TEST(MarkSearch, CaseCounts)
{
    EXPECT_EQ(found({"Runtime"}, "runtime RUNTIME"), (std::vector {false}));
}

TEST(FormatMarks, AreLongEnoughToBeSearched)
{
    for (const auto* format : allFormats()) {
        for (const auto mark : format->marks()) {
            EXPECT_GE(mark.size(), MarkSearch::kShortest) << format->id() << ": " << mark;
        }
    }
}

/// The documents of the tests, those that are shipped, and those of an optional folder beside the source tree.
std::vector<fs::path> documents()
{
    const fs::path source = PATCHSCALE_SOURCE_DIR;
    std::vector<fs::path> out;
    for (const auto& folder :
         {source / "tests" / "corpus", source / "resources" / "samples", source / ".." / "shared" / "samples"}) {
        if (!fs::exists(folder)) {
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            if (entry.is_regular_file() && entry.path().extension() != ".tsv") {
                out.push_back(entry.path());
            }
        }
    }
    return out;
}

TEST(FormatMarks, StandInEveryDocumentInWhichAFormatFindsSomething)
{
    std::size_t texts = 0;
    for (const auto& path : documents()) {
        std::ifstream in(path, std::ios::binary);
        const std::string bytes(std::istreambuf_iterator<char>(in), {});
        std::vector<Diagnostic> diagnostics;
        const auto text = decodeText(bytes, diagnostics, {});
        if (!text) {
            continue; // no text
        }
        ++texts;
        for (const auto* format : allFormats()) {
            const auto marks = format->marks();
            const bool isShown = marks.empty()
                || std::ranges::any_of(marks, [&](std::string_view mark) { return text->view().contains(mark); });
            if (!isShown) {
                std::vector<Block> blocks;
                format->find(*text, blocks, {});
                EXPECT_TRUE(blocks.empty()) << format->id() << " finds a block in " << path;
            }
        }
    }
    EXPECT_GT(texts, 20);
}

}
}
