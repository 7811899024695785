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

}
}
