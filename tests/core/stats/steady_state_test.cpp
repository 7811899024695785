// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/steady_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace patchscale {
namespace {

using Values = std::vector<double>;

/// 100, 101, 100, 99 and again: a level of 100 with little noise and no trend.
double ripple(std::size_t place)
{
    constexpr double kSteps[] = {0, 1, 0, -1}; // NOLINT(modernize-avoid-c-arrays)
    return 100 + kSteps[place % 4];
}

Values rippling(std::size_t count)
{
    Values values;
    for (std::size_t i = 0; i < count; ++i) {
        values.push_back(ripple(i));
    }
    return values;
}

/// Values that depend on the one before them: x = level × (1 + e), e = @p factor × e before + noise.
Values autoregressive(std::size_t count, double factor, double deviation, std::mt19937_64& random)
{
    std::normal_distribution<double> noise(0, deviation * std::sqrt(1 - factor * factor));
    double error = std::normal_distribution<double>(0, deviation)(random);
    Values values;
    for (std::size_t i = 0; i < count; ++i) {
        values.push_back(100 * (1 + error));
        error = factor * error + noise(random);
    }
    return values;
}

TEST(SteadyPart, IsAllOfASeriesThatKeepsItsLevel)
{
    const auto part = steadyPart(rippling(40));
    ASSERT_TRUE(part);
    EXPECT_EQ(part->begin, 0U);
    EXPECT_EQ(part->end, 40U);
}

TEST(SteadyPart, LeavesTheWarmUpOut)
{
    auto values = rippling(40);
    for (std::size_t i = 0; i < 10; ++i) {
        values[i] = 50 + 5 * static_cast<double>(i); // rises to the level within ten values
    }
    const auto part = steadyPart(values);
    ASSERT_TRUE(part);
    EXPECT_EQ(part->begin, 10U);
    EXPECT_EQ(part->end, 40U);
}

TEST(SteadyPart, LeavesTheTailOut)
{
    auto values = rippling(40);
    values[38] = 60;
    values[39] = 20;
    const auto part = steadyPart(values);
    ASSERT_TRUE(part);
    EXPECT_EQ(part->begin, 0U);
    EXPECT_EQ(part->end, 38U);
}

TEST(SteadyPart, GroupsFiveValuesOfALongSeries)
{
    auto values = rippling(200);
    for (std::size_t i = 0; i < 28; ++i) {
        values[i] = 40;
    }
    const auto part = steadyPart(values);
    ASSERT_TRUE(part);
    EXPECT_EQ(part->begin, 30U); // the end of the group that the warm-up ends in
    EXPECT_EQ(part->end, 200U);
}

TEST(SteadyPart, CutsAtMostHalf)
{
    Values values;
    for (std::size_t i = 0; i < 40; ++i) {
        values.push_back(static_cast<double>(i)); // never steady
    }
    const auto part = steadyPart(values);
    ASSERT_TRUE(part);
    EXPECT_LE(part->begin, 20U);
    EXPECT_FALSE(levelMove(values)->isSteady());
}

TEST(SteadyPart, SaysNothingOfAShortSeries)
{
    EXPECT_FALSE(steadyPart(rippling(kFewestSeriesValues - 1)));
    EXPECT_TRUE(steadyPart(rippling(kFewestSeriesValues)));
}

TEST(LevelMove, TakesTheSlopeThroughFiveRounds)
{
    // Rounds 98, 99, 100, 101, 102: excursion 4 of 100, the line rises by 1 a round.
    const Values values {98, 99, 100, 101, 102};
    const auto move = levelMove(values);
    ASSERT_TRUE(move);
    EXPECT_NEAR(move->excursion, 0.04, 1e-12);
    EXPECT_NEAR(move->slope, 0.04, 1e-12);
    EXPECT_TRUE(move->isSteady());
}

TEST(LevelMove, IsNotSteadyBeyondTheBoundsOfSnia)
{
    EXPECT_FALSE(levelMove(Values {94, 97, 100, 103, 106})->isSteady()); // slope 12 %
    EXPECT_FALSE(levelMove(Values {100, 100, 121, 100, 100})->isSteady()); // excursion 21 / 104.2, beyond 20 %
    EXPECT_TRUE(levelMove(Values {100, 100, 119, 100, 100})->isSteady());
    EXPECT_FALSE(levelMove(Values {1, 2, 3, 4}));
    EXPECT_FALSE(levelMove(Values {-2, -1, 0, 1, 2}));
}

TEST(SeriesMean, HasTheErrorOfIndependentValuesWhereTheyAreIndependent)
{
    // 1 and 3 in turn are less alike than chance would have it: the error is that of 40 independent values of deviation
    // √(40 / 39), with the 19 degrees of 20 stretches, whose own means are all 2.
    Values values;
    for (std::size_t i = 0; i < 20; ++i) {
        values.push_back(1);
        values.push_back(3);
    }
    const auto summary = seriesMean(values);
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->count, 20);
    EXPECT_DOUBLE_EQ(summary->mean, 2);
    const double error = std::sqrt(40.0 / 39) / std::sqrt(1 - 1.0 / 40) / std::sqrt(40.0);
    EXPECT_NEAR(summary->stddev / std::sqrt(20.0), error, 1e-12);
}

TEST(SeriesMean, CountsFewerWhereNeighboursAreAlike)
{
    // Each value stands four times: 480 values tell as much as 120 at most, so that the error is twice that of repeats.
    std::mt19937_64 random(2);
    std::normal_distribution<double> noise(100, 1);
    Values values;
    for (std::size_t i = 0; i < 120; ++i) {
        values.insert(values.end(), 4, noise(random));
    }
    const auto summary = seriesMean(values);
    ASSERT_TRUE(summary);
    const double repeats = summarize(values).stddev / std::sqrt(480.0);
    EXPECT_GT(summary->stddev / std::sqrt(summary->count), 1.7 * repeats);
}

TEST(SeriesMean, IsNotGivenOfASeriesThatOnlyRises)
{
    Values values;
    for (std::size_t i = 0; i < 60; ++i) {
        values.push_back(static_cast<double>(i));
    }
    EXPECT_FALSE(seriesMean(values));
    EXPECT_FALSE(seriesMean(Values {1, 2, 3, 4, 5}));
}

TEST(SeriesMean, KnowsTheErrorOfAnAutocorrelatedMean)
{
    // x follows 0.7 × the value before: the variance of the mean of n is (1 + 0.7)/(1 - 0.7) = 5.67 times that of
    // independent values. The intervals of 500 series must cover the level in about 95 %, those of plain s/√n do not.
    std::mt19937_64 random(7);
    int covered = 0;
    int plain = 0;
    int judged = 0;
    constexpr int kSeries = 500;
    for (int i = 0; i < kSeries; ++i) {
        const auto values = autoregressive(200, 0.7, 0.02, random);
        const auto naive = summarize(values);
        plain += std::abs(naive.mean - 100) <= 1.96 * naive.stddev / std::sqrt(200.0) ? 1 : 0;
        if (const auto summary = seriesMean(values)) {
            ++judged;
            const double reach = 2.2 * summary->stddev / std::sqrt(summary->count);
            covered += std::abs(summary->mean - 100) <= reach ? 1 : 0;
        }
    }
    EXPECT_GT(judged, kSeries * 8 / 10);
    EXPECT_GT(covered, judged * 93 / 100);
    EXPECT_LT(plain, kSeries * 70 / 100);
}

}
}
