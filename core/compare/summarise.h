// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <cstddef>
#include <span>
#include <string>

namespace patchscale {

/// How the claims of a document came out.
struct ClaimCounts
{
    int agrees = 0;
    int rounded = 0;
    int signFlipped = 0;
    int wrong = 0;
    int unverifiable = 0;

    [[nodiscard]] int total() const
    {
        return agrees + rounded + signFlipped + wrong + unverifiable;
    }
};

/// Counts the verdicts of @p claims.
ClaimCounts countClaims(std::span<const Claim> claims);

/// Orders the rows of a judged group, counts its verdicts, takes its geometric mean and writes its sentence.
void summarise(ComparisonGroup& group);

/// The answer in one sentence: what the total did and which rows made it, or the counts where there is no total.
std::string sentenceOf(const ComparisonGroup& group);

/// "12 tests: 4 worse, 2 better, 6 same; 2 of 18 claims wrong".
std::string statusLine(const VerdictCounts& counts, const ClaimCounts& claims);

/// statusLine() of a whole comparison.
std::string statusLine(const Comparison& comparison);

/// One sentence over all groups: the group's own, or whether the machines and scenarios agree.
std::string headline(const Comparison& comparison);

}
