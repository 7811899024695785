// SPDX-License-Identifier: GPL-3.0-or-later
// Second half of aligning: which results of a pair of runs belong in one row.
#pragma once

#include "core/compare/comparison.h"
#include "core/compare/pair_runs.h"

#include <span>
#include <string>
#include <vector>

namespace patchscale {

/// Results that are one row: the same test, parameters and metric. A side may have none, or several that are pooled.
struct MatchedRow
{
    std::string test;
    Parameters parameters;
    std::string metric;
    std::vector<RunResultRef> baseline;
    std::vector<RunResultRef> candidate;
};

/// Matches the results of @p pair over spellings, in the order in which they were given. @p metric is a metric's name,
/// "all", or empty for each benchmark's own choice.
std::vector<MatchedRow> matchRows(std::span<const Run> runs, const RunPair& pair, std::string_view metric);

}
