// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/power.h"

#include <gtest/gtest.h>

#include <cmath>

namespace patchscale {
namespace {

TEST(Power, PlansObservationsForAnEffect)
{
    // 2 × (2.8016 × 0.03 / 0.02)² = 35.3
    EXPECT_DOUBLE_EQ(observationsToSettle({.effect = 0.02, .variation = 0.03, .limit = 0.01}), 36);
    EXPECT_DOUBLE_EQ(observationsToSettle({.effect = -0.02, .variation = 0.03, .limit = 0.01}), 36);
}

TEST(Power, PlansObservationsForEquivalenceWhereNothingChanges)
{
    // The interval has to fit into the limit: 2 × ((1.96 + 1.2816) × 0.01 / 0.01)² = 21.02; with an effect of 0.2 % on
    // the way, 2 × (3.2415 × 0.01 / 0.008)² = 32.8. To tell 0.8 % from 0 takes 2 × (2.8016 / 0.8)² = 24.5.
    EXPECT_DOUBLE_EQ(observationsToSettle({.effect = 0, .variation = 0.01, .limit = 0.01}), 22);
    EXPECT_DOUBLE_EQ(observationsToSettle({.effect = 0.002, .variation = 0.01, .limit = 0.01}), 33);
    EXPECT_DOUBLE_EQ(observationsToSettle({.effect = 0.008, .variation = 0.01, .limit = 0.01}), 25);
    EXPECT_TRUE(std::isinf(observationsToSettle({.effect = 0, .variation = 0.01, .limit = 0})));
}

TEST(Power, NeverPlansLessThanARankTestNeeds)
{
    // 2/C(2n,n): 0.0286 at 4, 0.0079 at 5, 0.0022 at 6.
    EXPECT_DOUBLE_EQ(observationsToSettle({.effect = 0.5, .variation = 0.001, .limit = 0.01}), 4);
    EXPECT_DOUBLE_EQ(observationsToSettle({.effect = 0.5, .variation = 0.001, .limit = 0.01, .alpha = 0.05 / 4}), 5);
    EXPECT_DOUBLE_EQ(observationsToSettle({.effect = 0.5, .variation = 0.001, .limit = 0.01, .alpha = 0.05 / 7}), 6);
}

TEST(Power, AVariationIsReadFromAnInterval)
{
    // Half the logarithmic width is 1.96 × 0.02 × sqrt(1/8 + 1/8) = 0.0196.
    const double half = 1.959963984540054 * 0.02 * 0.5;
    EXPECT_NEAR(variationOf(std::expm1(0.05 - half), std::expm1(0.05 + half), 8, 8), 0.02, 1e-12);
}

}
}
