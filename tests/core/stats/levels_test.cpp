// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/levels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <initializer_list>
#include <random>
#include <vector>

namespace patchscale {
namespace {

using testing::ElementsAre;

std::vector<LevelledValue> inOneRound(std::initializer_list<double> values)
{
    std::vector<LevelledValue> out;
    for (const double value : values) {
        out.push_back({.value = value});
    }
    return out;
}

/// One group a boot, one iteration a value.
std::vector<LevelledValue> inBoots(const std::vector<std::vector<double>>& boots)
{
    std::vector<LevelledValue> out;
    for (std::size_t boot = 0; boot < boots.size(); ++boot) {
        for (const double value : boots[boot]) {
            out.push_back({.value = value, .boot = static_cast<int>(boot)});
        }
    }
    return out;
}

TEST(Levels, OneLevelIsTheFiellerIntervalOfTheMeans)
{
    // Samples of benchstat's own test data; interval by Kalibera and Jones's formula, computed elsewhere.
    const auto old = inOneRound({1726, 1723, 1707, 1707, 1713, 1729, 1736, 1707, 1705, 1774});
    const auto now = inOneRound({1423, 1416, 1411, 1413, 1412, 1426, 1422, 1424, 1447, 1425});
    const auto ratio = ratioByLevels(old, now, 0.95);
    ASSERT_TRUE(ratio && ratio->interval && ratio->p);
    EXPECT_NEAR(ratio->change, 0.8253903755732281 - 1, 1e-12);
    EXPECT_NEAR(ratio->interval->first, 0.8170084018481514 - 1, 1e-12);
    EXPECT_NEAR(ratio->interval->second, 0.8338990643627895 - 1, 1e-12);
    EXPECT_EQ(ratio->baselineUnit, Level::Iteration);
    EXPECT_EQ(ratio->candidateUnits, 10);
    EXPECT_NEAR(*ratio->p, 3.209063053929594e-15, 1e-20); // R 4.2, t.test
}

TEST(Levels, TakesBootsAsUnitsWhereThereAreSeveral)
{
    // Boots with means 11 and 15: between them (11 - 13)² + (15 - 13)² = 8; within 2 and 2. T² of boots: 8 - 2/2.
    const auto mean = meanByLevels(inBoots({{10, 12}, {14, 16}}));
    EXPECT_EQ(mean.unit, Level::Boot);
    EXPECT_EQ(mean.summary.count, 2);
    EXPECT_DOUBLE_EQ(mean.summary.mean, 13);
    EXPECT_DOUBLE_EQ(mean.summary.stddev, std::sqrt(8));
    ASSERT_EQ(mean.levels.size(), 2U);
    EXPECT_EQ(mean.levels[0].level, Level::Boot);
    EXPECT_EQ(mean.levels[0].groups, 2U);
    EXPECT_DOUBLE_EQ(mean.levels[0].variance, 8);
    EXPECT_DOUBLE_EQ(mean.levels[0].component, 7);
    EXPECT_EQ(mean.levels[1].level, Level::Iteration);
    EXPECT_EQ(mean.levels[1].groups, 4U);
    EXPECT_DOUBLE_EQ(mean.levels[1].repeats, 2);
    EXPECT_DOUBLE_EQ(mean.levels[1].variance, 2);
    EXPECT_DOUBLE_EQ(mean.levels[1].component, 2);
}

TEST(Levels, ThreeLevelsAreTakenFromTheInsideOutwards)
{
    // Boot 0: rounds (1, 3) and (5, 7), means 2 and 6, mean 4. Boot 1: rounds (9, 11) and (9, 11), means 10 and 10.
    // Boots: 4 and 10, S² = 18. Rounds: squares 8 and 0 over 2 degrees, S² = 4. Iterations: S² = 2 each.
    // T² = 18 - 4/2 = 16, 4 - 2/2 = 3, 2.
    std::vector<LevelledValue> values;
    const std::array<std::array<double, 4>, 2> boots {{{1, 3, 5, 7}, {9, 11, 9, 11}}};
    for (int boot = 0; boot < 2; ++boot) {
        for (int i = 0; i < 4; ++i) {
            values.push_back({.value = boots.at(static_cast<std::size_t>(boot)).at(static_cast<std::size_t>(i)),
                              .boot = boot,
                              .round = i / 2});
        }
    }
    const auto mean = meanByLevels(values);
    EXPECT_DOUBLE_EQ(mean.summary.mean, 7);
    ASSERT_EQ(mean.levels.size(), 3U);
    EXPECT_DOUBLE_EQ(mean.levels[0].component, 16);
    EXPECT_DOUBLE_EQ(mean.levels[1].component, 3);
    EXPECT_DOUBLE_EQ(mean.levels[2].component, 2);
}

TEST(Levels, ALevelWithoutRepeatsIsPassedOver)
{
    // Three builds of one boot and one round each: the builds are the units, boots and rounds say nothing.
    std::vector<LevelledValue> values;
    for (int build = 0; build < 3; ++build) {
        for (const double value : {10.0, 12.0}) {
            values.push_back({.value = value + build, .build = build, .boot = build, .round = 4});
        }
    }
    const auto mean = meanByLevels(values);
    EXPECT_EQ(mean.unit, Level::Build);
    EXPECT_EQ(mean.summary.count, 3);
    EXPECT_DOUBLE_EQ(mean.summary.mean, 12);
    EXPECT_DOUBLE_EQ(mean.summary.stddev, 1);
    ASSERT_EQ(mean.levels.size(), 2U);
    EXPECT_EQ(mean.levels[1].level, Level::Iteration);
}

TEST(Levels, ABootWithMoreIterationsWeighsNoMore)
{
    // Boots 10 and 20; the second has three times as many values. Repeats: harmonic mean of 1 and 3.
    const auto mean = meanByLevels(inBoots({{10}, {19, 20, 21}}));
    EXPECT_DOUBLE_EQ(mean.summary.mean, 15);
    EXPECT_DOUBLE_EQ(mean.levels.at(1).repeats, 1.5);
    EXPECT_DOUBLE_EQ(mean.levels.at(1).variance, 1);
    EXPECT_DOUBLE_EQ(mean.levels.at(0).component, 50 - 1 / 1.5);
}

TEST(Levels, TwoBootsASideDecideByTheSpreadBetweenBoots)
{
    // Within boots the sides are far apart, between boots they are not: 2 and 2 boots with means 99, 101 and 101, 103.
    const auto before = inBoots({{98.9, 99.1}, {100.9, 101.1}});
    const auto after = inBoots({{100.9, 101.1}, {102.9, 103.1}});
    const auto ratio = ratioByLevels(before, after, 0.95);
    ASSERT_TRUE(ratio && ratio->interval && ratio->p);
    EXPECT_NEAR(ratio->change, 0.02, 1e-12);
    EXPECT_EQ(ratio->baselineUnit, Level::Boot);
    EXPECT_EQ(ratio->baselineUnits, 2);
    EXPECT_LT(ratio->interval->first, 0);
    EXPECT_GT(ratio->interval->second, 0);
    // Welch: t = 2 / sqrt(2/2 + 2/2) = sqrt 2 with 2 degrees; P(|t| > x) = 1 - x / sqrt(2 + x²) = 1 - 1/sqrt 2.
    EXPECT_NEAR(*ratio->p, 1 - std::sqrt(0.5), 1e-12);
}

TEST(Levels, EachSideIsTakenAtItsOwnUnit)
{
    const auto ratio = ratioByLevels(inBoots({{10, 12}, {14, 16}}), inOneRound({10, 12, 14, 16}), 0.95);
    ASSERT_TRUE(ratio);
    EXPECT_EQ(ratio->baselineUnit, Level::Boot);
    EXPECT_EQ(ratio->candidateUnit, Level::Iteration);
    EXPECT_EQ(ratio->candidateUnits, 4);
}

TEST(Levels, ASideWithOneValueHasNoRatio)
{
    EXPECT_FALSE(ratioByLevels(inOneRound({10}), inOneRound({10, 11}), 0.95));
    EXPECT_FALSE(ratioByLevels({}, inOneRound({10, 11}), 0.95));
    EXPECT_EQ(meanByLevels({}).summary.count, 0);
    EXPECT_EQ(meanByLevels(inOneRound({10})).summary.count, 1);
}

TEST(Levels, ValuesThatDoNotVaryHaveAnIntervalAndNoP)
{
    const auto ratio = ratioByLevels(inOneRound({10, 10}), inOneRound({11, 11}), 0.95);
    ASSERT_TRUE(ratio && ratio->interval);
    EXPECT_NEAR(ratio->interval->first, 0.1, 1e-12);
    EXPECT_NEAR(ratio->interval->second, 0.1, 1e-12);
    EXPECT_FALSE(ratio->p);
}

TEST(Levels, MediansOfUnitsKeepTheirOrder)
{
    const auto values = inBoots({{5, 1, 3}, {2, 4}});
    EXPECT_THAT(unitMedians(values, Level::Boot), ElementsAre(3, 3));
    EXPECT_THAT(unitMedians(values, Level::Iteration), ElementsAre(5, 1, 3, 2, 4));
    EXPECT_THAT(unitMedians(values, Level::Build), ElementsAre(3));
}

TEST(Levels, AdvisesRepeatsByCostAndSpread)
{
    // A boot costs 60 s, a round 10 s: sqrt(60/10 × 6/1) = 6 rounds a boot.
    EXPECT_EQ(advisedRepeats(6, 1, 10, 60, 100), 6);
    EXPECT_EQ(advisedRepeats(6.01, 1, 10, 60, 100), 7);
    EXPECT_EQ(advisedRepeats(0, 1, 10, 60, 100), 1); // repeats inside are all alike
    EXPECT_EQ(advisedRepeats(1, 0, 10, 60, 100), 100); // boots are all alike
    EXPECT_EQ(advisedRepeats(1e9, 1, 10, 60, 100), 100);
}

TEST(Levels, BootShiftsAreCoveredAsOftenAsStated)
{
    // Four boots a side that each shift by 1.5 %, ten iterations of 0.3 %: taken as 40 values, nearly all A/A pairs
    // would differ. By boots at most 5 % of 2000 may, with 3 standard deviations of that count on top.
    std::mt19937_64 random(11);
    std::normal_distribution<double> normal;
    const auto side = [&] {
        std::vector<LevelledValue> values;
        for (int boot = 0; boot < 4; ++boot) {
            const double shift = 1 + 0.015 * normal(random);
            for (int i = 0; i < 10; ++i) {
                values.push_back({.value = 1000 * shift * (1 + 0.003 * normal(random)), .boot = boot});
            }
        }
        return values;
    };
    int outside = 0;
    constexpr int kPairs = 2000;
    for (int i = 0; i < kPairs; ++i) {
        const auto before = side();
        const auto ratio = ratioByLevels(before, side(), 0.95);
        ASSERT_TRUE(ratio && ratio->interval);
        outside += ratio->interval->first > 0 || ratio->interval->second < 0 ? 1 : 0;
    }
    EXPECT_LE(outside, kPairs * 0.05 + 3 * std::sqrt(kPairs * 0.05 * 0.95));
    EXPECT_GE(outside, kPairs * 0.005);
}

}
}
