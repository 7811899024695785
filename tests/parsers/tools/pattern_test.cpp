// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/tools/pattern.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace patchscale::tools {
namespace {

TEST(Pattern, TakesNumbersWordsAndTexts)
{
    Holes at;
    ASSERT_TRUE(matches("  Time:   0.213 ", "Time: {n}", at));
    EXPECT_EQ(at[0], "0.213");
    ASSERT_TRUE(matches("LPUSH (for LRANGE): 7.5e+04 requests", "{t}: {n} requests", at));
    EXPECT_EQ(at[0], "LPUSH (for LRANGE)");
    EXPECT_EQ(at[1], "7.5e+04");
    ASSERT_TRUE(matches("a=b c", "{w}={w} {t}", at));
    EXPECT_EQ(at[0], "a");
    EXPECT_EQ(at[1], "b");
    EXPECT_EQ(at[2], "c");
}

TEST(Pattern, IsAboutTheWholeLine)
{
    EXPECT_FALSE(matches("Time: 0.213 0.198", "Time: {n}"));
    EXPECT_FALSE(matches("My Time: 0.213", "Time: {n}"));
    EXPECT_FALSE(matches("Time:", "Time: {n}"));
    EXPECT_FALSE(matches("Time: -", "Time: {n}"));
    EXPECT_FALSE(matches("", "{w}"));
}

TEST(Pattern, HoldsAPointAtTheEndOfASentenceForNoPartOfTheNumber)
{
    Holes at;
    ASSERT_TRUE(matches("took 12.", "took {n}.", at));
    EXPECT_EQ(at[0], "12");
}

TEST(Pattern, TakesLinearTimeOnWhatAlmostMatches)
{
    const std::string line(1 << 20, 'a');
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_FALSE(matches(line, "{t}a{t}a{t}a{t}a{t}a{t}ab{n}"));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST(WholeNumber, IsFiniteAndAllOfTheText)
{
    EXPECT_EQ(wholeNumber("-1.5e3"), -1500.0);
    EXPECT_EQ(wholeNumber("+2"), 2.0);
    EXPECT_FALSE(wholeNumber("nan"));
    EXPECT_FALSE(wholeNumber("inf"));
    EXPECT_FALSE(wholeNumber("1e999"));
    EXPECT_FALSE(wholeNumber("12 "));
    EXPECT_FALSE(wholeNumber(""));
}

}
}
