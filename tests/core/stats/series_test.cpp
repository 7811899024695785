// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/series.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

using namespace patchscale;

using Places = std::vector<std::size_t>;

TEST(Trend, OfARisingSeries)
{
    // ten values, each 1 more: S = 45, variance 10 · 9 · 25 / 18 = 125, z = 44 / √125 = 3.9355, p = 8.30e-5
    const std::vector<double> values {100, 101, 102, 103, 104, 105, 106, 107, 108, 109};
    const auto trend = trendOf(values);
    ASSERT_TRUE(trend);
    EXPECT_NEAR(trend->change, 9 / 104.5, 1e-12);
    EXPECT_NEAR(trend->p, 8.30e-5, 0.01e-5);
}

TEST(Trend, OfAFallingSeriesIsNegative)
{
    const std::vector<double> values {109, 108, 107, 106, 105, 104, 103, 102};
    EXPECT_LT(trendOf(values)->change, 0);
}

TEST(Trend, CountsTies)
{
    // 1 1 2 2 3 3 4 4: 24 rising pairs; variance (8·7·21 - 4 · 2·1·9) / 18 = 61.33, z = 23 / 7.832 = 2.937, p = 0.00332
    const std::vector<double> values {1, 1, 2, 2, 3, 3, 4, 4};
    EXPECT_NEAR(trendOf(values)->p, 0.00332, 0.00002);
}

TEST(Trend, IsNoneWhereNothingMovesOrTooLittleIsKnown)
{
    EXPECT_EQ(trendOf(std::vector<double>(9, 5.0))->p, 1);
    EXPECT_FALSE(trendOf(std::vector<double> {1, 2, 3, 4, 5, 6, 7}));
    EXPECT_FALSE(trendOf(std::vector<double>(9, 0.0)));
}

TEST(Outliers, AreFarFromTheMiddle)
{
    // median 100, MAD 1: 14.826 is the limit
    EXPECT_EQ(outliersOf(std::vector<double> {99, 101, 100, 115, 99, 101, 100}), (Places {3}));
    EXPECT_EQ(outliersOf(std::vector<double> {99, 101, 100, 114.5, 99, 101, 100}), Places {});
}

TEST(Outliers, AmongEqualValuesAreNotEveryOther)
{
    EXPECT_EQ(outliersOf(std::vector<double> {100, 100, 100, 100, 100.1}), Places {});
    EXPECT_EQ(outliersOf(std::vector<double> {100, 100, 100, 100, 101}), (Places {4}));
    EXPECT_EQ(outliersOf(std::vector<double> {1, 1, 1, 900}), Places {}); // too few to tell
}

TEST(TwoModes, AreFoundWhereAGapParts)
{
    const std::vector<double> values {100, 110, 101, 111, 100.5, 110.5, 100.2, 110.1, 100.8, 110.7};
    const auto modes = twoModesOf(values);
    ASSERT_TRUE(modes);
    EXPECT_NEAR(modes->low, 100.5, 1e-9);
    EXPECT_NEAR(modes->high, 110.46, 1e-9);
    EXPECT_EQ(modes->lowCount, 5U);
    EXPECT_EQ(modes->highCount, 5U);
}

TEST(TwoModes, AreNotSeenInEvenlySpreadValuesNorInASingleOutlier)
{
    EXPECT_FALSE(twoModesOf(std::vector<double> {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    EXPECT_FALSE(twoModesOf(std::vector<double> {100, 100.1, 100.2, 100.3, 100.4, 100.5, 100.6, 100.7, 100.8, 200}));
    EXPECT_FALSE(twoModesOf(std::vector<double>(12, 3.0)));
}
