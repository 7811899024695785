// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/summary.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace patchscale {
namespace {

TEST(Summary, TakesTheMeanOfTheTwoMiddleValuesForAnEvenMedian)
{
    EXPECT_DOUBLE_EQ(median(std::array {4.0, 1.0, 3.0, 2.0}), 2.5);
    EXPECT_DOUBLE_EQ(median(std::array {4.0, 1.0, 3.0}), 3.0);
    EXPECT_DOUBLE_EQ(median({}), 0.0);
}

TEST(Summary, DividesSquaresByOneLessThanTheCount)
{
    // mean 5, squares 9 1 1 1 0 0 4 16: 32 / 7
    EXPECT_NEAR(standardDeviation(std::array {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}), 2.138089935299395, 1e-15);
    EXPECT_DOUBLE_EQ(standardDeviation(std::array {3.0}), 0.0);
}

TEST(Summary, KeepsTheSpreadOfLargeNumbers)
{
    // One pass over squares loses everything here.
    EXPECT_NEAR(standardDeviation(std::array {1e9 + 1, 1e9 + 2, 1e9 + 3}), 1.0, 1e-9);
}

TEST(Summary, TakesTheGeometricMeanOfPositiveValuesOnly)
{
    EXPECT_NEAR(geometricMean(std::array {2.0, 8.0}).value(), 4.0, 1e-12);
    EXPECT_FALSE(geometricMean(std::array {2.0, 0.0}).has_value());
    EXPECT_FALSE(geometricMean({}).has_value());
    EXPECT_FALSE(geometricMean(std::array {1.0, std::numeric_limits<double>::infinity()}).has_value());
    // A plain product overflows.
    EXPECT_NEAR(geometricMean(std::array {1e200, 1e200, 1e200}).value() / 1e200, 1.0, 1e-12);
}

}
}
