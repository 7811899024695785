// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/taken_lines.h"

#include "parsers/read.h"
#include "parsers/text/decode.h"

#include <gtest/gtest.h>

#include <array>
#include <format>
#include <string>

namespace patchscale {
namespace {

/// Twenty lines of four bytes.
Text twentyLines()
{
    std::string bytes;
    for (int i = 10; i < 30; ++i) {
        bytes += std::format("a{}\n", i);
    }
    std::vector<Diagnostic> diagnostics;
    return decodeText(bytes, diagnostics, {}).value();
}

TEST(TakenLines, EveryLineIsFreeWhereNothingIsTaken)
{
    EXPECT_EQ(TakenLines().firstFree(7), 7);
}

TEST(TakenLines, ABlockIsPassedOverUpToItsLastLines)
{
    const auto text = twentyLines();
    const TakenLines taken(text, std::array {SourceSpan {.offset = 8, .length = 40}}); // lines 2 to 11
    EXPECT_EQ(taken.firstFree(1), 1);
    EXPECT_EQ(taken.firstFree(2), 7);
    EXPECT_EQ(taken.firstFree(6), 7);
    EXPECT_EQ(taken.firstFree(7), 7);
    EXPECT_EQ(taken.firstFree(12), 12);
}

TEST(TakenLines, ALineThatIsTakenInPartIsFree)
{
    const auto text = twentyLines();
    const TakenLines taken(text, std::array {SourceSpan {.offset = 9, .length = 39}}); // from the middle of line 2
    EXPECT_EQ(taken.firstFree(2), 2);
    EXPECT_EQ(taken.firstFree(3), 7);
}

TEST(TakenLines, AShortBlockIsLookedAt)
{
    const auto text = twentyLines();
    const TakenLines taken(text, std::array {SourceSpan {.offset = 8, .length = 16}});
    EXPECT_EQ(taken.firstFree(2), 2);
}

TEST(TakenLines, SentencesAndTablesBesideABlockAreRead)
{
    std::string bytes = "throughput      before    after\n"
                        "small writes    512.5     640.0\n"
                        "large writes    812.5     940.0\n"
                        "\n";
    for (int i = 1; i <= 12; ++i) {
        bytes += std::format("{}.000000000,{},,cycles,100000000,100.00,,\n", i, 1000 + i);
    }
    bytes += "\nWithout the patch the score is 1776.9, with the patch it is 1820.4.\n";
    const auto document = readDocument(bytes, {});
    ASSERT_TRUE(document);
    ASSERT_EQ(document->blocks.size(), 3);
    EXPECT_EQ(document->blocks[0].format, "before-after-table");
    EXPECT_EQ(document->blocks[1].format, "perf-stat-csv");
    EXPECT_EQ(document->blocks[2].format, "prose");
}

}
}
