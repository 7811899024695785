// SPDX-License-Identifier: GPL-3.0-or-later
// How a stated number fits two values. What counts as what:
// - agrees: the computed number lies within half a unit of the last printed digit of the stated one (of a range: of its
//   ends); "more than" and "up to" bind on one side only;
// - rounded: cut off instead of rounded (41 for 41.79); rounded up, by at most a tenth of it (12 for 11.2); within what
//   the printed digits of the two values leave open (0.08 -> 0.18 may be 106 to 147 %); or, with "about", within one
//   unit of the last printed digit or a tenth, whichever is more;
// - sign flipped: one of these fits the opposite sign where lower is better or no direction is known, since authors
//   count an improvement as positive; where higher is better only if the number is written without a sign;
// - wrong: anything else, also what fits by an unusual formula only (over the new value, over the mean, new as a
//   percentage of old, difference of percentages); the reason then names the formula.
#pragma once

#include "core/model/claim.h"
#include "core/model/run.h"

#include <optional>
#include <string>

namespace patchscale {

/// Two values that a claim may speak of.
struct ClaimPair
{
    double baseline = 0;
    double candidate = 0;
    double baselineHalfUnit = 0; ///< half a unit of the last digit that its column is printed with
    double candidateHalfUnit = 0;
    Better better = Better::Unknown;
    bool isPercentage = false; ///< the values themselves are percentages
    std::optional<ResultRef> baselineResult;
    std::optional<ResultRef> candidateResult;
};

/// What a claim turns out to be, held against one pair.
struct ClaimOutcome
{
    std::optional<double> computed;
    std::string computedText;
    ClaimVerdict verdict = ClaimVerdict::Unverifiable;
    std::string reason;
};

/// Checks @p claim against the two values of @p pair.
ClaimOutcome auditPair(const Claim& claim, const ClaimPair& pair);

}
