// SPDX-License-Identifier: GPL-3.0-or-later
// The room for comparing. align → reduce → estimate → judge → correct → summarise, one file each.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/compare/comparison.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace patchscale {

/// A comparison as a question; its answer is recomputed.
struct ComparisonSpec
{
    std::string baseline; ///< variant label; empty: by role
    std::vector<std::string> candidates; ///< variant labels; empty: all that are not the baseline
    std::string metric; ///< empty: each benchmark's own choice (UnixBench: index); "all": every metric
    double limit = 0.01; ///< the change that matters, as a fraction
    std::map<std::string, double> limits; ///< per test name, before `limit`
};

/// Lays @p runs side by side and judges each row. @p claims are audited on the way; their ResultRefs count in @p runs.
/// Pure: no store, no clock, no locale. Fails with Usage when a named variant does not exist (the hint lists those
/// that do) or a side is empty.
Result<Comparison> compare(std::span<const Run> runs, std::span<const Claim> claims, const ComparisonSpec& spec,
                           const Job& job);

}
