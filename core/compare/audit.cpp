// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/audit.h"

#include "core/compare/claim_fit.h"
#include "core/compare/claim_subject.h"
#include "core/compare/figures.h"

#include <cmath>
#include <format>

namespace patchscale {
namespace {

std::string pairText(const ClaimPair& pair)
{
    return std::format("{} -> {}", valueText(pair.baseline), valueText(pair.candidate));
}

void settle(Claim& claim, const ClaimOutcome& outcome)
{
    claim.computed = outcome.computed;
    claim.verdict = outcome.verdict;
    claim.reason = outcome.reason;
}

/// A claim about the whole: it holds when the totals bear it out, as they are or counted from the candidate back.
void auditWhole(const std::vector<ClaimPair>& totals, Claim& claim)
{
    if (totals.empty()) {
        claim.reason = "the document has no total that this could speak of";
        return;
    }
    std::string list;
    for (const bool isInverse : {false, true}) {
        std::size_t fitting = 0;
        ClaimOutcome first;
        for (const auto& total : totals) {
            auto pair = total;
            if (isInverse) {
                std::swap(pair.baseline, pair.candidate);
                std::swap(pair.baselineHalfUnit, pair.candidateHalfUnit);
            }
            const auto outcome = auditPair(claim, pair);
            if (outcome.verdict == ClaimVerdict::Agrees || outcome.verdict == ClaimVerdict::Rounded) {
                if (fitting == 0 || outcome.verdict == ClaimVerdict::Rounded) {
                    first = outcome;
                }
                ++fitting;
            }
            if (!isInverse) {
                list += (list.empty() ? "" : ", ") + outcome.computedText;
            }
        }
        if (fitting == 0) {
            continue;
        }
        settle(claim, first);
        if (isInverse) {
            claim.reason = "the baseline is that much away from the candidate; the totals changed by " + list;
        } else if (fitting < totals.size()) {
            claim.reason = std::format("true of {} of {} totals ({})", fitting, totals.size(), list);
        } else if (totals.size() > 1) {
            claim.reason = "the totals changed by " + list;
        }
        return;
    }
    claim.reason = "it does not say which value it speaks of, and no total fits: " + list;
}

}

void auditClaims(std::span<const Run> runs, std::vector<Claim>& claims)
{
    ClaimSubjects subjects(runs);
    for (auto& claim : claims) {
        claim.computed.reset();
        claim.verdict = ClaimVerdict::Unverifiable;
        claim.reason.clear();
        const auto pairs = subjects.find(claim);
        if (pairs.size() == 1) {
            settle(claim, auditPair(claim, pairs.front()));
            claim.baselineResult = pairs.front().baselineResult;
            claim.candidateResult = pairs.front().candidateResult;
            continue;
        }
        if (claim.test.empty()) {
            auditWhole(subjects.totals(), claim);
            continue;
        }
        // Several pairs bear the name: the one that fits is what the author speaks of.
        const ClaimPair* match = nullptr;
        ClaimOutcome best;
        for (const auto& pair : pairs) {
            auto outcome = auditPair(claim, pair);
            const bool isFit = outcome.verdict == ClaimVerdict::Agrees || outcome.verdict == ClaimVerdict::Rounded;
            if (isFit && (match == nullptr || outcome.verdict < best.verdict)) {
                match = &pair;
                best = std::move(outcome);
            }
        }
        if (match != nullptr) {
            settle(claim, best);
            claim.baselineResult = match->baselineResult;
            claim.candidateResult = match->candidateResult;
        } else if (pairs.empty()) {
            claim.reason = std::format("the document has no two values of {} to check it against", claim.test);
        } else {
            claim.reason = std::format("{} stands in {} places ({}, …) and none fits", claim.test, pairs.size(),
                                       pairText(pairs.front()));
        }
    }
}

}
