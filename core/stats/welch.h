// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/summary.h"

#include <optional>
#include <utility>

namespace patchscale {

/// Outcome of Welch's unequal-variance t test.
struct WelchTest
{
    double t = 0;
    double degrees = 0; ///< Welch-Satterthwaite
    double p = 1; ///< two-sided
};

/// Welch's test that two means are equal, from summaries (so also from a reported mean ± spread and n). Nothing below
/// two observations a side, or when both standard deviations are 0.
std::optional<WelchTest> welch(const MeanSummary& a, const MeanSummary& b);

/// Interval of mean(b) / mean(a) by Kalibera and Jones (Rigorous Benchmarking in Reasonable Time, ISMM 2013), the
/// Fieller form. Nothing when a mean is not positive, or when the spread of @p a is so large that the ratio is
/// unbounded.
std::optional<std::pair<double, double>> ratioOfMeansInterval(const MeanSummary& a, const MeanSummary& b,
                                                              double confidence = 0.95);

/// Half width of a t interval of the mean, divided by the standard error: the quantile of Student's t.
double studentQuantile(double probability, double degrees);

}
