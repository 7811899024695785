// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/pairwise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace patchscale {
namespace {

std::vector<double> values(std::size_t count, unsigned seed, double unit)
{
    std::mt19937_64 random(seed);
    std::uniform_int_distribution<int> steps(-300, 300);
    std::vector<double> out(count);
    std::ranges::generate(out, [&] { return steps(random) * unit; });
    return out;
}

std::vector<double> sortedDifferences(const std::vector<double>& left, const std::vector<double>& right)
{
    std::vector<double> all;
    for (const double from : left) {
        for (const double value : right) {
            all.push_back(value - from);
        }
    }
    std::ranges::sort(all);
    return all;
}

TEST(PairwiseDifferences, AreThoseOfTheSortedList)
{
    // Few and many on each side, with ties and without: listed below 4097 pairs, searched above.
    std::vector<double> memory;
    for (const double unit : {1.0, 0.37}) {
        for (const std::size_t left : {1U, 3U, 64U, 200U}) {
            for (const std::size_t right : {1U, 5U, 64U, 65U, 150U}) {
                const auto a = values(left, 1, unit);
                const auto b = values(right, 2, unit * 1.01);
                const auto expected = sortedDifferences(a, b);
                PairwiseDifferences differences(a, b, memory);
                for (const std::size_t part : {50U, 51U, 2U, 97U, 0U, 100U, 51U}) {
                    const auto place = std::min(expected.size() - 1, expected.size() * part / 100);
                    EXPECT_EQ(differences.at(place), expected[place]) << left << " × " << right << " at " << place;
                }
            }
        }
    }
}

TEST(PairwiseDifferences, OfEqualValuesAreZeroEverywhere)
{
    const std::vector<double> same(100, 2.5);
    std::vector<double> memory;
    PairwiseDifferences differences(same, same, memory);
    EXPECT_EQ(differences.at(0), 0);
    EXPECT_EQ(differences.at(9999), 0);
}

}
}
