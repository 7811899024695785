// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/rank_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace patchscale {
namespace {

struct Case
{
    const char* name;
    std::vector<double> a;
    std::vector<double> b;
    double u;
    double p; ///< by permutation over midranks, all splits counted
    double shift; ///< median of the pairwise differences a - b
    double delta; ///< Cliff's delta of a over b
};

const std::vector<Case>& cases()
{
    // Numbers from the test vectors of go-moremath and benchstat and two sets of our own; expected values from SciPy
    // 1.10 and R 4.2, the p values from a permutation over all splits.
    static const std::vector<Case> all {
        {"ties against a constant", {2, 1, 3, 5}, {1, 1, 1, 1, 1}, 17.5, 0.047619047619047616, 1.5, 0.75},
        {"ties in the middle", {2, 1, 3, 5}, {2, 2, 2, 2}, 10, 0.7142857142857143, 0.5, 0.25},
        {"apart", {2, 1, 3, 5}, {12, 11, 13, 15}, 0, 0.02857142857142857, -10, -1},
        {"overlapping", {2, 1, 3, 5}, {0, 4, 6, 7}, 5, 0.4857142857142857, -2, -0.375},
        {"ten each with ties",
         {3069, 3075, 3069, 3067, 3207, 3064, 3064, 3058, 3059, 3062},
         {3075, 3065, 3059, 3065, 3060, 3081, 3186, 3135, 3087, 3062},
         39.5,
         0.4461018857303687,
         -3,
         -0.21},
        {"an outlier that turns the mean around",
         {100.1, 100.3, 99.8, 100.0, 100.2, 99.9, 100.1, 100.0, 99.7, 180.0},
         {101.9, 102.2, 102.1, 101.8, 102.0, 102.3, 101.7, 102.1, 102.0, 101.9},
         10,
         0.0013747862045075667,
         -1.95,
         -0.8},
    };
    return all;
}

/// p by counting every choice of |a| values from both sets.
double bruteForceP(const std::vector<double>& a, const std::vector<double>& b)
{
    std::vector<double> all = a;
    all.insert(all.end(), b.begin(), b.end());
    const auto uOf = [&](const std::vector<bool>& isA) {
        double u = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = 0; j < all.size(); ++j) {
                if (isA[i] && !isA[j]) {
                    u += all[i] > all[j] ? 1 : all[i] < all[j] ? 0 : 0.5;
                }
            }
        }
        return u;
    };
    const double centre = static_cast<double>(a.size() * b.size()) / 2;
    std::vector<bool> isA(all.size(), false);
    std::fill_n(isA.begin(), a.size(), true);
    const double distance = std::abs(uOf(isA) - centre);
    int total = 0;
    int extreme = 0;
    do {
        ++total;
        extreme += std::abs(uOf(isA) - centre) >= distance - 1e-9 ? 1 : 0;
    } while (std::ranges::prev_permutation(isA).found);
    return static_cast<double>(extreme) / total;
}

TEST(RankTest, GivesTheExactPermutationP)
{
    RankTests tests;
    for (const auto& one : cases()) {
        const auto test = tests.mannWhitney(one.a, one.b);
        EXPECT_DOUBLE_EQ(test.u, one.u) << one.name;
        EXPECT_NEAR(test.p, one.p, 1e-12) << one.name;
        EXPECT_TRUE(test.isExact) << one.name;
        EXPECT_NEAR(tests.mannWhitney(one.b, one.a).p, one.p, 1e-12) << one.name << ", sides swapped";
    }
}

TEST(RankTest, AgreesWithBruteForceForSmallSets)
{
    RankTests tests;
    const std::vector<std::vector<double>> sets {{1}, {1, 2}, {2, 2, 3}, {1, 5, 5, 7}, {4, 4, 4, 4}, {0, 1, 2, 3, 9}};
    for (const auto& a : sets) {
        for (const auto& b : sets) {
            EXPECT_NEAR(tests.mannWhitney(a, b).p, bruteForceP(a, b), 1e-12) << a.size() << " and " << b.size();
        }
    }
}

TEST(RankTest, HasTheSmallestPossiblePForEachSize)
{
    // 2 / C(2n, n)
    RankTests tests;
    const std::array kSmallest {1.0, 2.0 / 6, 2.0 / 20, 2.0 / 70, 2.0 / 252, 2.0 / 924};
    for (std::size_t n = 1; n <= kSmallest.size(); ++n) {
        std::vector<double> a(n);
        std::vector<double> b(n);
        std::iota(a.begin(), a.end(), 0.0);
        std::iota(b.begin(), b.end(), 100.0);
        EXPECT_NEAR(tests.mannWhitney(a, b).p, kSmallest[n - 1], 1e-12) << n;
    }
}

TEST(RankTest, FindsNothingWhereAllValuesAreEqual)
{
    RankTests tests;
    const std::vector<double> same(5, 3.0);
    EXPECT_DOUBLE_EQ(tests.mannWhitney(same, same).p, 1.0);
    const std::vector<double> many(80, 3.0);
    EXPECT_DOUBLE_EQ(tests.mannWhitney(many, many).p, 1.0);
}

TEST(RankTest, ApproximatesLargeSetsNearTheExactValue)
{
    // The same shift at 60 (exact) and 61 (normal) values a side gives nearly the same p.
    const auto pOf = [](std::size_t n) {
        std::vector<double> a(n);
        std::vector<double> b(n);
        for (std::size_t i = 0; i < n; ++i) {
            a[i] = static_cast<double>(i);
            b[i] = static_cast<double>(i) + 0.1 * static_cast<double>(n) + 0.25;
        }
        RankTests tests;
        return tests.mannWhitney(a, b);
    };
    EXPECT_TRUE(pOf(60).isExact);
    EXPECT_FALSE(pOf(61).isExact);
    EXPECT_NEAR(pOf(60).p / pOf(61).p, 1.0, 0.15);
}

TEST(RankTest, TakesTheMedianOfPairwiseDifferencesAsShift)
{
    RankTests tests;
    for (const auto& one : cases()) {
        EXPECT_NEAR(tests.hodgesLehmann(one.a, one.b).estimate, -one.shift, 1e-9) << one.name;
    }
}

TEST(RankTest, BoundsTheShiftLikeRWithoutTies)
{
    // wilcox.test(a, b, conf.int = TRUE) in R 4.2.2 gives the shift a - b.
    RankTests tests;
    const auto four = tests.hodgesLehmann(std::array {2.0, 1.0, 3.0, 5.0}, std::array {12.0, 11.0, 13.0, 15.0});
    ASSERT_TRUE(four.interval);
    EXPECT_DOUBLE_EQ(four.interval->first, 6);
    EXPECT_DOUBLE_EQ(four.interval->second, 14);
    const std::array a {412003.1, 398877.5, 420110.9, 405560.2, 409934.8, 415577.7, 401234.5, 418899.0};
    const std::array b {407700.4, 411145.3, 399876.5, 421003.2, 403345.8, 416621.1, 409001.9, 395558.7};
    const auto eight = tests.hodgesLehmann(a, b);
    ASSERT_TRUE(eight.interval);
    EXPECT_NEAR(eight.interval->first, -11198.6, 1e-6);
    EXPECT_NEAR(eight.interval->second, 6686.3, 1e-6);
}

TEST(RankTest, TellsCliffsDeltaWithU)
{
    RankTests tests;
    for (const auto& one : cases()) {
        EXPECT_NEAR(tests.mannWhitney(one.a, one.b).delta, -one.delta, 1e-12) << one.name;
    }
}

TEST(RankTest, CountsTiesOfUnequalSidesLikeBruteForce)
{
    // One value against many, groups that lie on one side only, groups at both ends.
    RankTests tests;
    const std::vector<double> one {3};
    const std::vector<double> many {1, 1, 2, 3, 3, 3, 4, 8, 8};
    const std::vector<double> heap {8, 8, 8, 1, 1, 0};
    for (const auto& [a, b] :
         {std::pair(one, many), std::pair(many, one), std::pair(heap, many), std::pair(many, heap)}) {
        EXPECT_NEAR(tests.mannWhitney(a, b).p, bruteForceP(a, b), 1e-12) << a.size() << " and " << b.size();
    }
}

TEST(RankTest, BoundsTheShiftOfThousandsOfSamples)
{
    // 3000 and 3000 values one apart, shifted by 100: 9 million differences, their median is the shift. The interval
    // by the normal approximation lies 1.96 × sqrt(n²(2n + 1)/12) pairs from the middle; near it a step of the shift by
    // 1 passes n pairs, so the bounds are 1.96 × sqrt((2n + 1)/12) = 43.8 away.
    std::vector<double> a(3000);
    std::iota(a.begin(), a.end(), 0.0);
    auto b = a;
    for (double& value : b) {
        value += 100;
    }
    RankTests tests;
    const auto shift = tests.hodgesLehmann(a, b);
    EXPECT_DOUBLE_EQ(shift.estimate, 100);
    ASSERT_TRUE(shift.interval);
    EXPECT_NEAR(shift.interval->first, 100 - 43.8, 1.5);
    EXPECT_NEAR(shift.interval->second, 100 + 43.8, 1.5);
}

TEST(RankTest, GivesNoIntervalWhereItCannotCover)
{
    RankTests tests;
    EXPECT_FALSE(tests.hodgesLehmann(std::array {1.0, 2.0, 3.0}, std::array {4.0, 5.0, 6.0}).interval);
}

}
}
