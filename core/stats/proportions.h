// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>

namespace patchscale {

/// Two shares of a whole, as a profile's samples give them.
struct ProportionTest
{
    double difference = 0; ///< share of the candidate less that of the baseline
    std::pair<double, double> interval; ///< of the difference: Newcombe's hybrid of Wilson's intervals (1998)
    double p = 1; ///< two-sided
    bool isExact = false; ///< Fisher's exact test, where fewer than 10 hits a side are expected; else the pooled z test
};

/// Whether @p candidateHits of @p candidateTotal is another share than @p baselineHits of @p baselineTotal. Counts of
/// independent samples: samples of one profile within one run see only part of the noise, which the caller has to say.
/// Nothing when a total is below 1, or hits are below 0 or above their total.
std::optional<ProportionTest> compareProportions(double baselineHits, double baselineTotal, double candidateHits,
                                                 double candidateTotal, double confidence = 0.95);

}
