// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/change_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <span>
#include <vector>

namespace patchscale {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::size_t> placesOf(const std::vector<ChangePoint>& points)
{
    std::vector<std::size_t> places;
    for (const auto& point : points) {
        places.push_back(point.index);
    }
    return places;
}

std::vector<double> normal(std::size_t count, double mean, double deviation, unsigned seed)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> value(mean, deviation);
    std::vector<double> out(count);
    for (double& one : out) {
        one = value(random);
    }
    return out;
}

void append(std::vector<double>& to, const std::vector<double>& more)
{
    to.insert(to.end(), more.begin(), more.end());
}

// Series of the tests of a peer with the q and the places that it gives for them.
const std::vector<double> kHalved {1.02, 0.95, 0.99, 1.0,  1.12, 1.0, 1.01, 0.98, 1.01, 0.96,
                                   0.5,  0.51, 0.48, 0.48, 0.55, 0.5, 0.49, 0.51, 0.5,  0.49};
const std::vector<double> kShort {1.02, 0.95, 0.99, 1.0, 1.12, 0.9, 0.5, 0.51, 0.48, 0.48, 0.55};
const std::vector<double> kTwice {0.3,  2.4,   1.5,   -0.9,  -0.5,  99.7,  98.3,
                                  99.1, 149.0, 149.7, 149.5, 149.1, 148.8, 150.0};

TEST(ChangePoints, StatisticIsThatOfMattesonAndJames)
{
    const std::span<const double> window = std::span(kHalved).subspan(5, 10); // as the peer takes it
    EXPECT_NEAR(splitStatistic(window, 5), 2.29, 1e-12);
    EXPECT_NEAR(splitStatistic(kShort, 6), 2.3545454545454545, 1e-12);
    // By hand: {1, 3} against {7}: between 6 + 4 = 10, within 2 and nothing; 2/3·10 - 2·1/(3·1)·2 = 16/3.
    EXPECT_NEAR(splitStatistic(std::vector<double> {1, 3, 7}, 2), 16.0 / 3, 1e-12);
    EXPECT_EQ(splitStatistic(kShort, 0), 0);
    EXPECT_EQ(splitStatistic(kShort, kShort.size()), 0);
}

TEST(ChangePoints, FindsOneStep)
{
    const auto points = changePoints(kHalved);
    ASSERT_THAT(placesOf(points), ElementsAre(10));
    EXPECT_NEAR(points[0].statistic, splitStatistic(kHalved, 10), 1e-12);
    EXPECT_DOUBLE_EQ(points[0].p, 1.0 / 200); // no permutation reaches it
    EXPECT_DOUBLE_EQ(points[0].before, 1.0);
    EXPECT_DOUBLE_EQ(points[0].after, 0.5);
    EXPECT_DOUBLE_EQ(points[0].change(), -0.5);
    EXPECT_THAT(placesOf(changePoints(kShort)), ElementsAre(6));
}

TEST(ChangePoints, FindsTwoSteps)
{
    // Levels about 0.5, 99 and 149; nine values are too few for p < 0.01 at the first, so 5 % is allowed.
    EXPECT_THAT(placesOf(changePoints(kTwice, {.alpha = 0.05})), ElementsAre(5, 8));
}

TEST(ChangePoints, FindsTheStepOfALongSeriesInWindows)
{
    std::vector<double> values(300, 0.0);
    values.resize(600, 1.0);
    EXPECT_THAT(placesOf(changePoints(values)), ElementsAre(300));
}

TEST(ChangePoints, FindsStepsInLongNoise)
{
    auto values = normal(230, 100, 1, 1);
    append(values, normal(120, 103, 1, 2));
    append(values, normal(130, 98, 1, 3));
    const auto places = placesOf(changePoints(values, {.permutations = 99}));
    ASSERT_EQ(places.size(), 2U);
    EXPECT_NEAR(static_cast<double>(places[0]), 230, 3);
    EXPECT_NEAR(static_cast<double>(places[1]), 350, 3);
}

TEST(ChangePoints, KeepsQuietWhereNothingChanges)
{
    EXPECT_THAT(changePoints({}), IsEmpty());
    EXPECT_THAT(changePoints(std::vector<double> {1}), IsEmpty());
    EXPECT_THAT(changePoints(std::vector<double> {1, 1, 2, 2}), IsEmpty()); // 6 orders: p cannot be small
    EXPECT_THAT(changePoints(std::vector<double>(50, 3.0)), IsEmpty());
    EXPECT_THAT(changePoints(std::vector<double>(500, 3.0)), IsEmpty());
}

TEST(ChangePoints, OneOddValueIsNoLevel)
{
    auto values = normal(60, 100, 1, 4);
    values[30] = 55;
    EXPECT_THAT(changePoints(values), IsEmpty());
}

TEST(ChangePoints, StepsBelowTheLeastChangeAreDropped)
{
    auto values = normal(40, 100, 0.1, 5);
    append(values, normal(40, 100.5, 0.1, 6));
    EXPECT_THAT(changePoints(values), IsEmpty());
    EXPECT_THAT(placesOf(changePoints(values, {.leastChange = 0.001})), ElementsAre(40));
}

TEST(ChangePoints, FalseAlarmsAreAsRareAsStated)
{
    // 200 series of noise at 5 %: 10 expected, 3.1 standard deviation.
    int found = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        const auto values = normal(24, 100, 2, 100 + seed);
        found += changePoints(values, {.alpha = 0.05, .permutations = 99, .leastChange = 0}).empty() ? 0 : 1;
    }
    EXPECT_LE(found, 10 + 3 * 3.1);
    EXPECT_GE(found, 1);
}

}
}
