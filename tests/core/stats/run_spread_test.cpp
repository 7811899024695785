// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/run_spread.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace patchscale {
namespace {

TEST(RunSpread, PoolsGroupsByTheirDegrees)
{
    // Logarithms -d, 0, d: squares 2d² with 2 degrees; the pair 0, 2d: squares 2d² with 1. Pooled: 4d²/3.
    const double d = 0.01;
    RunSpread spread;
    spread.addRepeats(std::array {100 * std::exp(-d), 100.0, 100 * std::exp(d)});
    EXPECT_NEAR(spread.deviation(), d, 1e-15);
    spread.addRepeats(std::array {7.0, 7 * std::exp(2 * d)});
    EXPECT_EQ(spread.degrees(), 3);
    EXPECT_NEAR(spread.deviation(), d * std::sqrt(4.0 / 3), 1e-12);
}

TEST(RunSpread, ReachIsStudentsTimesTheErrorOfADifference)
{
    // 2 degrees, t = 4.302653; one run a side: sqrt 2; four runs a side: sqrt(1/2).
    RunSpread spread;
    spread.addRepeats(std::array {std::exp(-0.01), 1.0, std::exp(0.01)});
    EXPECT_NEAR(*spread.reach(0.95, 1, 1), std::expm1(4.302653 * 0.01 * std::sqrt(2.0)), 1e-8);
    EXPECT_NEAR(*spread.reach(0.95, 4, 4), std::expm1(4.302653 * 0.01 * std::sqrt(0.5)), 1e-8);
    // At the edge p is what the reach leaves.
    EXPECT_NEAR(*spread.pOf(*spread.reach(0.95, 1, 1), 1, 1), 0.05, 1e-9);
    EXPECT_NEAR(*spread.pOf(1 / (1 + *spread.reach(0.95, 1, 1)) - 1, 1, 1), 0.05, 1e-9);
    EXPECT_DOUBLE_EQ(*spread.pOf(0, 1, 1), 1);
}

TEST(RunSpread, KnowsNothingFromSingleOrUnusableValues)
{
    RunSpread spread;
    spread.addRepeats(std::array {1.0});
    spread.addRepeats(std::array {1.0, 0.0});
    spread.addRepeats(std::array {1.0, -2.0});
    spread.addRepeats(std::array {1.0, std::nan("")});
    EXPECT_EQ(spread.degrees(), 0);
    EXPECT_FALSE(spread.reach(0.95, 1, 1));
    EXPECT_FALSE(spread.pOf(0.1, 1, 1));
    spread.addRepeats(std::array {3.0, 3.0});
    EXPECT_FALSE(spread.pOf(0.1, 1, 1)); // no spread was seen: nothing can be said of a change
}

}
}
