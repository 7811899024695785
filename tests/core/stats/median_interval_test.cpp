// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/median_interval.h"

#include <gtest/gtest.h>

#include <vector>

namespace patchscale {
namespace {

std::vector<double> upTo(int last)
{
    std::vector<double> numbers;
    for (int i = last; i > 0; --i) {
        numbers.push_back(i);
    }
    return numbers;
}

TEST(MedianInterval, OfSixSamplesReachesFromTheLeastToTheGreatest)
{
    // All six on one side of the median: 2 / 2^6 = 3.125 %. With five: 2 / 2^5 = 6.25 %, too much.
    const auto six = medianInterval(upTo(6), 0.95);
    ASSERT_TRUE(six.interval);
    EXPECT_EQ(six.median, 3.5);
    EXPECT_EQ(six.interval->first, 1);
    EXPECT_EQ(six.interval->second, 6);
    EXPECT_NEAR(six.coverage, 0.96875, 1e-12);
    EXPECT_NEAR(*six.reach(), 2.5 / 3.5, 1e-12);

    const auto five = medianInterval(upTo(5), 0.95);
    EXPECT_EQ(five.median, 3);
    EXPECT_FALSE(five.interval);
    EXPECT_FALSE(five.reach());
}

TEST(MedianInterval, OfTwentySamplesCutsOffFiveAtEachEnd)
{
    // Sign test, n = 20: P(X <= 5) = 21700 / 2^20 = 2.07 %, P(X <= 6) = 60460 / 2^20 = 5.77 %.
    const auto twenty = medianInterval(upTo(20), 0.95);
    ASSERT_TRUE(twenty.interval);
    EXPECT_EQ(twenty.interval->first, 6);
    EXPECT_EQ(twenty.interval->second, 15);
    EXPECT_NEAR(twenty.coverage, 1 - 2 * 21700.0 / 1048576, 1e-12);
}

TEST(MedianInterval, HasNoRelativeReachAroundZero)
{
    EXPECT_FALSE(medianInterval(std::vector<double> {-3, -2, -1, 1, 2, 3}, 0.95).reach());
    EXPECT_FALSE(medianInterval({}, 0.95).interval);
}

}
}
