// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace patchscale {

/// A shift between two sets of samples with its interval.
struct Shift
{
    double estimate = 0; ///< Hodges-Lehmann: median of all pairwise differences b - a
    std::optional<std::pair<double, double>> interval; ///< missing where too few samples reach the confidence
    double coverage = 0; ///< what the interval really covers, without ties; 0 without an interval
};

/// Outcome of the Mann-Whitney test.
struct MannWhitney
{
    double u = 0; ///< pairs in which a is greater than b, ties count a half
    double p = 1; ///< two-sided, by the distance of U from its mean
    double delta = 0; ///< Cliff's delta: P(b > a) - P(b < a), from -1 to 1
    bool isExact = true; ///< false: normal approximation with tie and continuity correction
};

/// Rank statistics of two sets of samples. Holds the distributions of U that it has computed, so that a comparison of
/// many rows of the same sizes pays for them once, and its working memory. Not to be shared between threads.
class RankTests
{
public:
    /// Mann-Whitney test by permutation over midranks, exact also with ties while sizes are at most 60 a side.
    MannWhitney mannWhitney(std::span<const double> a, std::span<const double> b);

    /// Hodges-Lehmann shift of @p b against @p a with its interval of at least @p confidence from the distribution of
    /// U. Above 4096 pairs the differences are searched, not listed, so that thousands of samples a side are no burden.
    Shift hodgesLehmann(std::span<const double> a, std::span<const double> b, double confidence = 0.95);

private:
    /// Both sides in one sequence by size, as groups of equal values.
    struct Ranking
    {
        std::vector<std::size_t> groups; ///< how many values are equal, ascending by value
        double u = 0;
        double tieTerm = 0; ///< sum of t³ - t over groups
        bool hasTies = false;
    };

    /// P(U <= u) for u = 0 … n1·n2 without ties.
    const std::vector<double>& cumulative(std::size_t n1, std::size_t n2);
    /// Fills m_ranking.
    void rank(std::span<const double> a, std::span<const double> b);
    /// Fills m_ways with how many choices of @p count values from the groups have each U, times @p scale.
    std::span<const double> waysOfU(std::span<const std::size_t> groups, std::size_t count, std::size_t scale);
    double exactWithTies(std::size_t n1, std::size_t n2);

    std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> m_cumulative;
    Ranking m_ranking;
    std::vector<double> m_sortedA;
    std::vector<double> m_sortedB;
    std::vector<double> m_ways;
    std::vector<double> m_differences;
};

}
