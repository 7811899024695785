// SPDX-License-Identifier: GPL-3.0-or-later
// Equivalence: that two sides differ by less than a margin, which "no difference was seen" does not say.
#pragma once

#include "core/stats/rank_test.h"
#include "core/stats/summary.h"

#include <optional>
#include <span>

namespace patchscale {

/// p of the two one-sided tests (Schuirmann, A Comparison of the Two One-Sided Tests Procedure and the Power Approach,
/// J. Pharmacokinetics and Biopharmaceutics 15, 1987) that mean(candidate) / mean(baseline) lies within 1 ± @p margin:
/// the larger p of Welch's tests against (1 - margin) and (1 + margin) times the baseline. Small p: equivalent. Nothing
/// below two observations a side, where the baseline's mean is not positive, or where both deviations are 0.
std::optional<double> equivalenceOfMeans(const MeanSummary& baseline, const MeanSummary& candidate, double margin);

/// The same by ranks, where the sides differ by a factor only: the larger one-sided p of Mann-Whitney tests of the
/// candidate against the baseline times (1 - margin) and (1 + margin). Half of the two-sided p, so exact without ties;
/// at most 2.5 % where the 95 % interval of ratioInterval() lies within the margin. 1 for an empty side.
double equivalenceOfSamples(std::span<const double> baseline, std::span<const double> candidate, double margin,
                            RankTests& tests);

}
