// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <utility>

namespace patchscale {

/// A median and the samples between which that of the population lies.
struct MedianInterval
{
    double median = 0;
    std::optional<std::pair<double, double>> interval; ///< missing where too few samples reach the confidence
    double coverage = 0; ///< what the interval really covers, at least the confidence asked for; 0 without one

    /// The farther bound's distance from the median, as a fraction of it: 0.02 for "+-2 %". Nothing without an interval
    /// or when the median is not positive.
    [[nodiscard]] std::optional<double> reach() const;
};

/// Median of @p samples with the interval of at least @p confidence between two of them (order statistics, by the
/// binomial distribution; needs 6 samples for 95 %). Valid whatever the shape of the distribution; independent samples.
MedianInterval medianInterval(std::span<const double> samples, double confidence);

}
