// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/paired_ratio.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace patchscale {
namespace {

TEST(PairedRatio, SeesAChangeThatTheSpreadBetweenPairsWouldHide)
{
    // Logarithms of 1.01 and 1.03: 0.00995033 and 0.02955880, mean 0.01975457, standard deviation 0.01386529, error
    // 0.00980424, t = 2.014903 with one degree: p = 1 - 2 / pi x atan(t) = 0.293281; quantile 12.706205.
    const auto ratio = pairedRatio(std::array {100.0, 1000.0}, std::array {101.0, 1030.0}, 0.95);
    ASSERT_TRUE(ratio);
    EXPECT_NEAR(ratio->change, std::expm1(0.01975457), 1e-8);
    EXPECT_NEAR(ratio->p, 0.293281, 1e-5);
    EXPECT_NEAR(ratio->deviation, 0.01386529, 1e-8);
    EXPECT_NEAR(ratio->interval.first, std::expm1(0.01975457 - 12.706205 * 0.00980424), 1e-6);
    EXPECT_NEAR(ratio->interval.second, std::expm1(0.01975457 + 12.706205 * 0.00980424), 1e-6);
}

TEST(PairedRatio, IsNotKnownWithoutTwoPairsOfPositiveValuesThatVary)
{
    EXPECT_FALSE(pairedRatio(std::array {100.0}, std::array {101.0}, 0.95));
    EXPECT_FALSE(pairedRatio(std::array {100.0, 100.0}, std::array {101.0, 102.0, 103.0}, 0.95));
    EXPECT_FALSE(pairedRatio(std::array {100.0, 0.0}, std::array {101.0, 102.0}, 0.95));
    EXPECT_FALSE(pairedRatio(std::array {100.0, 100.0}, std::array {101.0, -1.0}, 0.95));
    EXPECT_FALSE(pairedRatio(std::array {100.0, 100.0}, std::array {101.0, 101.0}, 0.95));
}

}
}
