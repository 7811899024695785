// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/line_index.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

TEST(LineIndex, CountsLinesAndColumnsFromOne)
{
    const LineIndex index("ab\ncde\n");
    EXPECT_EQ(index.place({.offset = 0, .length = 2}), (SourcePlace {.line = 1, .column = 1, .length = 2}));
    EXPECT_EQ(index.place({.offset = 4, .length = 1}), (SourcePlace {.line = 2, .column = 2, .length = 1}));
    EXPECT_EQ(index.lineCount(), 2U);
}

TEST(LineIndex, CountsColumnsInCodePoints)
{
    const LineIndex index("\xE4\xB8\xBB\xE9\xA2\x98: \xC2\xB1 5"); // 主题: ± 5
    EXPECT_EQ(index.place({.offset = 11, .length = 1}), (SourcePlace {.line = 1, .column = 7, .length = 1}));
}

TEST(LineIndex, CountsAnInvalidByteAsOneCodePoint)
{
    const LineIndex index("12.5 \xB1 3"); // ISO 8859-1
    EXPECT_EQ(index.place({.offset = 7, .length = 1}), (SourcePlace {.line = 1, .column = 8, .length = 1}));
}

TEST(LineIndex, FindsColumnsFarToTheRightOfALongLine)
{
    // 100 000 times "±a" is two code points and three bytes each; the second line repeats it behind one "b".
    std::string line;
    for (int i = 0; i < 100'000; ++i) {
        line += "\xC2\xB1"
                "a";
    }
    const std::string text = line + "\nb" + line;
    const LineIndex index(text);
    EXPECT_EQ(index.place({.offset = 299'999, .length = 1}), (SourcePlace {.line = 1, .column = 200'000, .length = 1}));
    EXPECT_EQ(index.place({.offset = 300'001, .length = 3}), (SourcePlace {.line = 2, .column = 1, .length = 2}));
    EXPECT_EQ(index.place({.offset = 600'001, .length = 1}), (SourcePlace {.line = 2, .column = 200'001, .length = 1}));
}

TEST(LineIndex, PlacesAHundredThousandNumbersOfOneLineQuickly)
{
    // Counting each from the start of the line would be 5e11 steps.
    std::string line;
    for (int i = 0; i < 1'000'000; ++i) {
        line += "12345 ";
    }
    const LineIndex index(line);
    std::size_t columns = 0;
    for (std::size_t i = 0; i < 100'000; ++i) {
        columns += index.place({.offset = i * 60, .length = 5}).column;
    }
    // 1 + 61 + 121 + … = 100 000 + 60 × (0 + 1 + … + 99 999)
    EXPECT_EQ(columns, 100'000UL + 60UL * (99'999UL * 50'000UL));
}

}
}
