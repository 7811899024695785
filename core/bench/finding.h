// SPDX-License-Identifier: GPL-3.0-or-later
// What the two sides of an experiment say about a kernel.
#pragma once

#include "core/bench/record.h"
#include "core/bench/until.h"
#include "core/stats/rank_test.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace patchscale {

/// The statement about a kernel. Minor: real, but smaller than the limit.
enum class FindingVerdict : std::uint8_t { Regressed, Improved, Minor, Unchanged, Undecided };

/// How findings are come by.
struct FindingPolicy
{
    double limit = 0.01; ///< the change that matters
    std::optional<Until> until; ///< looked at repeatedly
};

/// A kernel before and after.
struct Finding
{
    std::string kernel;
    std::string name;
    std::string mode;
    int copies = 1;
    std::string unit;
    double before = 0; ///< median
    double after = 0;
    std::size_t countBefore = 0;
    std::size_t countAfter = 0;
    std::optional<double> change; ///< Hodges-Lehmann: the median of all ratios after / before, less 1
    std::optional<std::pair<double, double>> interval; ///< 95 %, of the change; repeated looks are paid for
    std::optional<double> reach; ///< the farther bound's distance, relative
    FindingVerdict verdict = FindingVerdict::Undecided;
    std::optional<int> moreRounds; ///< what would settle it, where it is undecided
    std::string reason; ///< in words: "no change within ±1 %", "about 12 more rounds would settle it"
};

/// Judges @p after against @p before. Changed (Regressed, Improved, Minor) when the interval does not hold 0; Unchanged
/// when it holds 0 and is within ± the limit, or as narrow as `until` asks; else Undecided.
Finding judgeKernel(const KernelResult& before, const KernelResult& after, const FindingPolicy& policy,
                    RankTests& tests);

/// "Regressed".
std::string_view verdictWord(FindingVerdict verdict);

/// A change or a bound of one as people read it: "+1.23 %".
std::string percentText(double fraction);

}
