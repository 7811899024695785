// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/welch.h"

#include <gtest/gtest.h>

#include <array>

namespace patchscale {
namespace {

constexpr std::array kGobOld {3069.0, 3075.0, 3069.0, 3067.0, 3207.0, 3064.0, 3064.0, 3058.0, 3059.0, 3062.0};
constexpr std::array kGobNew {3075.0, 3065.0, 3059.0, 3065.0, 3060.0, 3081.0, 3186.0, 3135.0, 3087.0, 3062.0};

TEST(Welch, AgreesWithR)
{
    // t.test(a, b) in R 4.2.2
    const auto test = welch(summarize(kGobOld), summarize(kGobNew));
    ASSERT_TRUE(test);
    EXPECT_NEAR(test->t, -0.4185247059584141, 1e-12);
    EXPECT_NEAR(test->degrees, 17.864685203885312, 1e-9);
    EXPECT_NEAR(test->p, 0.6805519068287971, 1e-12);
}

TEST(Welch, WorksWhereOneSideDoesNotVary)
{
    // t = (2.75 - 1) / (1.707825 / 2), 3 degrees: p of R
    const auto test =
        welch(summarize(std::array {2.0, 1.0, 3.0, 5.0}), summarize(std::array {1.0, 1.0, 1.0, 1.0, 1.0}));
    ASSERT_TRUE(test);
    EXPECT_NEAR(test->degrees, 3.0, 1e-12);
    EXPECT_NEAR(test->p, 0.13284184055977563, 1e-12);
}

TEST(Welch, HasNothingToSayOfSingleValuesOrConstants)
{
    EXPECT_FALSE(welch({.mean = 1, .stddev = 0.1, .count = 1}, {.mean = 2, .stddev = 0.1, .count = 10}));
    EXPECT_FALSE(welch({.mean = 1, .stddev = 0, .count = 5}, {.mean = 2, .stddev = 0, .count = 5}));
}

TEST(Welch, BoundsTheRatioOfMeansLikeKaliberaAndJones)
{
    const auto interval = ratioOfMeansInterval(summarize(kGobOld), summarize(kGobNew));
    ASSERT_TRUE(interval);
    EXPECT_NEAR(interval->first, 0.9885015872927475, 1e-12);
    EXPECT_NEAR(interval->second, 1.0169795068405085, 1e-12);
    const auto wide = ratioOfMeansInterval(summarize(std::array {2.0, 1.0, 3.0, 5.0}),
                                           summarize(std::array {12.0, 11.0, 13.0, 15.0}));
    ASSERT_TRUE(wide);
    EXPECT_NEAR(wide->first, 2.2254076593077055, 1e-9);
    EXPECT_NEAR(wide->second, 392.7873861539266, 1e-6);
}

TEST(Welch, RefusesARatioOverAMeanThatMayBeZero)
{
    EXPECT_FALSE(ratioOfMeansInterval({.mean = 1, .stddev = 5, .count = 4}, {.mean = 2, .stddev = 0.1, .count = 4}));
    EXPECT_FALSE(ratioOfMeansInterval({.mean = -1, .stddev = 0.1, .count = 4}, {.mean = 2, .stddev = 0.1, .count = 4}));
}

}
}
