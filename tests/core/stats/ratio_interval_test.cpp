// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/ratio_interval.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace patchscale {
namespace {

constexpr std::array kLow {2.0, 1.0, 3.0, 5.0};
constexpr std::array kHigh {12.0, 11.0, 13.0, 15.0};

TEST(RatioInterval, IsTheMedianOfAllRatiosBetweenTheBoundsOfU)
{
    // The 16 ratios in order: 2.2 2.4 2.6 3 11/3 4 13/3 5 | 5.5 6 6.5 7.5 11 12 13 15; the middle is that of their
    // logarithms. P(U = 0) = 1/70 is below 2.5 %, P(U <= 1) = 2/70 is not: no more than the outermost ratio is cut off.
    RankTests tests;
    const auto four = ratioInterval(kLow, kHigh, 0.95, tests);
    ASSERT_TRUE(four);
    EXPECT_NEAR(four->ratio(), std::sqrt(5 * 5.5), 1e-12);
    ASSERT_TRUE(four->interval);
    EXPECT_NEAR(four->interval->first, 1.2, 1e-12);
    EXPECT_NEAR(four->interval->second, 14, 1e-12);
    EXPECT_NEAR(four->coverage, 1 - 2.0 / 70, 1e-12);
    EXPECT_NEAR(*four->reach(), 15 / std::sqrt(27.5) - 1, 1e-12);
}

TEST(RatioInterval, IsNarrowerAtALowerConfidence)
{
    // P(U <= 2) = 4/70 is 5.7 %, above 5 %; P(U <= 1) = 2/70 is below: two ratios are cut off at each end.
    RankTests tests;
    const auto four = ratioInterval(kLow, kHigh, 0.9, tests);
    ASSERT_TRUE(four && four->interval);
    EXPECT_NEAR(four->interval->first, 1.4, 1e-12);
    EXPECT_NEAR(four->interval->second, 12, 1e-12);
    EXPECT_NEAR(four->coverage, 1 - 4.0 / 70, 1e-12);
}

TEST(RatioInterval, TurnsAroundWithItsSides)
{
    RankTests tests;
    const auto there = ratioInterval(kLow, kHigh, 0.95, tests);
    const auto back = ratioInterval(kHigh, kLow, 0.95, tests);
    ASSERT_TRUE(there && back && there->interval && back->interval);
    EXPECT_NEAR(there->ratio() * back->ratio(), 1, 1e-12);
    EXPECT_NEAR((1 + there->interval->first) * (1 + back->interval->second), 1, 1e-12);
    EXPECT_NEAR((1 + there->interval->second) * (1 + back->interval->first), 1, 1e-12);
}

TEST(RatioInterval, CutsOffThirteenRatiosOfEightAndEight)
{
    // The critical value of U for 8 and 8 at 5 %, two-sided, is 13 (any table), so the bounds are the 14th ratios from
    // both ends. Sides 2^0 … 2^7 and 2^8 … 2^15 have 64 ratios 2^k; 2^1 … 2^4 make 1 + 2 + 3 + 4 = 10, 2^5 five more.
    std::vector<double> a;
    std::vector<double> b;
    for (int i = 0; i < 8; ++i) {
        a.push_back(std::ldexp(1, i));
        b.push_back(std::ldexp(1, i + 8));
    }
    RankTests tests;
    const auto eight = ratioInterval(a, b, 0.95, tests);
    ASSERT_TRUE(eight && eight->interval);
    EXPECT_NEAR(eight->ratio(), 256, 1e-9);
    EXPECT_NEAR(eight->interval->first, 31, 1e-9);
    EXPECT_NEAR(eight->interval->second, 2047, 1e-9);
    EXPECT_GE(eight->coverage, 0.95);
    EXPECT_LT(eight->coverage, 0.97);
}

TEST(RatioInterval, HasARatioButNoBoundsOfThreeSamples)
{
    RankTests tests;
    const auto three = ratioInterval(std::array {1.0, 1.0, 1.0}, std::array {2.0, 2.0, 2.0}, 0.95, tests);
    ASSERT_TRUE(three);
    EXPECT_NEAR(three->ratio(), 2, 1e-12);
    EXPECT_FALSE(three->interval);
    EXPECT_FALSE(three->reach());
    EXPECT_DOUBLE_EQ(three->coverage, 0);
}

TEST(RatioInterval, RefusesWhatHasNoRatio)
{
    RankTests tests;
    EXPECT_FALSE(ratioInterval({}, kLow, 0.95, tests));
    EXPECT_FALSE(ratioInterval(kLow, {}, 0.95, tests));
    EXPECT_FALSE(ratioInterval(kLow, std::array {1.0, 0.0}, 0.95, tests));
    EXPECT_FALSE(ratioInterval(std::array {-1.0}, kLow, 0.95, tests));
    EXPECT_FALSE(ratioInterval(std::array {std::numeric_limits<double>::infinity()}, kLow, 0.95, tests));
    EXPECT_FALSE(ratioInterval(std::array {std::numeric_limits<double>::quiet_NaN()}, kLow, 0.95, tests));
}

TEST(RatioInterval, NarrowsWithMoreSamplesAlsoWhereItIsApproximated)
{
    RankTests tests;
    double last = std::numeric_limits<double>::infinity();
    for (const int count : {5, 20, 60, 61, 200}) {
        std::vector<double> a;
        std::vector<double> b;
        for (int i = 0; i < count; ++i) {
            const double wave = 0.01 * (i * 7 % 11 - 5);
            a.push_back(100 * (1 + wave));
            b.push_back(103 * (1 + wave));
        }
        const auto found = ratioInterval(a, b, 0.95, tests);
        ASSERT_TRUE(found && found->reach()) << count;
        EXPECT_NEAR(found->ratio(), 1.03, 1e-9) << count;
        EXPECT_LE(*found->reach(), last * 1.05) << count;
        EXPECT_GE(found->coverage, 0.95) << count;
        last = *found->reach();
    }
    EXPECT_LT(last, 0.01);
}

TEST(RatioInterval, OfAGeometricMeanAddsIndependentErrors)
{
    // Logarithms 0.1 ± 0.03 and 0.3 ± 0.04: middle 0.2, half √(0.03² + 0.04²)/2 = 0.025.
    const std::array intervals {std::pair(std::expm1(0.07), std::expm1(0.13)),
                                std::pair(std::expm1(0.26), std::expm1(0.34))};
    const auto mean = geometricMeanInterval(intervals);
    ASSERT_TRUE(mean);
    EXPECT_NEAR(mean->first, std::expm1(0.175), 1e-12);
    EXPECT_NEAR(mean->second, std::expm1(0.225), 1e-12);
    EXPECT_FALSE(geometricMeanInterval({}));
    EXPECT_FALSE(geometricMeanInterval(std::array {std::pair(-1.0, 0.1)}));
}

}
}
