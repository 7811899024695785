// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/figures.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

TEST(Figures, WritesAChangeWithItsSign)
{
    EXPECT_EQ(changeText(0.0806), "+8.06 %");
    EXPECT_EQ(changeText(-0.115292), "-11.53 %");
    EXPECT_EQ(changeText(0.102, 1), "+10.2 %");
    EXPECT_EQ(sizeText(-0.0213, 1), "2.1 %");
}

TEST(Figures, ShowsASmallChangeThatTwoDigitsHide)
{
    EXPECT_EQ(exactChangeText(-0.0000088), "-0.0009 %");
    EXPECT_EQ(exactChangeText(0.0052), "+0.52 %");
    EXPECT_EQ(exactChangeText(0), "+0.00 %");
    EXPECT_EQ(exactChangeText(-8e-11), "-0.000000008 %");
    EXPECT_EQ(exactChangeText(-1e-16), "+0.00 %"); // 0.1 + 0.2 is no change of 0.3
}

TEST(Figures, WritesValuesAsTheyWereWritten)
{
    EXPECT_EQ(valueText(77295.8), "77295.8");
    EXPECT_EQ(valueText(3172), "3172");
    EXPECT_EQ(valueText(948326591.2), "948326591.2");
    EXPECT_EQ(valueText(0.01), "0.01");
    EXPECT_EQ(valueText(1.0 / 3), "0.333333");
    EXPECT_EQ(valueText(0.00001234567891), "1.23457e-05");
    EXPECT_EQ(valueText(1e300), "1e+300");
    EXPECT_EQ(valueText(-2.5), "-2.5");
}

TEST(Figures, WritesALimitAsShortAsItIs)
{
    EXPECT_EQ(limitText(0.01), "1 %");
    EXPECT_EQ(limitText(0.025), "2.5 %");
    EXPECT_EQ(limitText(0.07), "7 %");
}

TEST(Figures, ReadsAPercentage)
{
    EXPECT_DOUBLE_EQ(percentOf("2").value(), 0.02);
    EXPECT_DOUBLE_EQ(percentOf("0.5 %").value(), 0.005);
    EXPECT_DOUBLE_EQ(percentOf("0%").value(), 0);
    for (const auto* text : {"", "%", "-1", "much", "2 percent", "nan", "inf", "1e999"}) {
        EXPECT_FALSE(percentOf(text)) << text;
    }
}

TEST(Figures, CountsDecimals)
{
    EXPECT_EQ(decimalsOf(77295.8), 1);
    EXPECT_EQ(decimalsOf(257.714), 3);
    EXPECT_EQ(decimalsOf(3172), 0);
    EXPECT_EQ(decimalsOf(1.0 / 3), 6);
    EXPECT_EQ(decimalsOf(0), 0);
    EXPECT_EQ(decimalsOf(-0.25), 2);
    EXPECT_EQ(decimalsOf(0.1 + 0.2), 6); // 0.30000000000000004
    EXPECT_EQ(decimalsOf(123456789.123456), 6);
    EXPECT_EQ(decimalsOf(9007199254.25), 2); // where a millionth is no longer exact
    EXPECT_EQ(decimalsOf(1e300), 0);
}

TEST(Figures, ASpreadHasNoMoreDigitsThanItTells)
{
    EXPECT_EQ(spreadValueText(223670018.8494), "223670019");
    EXPECT_EQ(spreadValueText(1234.56789), "1234.57");
    EXPECT_EQ(spreadValueText(0.0432), "0.0432");
    EXPECT_EQ(spreadValueText(12.5), "12.5");
    EXPECT_EQ(spreadValueText(223670018), "223670018");
}

TEST(Figures, CountsInWordsUpToTwelve)
{
    EXPECT_EQ(countWord(0), "no");
    EXPECT_EQ(countWord(11), "eleven");
    EXPECT_EQ(countWord(13), "13");
    EXPECT_EQ(countText(1, "test", "tests"), "1 test");
    EXPECT_EQ(countText(2, "test", "tests"), "2 tests");
}

}
}
