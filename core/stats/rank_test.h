// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    bool isExact = true; ///< false: normal approximation with tie and continuity correction
};

/// Rank statistics of two sets of samples. Holds the distributions of U that it has computed, so that a comparison of
/// many rows of the same sizes pays for them once. Not to be shared between threads.
class RankTests
{
public:
    /// Mann-Whitney test by permutation over midranks, exact also with ties while sizes are at most 60 a side.
    MannWhitney mannWhitney(std::span<const double> a, std::span<const double> b);

    /// Hodges-Lehmann shift of @p b against @p a with its interval of at least @p confidence from the distribution of
    /// U.
    Shift hodgesLehmann(std::span<const double> a, std::span<const double> b, double confidence = 0.95);

private:
    /// P(U <= u) for u = 0 … n1·n2 without ties.
    const std::vector<double>& cumulative(std::size_t n1, std::size_t n2);

    std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> m_cumulative;
};

/// Cliff's delta: P(b > a) - P(b < a), from -1 to 1.
double cliffsDelta(std::span<const double> a, std::span<const double> b);

}
