// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace patchscale {

/// What is known of a change that is not decided yet.
struct OpenChange
{
    double effect = 0; ///< the change as estimated so far, as a fraction
    double variation = 0; ///< standard deviation of one observation / its mean
    double limit = 0; ///< the change that matters
    double alpha = 0.05; ///< what p must reach for this change alone: smaller in a family of many
};

/// Observations needed on each side to settle @p change with 80 % power, if its effect is as estimated: to tell it from
/// 0 (two-sided), or where it is below the limit, to bring its 95 % interval within the limit, whichever needs fewer.
/// Normal approximation; at least so many that a rank test can reach alpha: 2 / C(2n, n), 4 for 0.05.
double observationsToSettle(const OpenChange& change);

/// Standard deviation of one observation that makes an interval of so many observations a side as wide as @p low … @p
/// high (changes): (log width)/2 over 1.96 × sqrt(1/n + 1/m). What outliers do to a standard deviation, they do not do
/// to the interval of a rank test.
double variationOf(double low, double high, double baselineCount, double candidateCount);

}
