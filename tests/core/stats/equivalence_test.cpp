// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/equivalence.h"

#include "core/stats/ratio_interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <vector>

namespace patchscale {
namespace {

using Values = std::vector<double>;

/// P(the sum of the ranks of @p b among all values is as high as seen, or higher), over all splits.
double bruteForceGreater(const Values& a, const Values& b)
{
    Values all = a;
    all.insert(all.end(), b.begin(), b.end());
    const auto rankSum = [&](const std::vector<bool>& isB) {
        double sum = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (isB[i]) {
                sum += static_cast<double>(std::ranges::count_if(all, [&](double other) { return other < all[i]; }));
            }
        }
        return sum;
    };
    std::vector<bool> split(all.size(), false);
    std::fill(split.begin() + static_cast<std::ptrdiff_t>(a.size()), split.end(), true);
    const double seen = rankSum(split);
    double total = 0;
    double extreme = 0;
    do {
        ++total;
        extreme += rankSum(split) >= seen ? 1 : 0;
    } while (std::ranges::next_permutation(split).found);
    return extreme / total;
}

Values times(const Values& values, double factor)
{
    Values scaled(values.size());
    std::ranges::transform(values, scaled.begin(), [factor](double value) { return value * factor; });
    return scaled;
}

TEST(Equivalence, OfMeansIsTheLargerOfTwoOneSidedWelchTests)
{
    // Equal means 100, deviation 1, 10 a side, margin 2 %: against 98 and against 102 the difference is 2. Standard
    // errors √(0.98² + 1)/√10 and √(1.02² + 1)/√10 = 0.45172; t = 4.4275 with 17.99 degrees, one-sided p = 0.000163.
    const MeanSummary side {.mean = 100, .stddev = 1, .count = 10};
    const auto p = equivalenceOfMeans(side, side, 0.02);
    ASSERT_TRUE(p);
    EXPECT_NEAR(*p, 0.000163, 2e-6);
}

TEST(Equivalence, OfMeansIsNotGivenBeyondTheMargin)
{
    const MeanSummary before {.mean = 100, .stddev = 1, .count = 10};
    const MeanSummary after {.mean = 102, .stddev = 1, .count = 10};
    EXPECT_NEAR(equivalenceOfMeans(before, after, 0.02).value(), 0.5, 1e-9); // on the margin itself
    EXPECT_GT(equivalenceOfMeans(before, after, 0.01).value(), 0.9);
    EXPECT_LT(equivalenceOfMeans(before, after, 0.05).value(), 1e-4);
}

TEST(Equivalence, OfMeansNeedsASpread)
{
    const MeanSummary one {.mean = 100, .stddev = 0, .count = 1};
    const MeanSummary none {.mean = 100, .stddev = 0, .count = 5};
    const MeanSummary zero {.mean = 0, .stddev = 1, .count = 5};
    EXPECT_FALSE(equivalenceOfMeans(one, none, 0.01));
    EXPECT_FALSE(equivalenceOfMeans(none, none, 0.01));
    EXPECT_FALSE(equivalenceOfMeans(zero, zero, 0.01));
}

TEST(Equivalence, OfSamplesAgreesWithBruteForceOverAllSplits)
{
    std::mt19937_64 random(11);
    std::normal_distribution<double> noise(100, 2);
    RankTests tests;
    for (int round = 0; round < 20; ++round) {
        Values a(5);
        Values b(4 + static_cast<std::size_t>(round) % 3);
        std::ranges::generate(a, [&] { return noise(random); });
        std::ranges::generate(b, [&] { return noise(random); });
        const double above = bruteForceGreater(times(a, 0.97), b);
        const double below = bruteForceGreater(b, times(a, 1.03));
        const double expected = std::max(above, below);
        const double p = equivalenceOfSamples(a, b, 0.03, tests);
        // Beyond the middle one-sided p of a discrete test is 1 - p of the other side + what is equal: only small p,
        // which decide, are compared exactly.
        if (expected < 0.5) {
            EXPECT_NEAR(p, expected, 1e-12);
        } else {
            EXPECT_GE(p, 0.4);
        }
    }
}

TEST(Equivalence, OfSamplesGoesWithTheIntervalOfTheRatio)
{
    std::mt19937_64 random(5);
    std::normal_distribution<double> noise(100, 0.8);
    RankTests tests;
    int inside = 0;
    for (int round = 0; round < 200; ++round) {
        Values a(10);
        Values b(10);
        std::ranges::generate(a, [&] { return noise(random); });
        std::ranges::generate(b, [&] { return noise(random); });
        const auto ratio = ratioInterval(a, b, 0.95, tests);
        const bool isInside = ratio->interval->first > -0.01 && ratio->interval->second < 0.01;
        inside += isInside ? 1 : 0;
        EXPECT_EQ(isInside, equivalenceOfSamples(a, b, 0.01, tests) <= 0.025);
    }
    EXPECT_GT(inside, 10);
    EXPECT_LT(inside, 190);
}

}
}
