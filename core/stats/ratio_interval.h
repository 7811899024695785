// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/rank_test.h"

#include <optional>
#include <span>
#include <utility>

namespace patchscale {

/// How many times the baseline a candidate is, and between which bounds. All are changes, candidate / baseline - 1, so
/// that small ones keep their digits.
struct RatioInterval
{
    double change = 0; ///< Hodges-Lehmann on logarithms: the median of all ratios candidate / baseline, less 1
    std::optional<std::pair<double, double>> interval; ///< missing where too few samples reach the confidence
    double coverage = 0; ///< what the interval really covers, at least the confidence asked for; 0 without one

    /// candidate / baseline.
    [[nodiscard]] double ratio() const
    {
        return 1 + change;
    }

    /// The farther bound's distance from the ratio, as a fraction of it: 0.02 for "+-2 %". Nothing without an interval.
    [[nodiscard]] std::optional<double> reach() const;
};

/// Ratio of @p candidate to @p baseline with its interval of at least @p confidence, from the distribution of U (the
/// normal approximation above 60 samples a side). Valid where both sides differ by a factor only; needs 4 samples a
/// side for 95 %. Nothing when a side is empty or a sample is not a positive, finite number.
std::optional<RatioInterval> ratioInterval(std::span<const double> baseline, std::span<const double> candidate,
                                           double confidence, RankTests& tests);

/// Interval of the geometric mean of ratios from the intervals of each, all as changes: the middles' mean, and the half
/// widths (of logarithms) added as independent errors, √(Σ h²)/n. It speaks of these tests, not of others like them;
/// what all tests share, such as a boot, it does not see. Nothing for no intervals, or when one reaches -1.
std::optional<std::pair<double, double>> geometricMeanInterval(std::span<const std::pair<double, double>> intervals);

}
