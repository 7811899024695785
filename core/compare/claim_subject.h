// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/claim_fit.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace patchscale {

/// Finds the values that claims speak of. Keeps a view: the runs must outlive it.
class ClaimSubjects
{
public:
    explicit ClaimSubjects(std::span<const Run> runs);

    /// The pairs of values that @p claim may speak of: the one that its parser named, else all that bear its test's
    /// name and do not contradict it. Empty when it names no test.
    std::vector<ClaimPair> find(const Claim& claim);

    /// Pairs of scores over a suite, one for each machine and scenario; where the document has no scores, the pairs of
    /// runs that hold nothing but one value.
    const std::vector<ClaimPair>& totals();

private:
    [[nodiscard]] bool isValid(const ResultRef& ref) const;
    [[nodiscard]] const TestResult& result(const ResultRef& ref) const;
    [[nodiscard]] bool arePartners(const ResultRef& baseline, const ResultRef& candidate) const;
    [[nodiscard]] bool isCutOff(const ResultRef& ref) const;
    ClaimPair pairOf(const ResultRef& baseline, const ResultRef& candidate);
    int columnDecimals(const ResultRef& ref);
    std::vector<ClaimPair> pairsOf(const std::vector<ResultRef>& refs);

    std::span<const Run> m_runs;
    std::unordered_map<std::string, std::vector<ResultRef>> m_byTest; ///< by folded canonical name; filled when needed
    std::unordered_map<std::string, int> m_decimals; ///< by run, metric and unit
    std::optional<std::vector<ClaimPair>> m_totals;
};

}
