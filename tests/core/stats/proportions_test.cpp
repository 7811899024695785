// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/proportions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace patchscale {
namespace {

TEST(Proportions, LargeCountsAreTestedByThePooledZ)
{
    // 200 of 1000 against 250 of 1000: pooled 0.225, z = 0.05 / sqrt(0.225 × 0.775 × 0.002) = 2.6774;
    // P(|Z| > 2.6774) = erfc(2.6774 / sqrt 2).
    const auto test = compareProportions(200, 1000, 250, 1000);
    ASSERT_TRUE(test);
    const double z = 0.05 / std::sqrt(0.225 * 0.775 * 0.002);
    EXPECT_DOUBLE_EQ(test->difference, 0.05);
    EXPECT_NEAR(test->p, std::erfc(z / std::sqrt(2.0)), 1e-12);
    EXPECT_FALSE(test->isExact);
    EXPECT_GT(test->interval.first, 0);
    EXPECT_GT(test->interval.second, 0.05);
}

TEST(Proportions, IntervalIsNewcombesHybrid)
{
    // Newcombe (1998), example (a): 56/70 less 48/80 is 0.2000 with 0.0524 to 0.3339.
    const auto test = compareProportions(48, 80, 56, 70);
    ASSERT_TRUE(test);
    EXPECT_NEAR(test->difference, 0.2, 1e-12);
    EXPECT_NEAR(test->interval.first, 0.0524, 5e-5);
    EXPECT_NEAR(test->interval.second, 0.3339, 5e-5);
}

TEST(Proportions, FewHitsAreTestedExactly)
{
    // The lady tasting tea: 3 of 4 against 1 of 4: (16 + 1 + 16 + 1) / 70.
    const auto tea = compareProportions(3, 4, 1, 4);
    ASSERT_TRUE(tea);
    EXPECT_TRUE(tea->isExact);
    EXPECT_NEAR(tea->p, 34.0 / 70, 1e-12);
    // All 5 hits of 10 + 10 on one side: 2 × C(10,5)/C(20,5) = 2 × 252 / 15504.
    const auto apart = compareProportions(0, 10, 5, 10);
    ASSERT_TRUE(apart);
    EXPECT_NEAR(apart->p, 504.0 / 15504, 1e-12);
    // The same of misses.
    EXPECT_NEAR(compareProportions(10, 10, 5, 10)->p, 504.0 / 15504, 1e-12);
}

TEST(Proportions, NothingOnBothSidesIsNoDifference)
{
    const auto none = compareProportions(0, 100000, 0, 90000);
    ASSERT_TRUE(none);
    EXPECT_DOUBLE_EQ(none->p, 1);
    EXPECT_EQ(none->difference, 0);
    EXPECT_DOUBLE_EQ(compareProportions(100, 100, 50, 50)->p, 1);
}

TEST(Proportions, RefusesWhatIsNoShare)
{
    EXPECT_FALSE(compareProportions(1, 0, 1, 10));
    EXPECT_FALSE(compareProportions(11, 10, 1, 10));
    EXPECT_FALSE(compareProportions(-1, 10, 1, 10));
    EXPECT_FALSE(compareProportions(std::nan(""), 10, 1, 10));
    EXPECT_FALSE(compareProportions(1, INFINITY, 1, 10));
}

}
}
