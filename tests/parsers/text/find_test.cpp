// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/find.h"

#include <gtest/gtest.h>

#include <string>

namespace patchscale {
namespace {

constexpr auto npos = std::string_view::npos;

TEST(FindText, FindsAWordAtEveryPlaceOfTextsOfEveryLength)
{
    const std::string word = "time elapsed";
    for (std::size_t size = word.size(); size < 100; ++size) {
        for (std::size_t place = 0; place + word.size() <= size; ++place) {
            std::string text(size, 't'); // the word's first letter everywhere
            text.replace(place, word.size(), word);
            EXPECT_EQ(findText(text, word), place) << size;
            EXPECT_EQ(findText(text, word, place), place) << size;
            EXPECT_EQ(findText(text, word, place + 1), npos) << size;
        }
    }
}

TEST(FindText, FindsTheFirstOfSeveral)
{
    const std::string text = std::string(30, '-') + "();();" + std::string(30, '-');
    EXPECT_EQ(findText(text, "()"), 30U);
    EXPECT_EQ(findText(text, "()", 31), 33U);
    EXPECT_EQ(findText(text, "()", 34), npos);
}

TEST(FindText, AWordThatIsCutOffIsNone)
{
    EXPECT_EQ(findText("it took 5 seconds time elapse", "time elapsed"), npos);
    EXPECT_EQ(findText("time", "time elapsed"), npos);
}

TEST(FindText, LooksNowhereBehindTheEnd)
{
    EXPECT_EQ(findText("abc", "c", 2), 2U);
    EXPECT_EQ(findText("abc", "c", 3), npos);
    EXPECT_EQ(findText("abc", "c", 4), npos);
    EXPECT_EQ(findText("abc", "", 3), 3U);
}

}
}
