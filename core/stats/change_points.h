// SPDX-License-Identifier: GPL-3.0-or-later
// Where the level of a history changes: E-divisive (Matteson and James, A Nonparametric Approach for Multiple Change
// Point Analysis of Multivariate Data, JASA 2014) for one variable with distances |x - y|.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace patchscale {

/// The first value of a new level, and what lies on both sides of it up to the next change point.
struct ChangePoint
{
    std::size_t index = 0;
    double statistic = 0; ///< q of the segment that it split, see splitStatistic()
    double p = 1; ///< by permutation: (permutations with at least this q + 1) / (permutations + 1), so never 0
    double before = 0; ///< median of the level before
    double after = 0;

    /// after / before - 1; 0 when `before` is not positive.
    [[nodiscard]] double change() const;
};

struct ChangePointRule
{
    double alpha = 0.01; ///< the largest p of a change point
    int permutations = 199; ///< the smallest p is 1 / (permutations + 1)
    double leastChange = 0.01; ///< of the medians, as a fraction; a smaller step is no change point
    std::uint64_t seed = 1; ///< of the permutations: the same values give the same answer
};

/// Scaled energy distance between the first @p split values of a series and the rest: 2/(n+m)·ΣΣ|x-y| less
/// 2m/((n+m)(n-1))·Σ|x-x'| and 2n/((n+m)(m-1))·Σ|y-y'|, n and m being the sizes. 0 where a side is empty.
double splitStatistic(std::span<const double> values, std::size_t split);

/// Change points of @p values in their order. Each segment is split where q is largest, over all splits and all ends of
/// its second part, and kept when permutations of the segment reach that q rarely enough. Segments above 400 values are
/// searched in windows of 200 that overlap by half. Values must be finite; independent but for the level: a slow drift
/// shows as several points. At least 5 + 5 values are needed for p < 0.01, a single odd value is none.
std::vector<ChangePoint> changePoints(std::span<const double> values, const ChangePointRule& rule = {});

}
