// SPDX-License-Identifier: GPL-3.0-or-later
// First half of aligning: which runs are sides of one comparison.
#pragma once

#include "core/base/result.h"
#include "core/compare/compare.h"
#include "core/compare/side_pairs.h"

#include <span>
#include <string>
#include <vector>

namespace patchscale {

/// Runs of one benchmark on one machine under the same parameters: a baseline and one candidate. One of the two has no
/// runs where the other found no partner.
struct RunPair
{
    std::string benchmark;
    std::string machine;
    Parameters parameters;
    RunSide baseline;
    RunSide candidate;
    std::vector<std::string> warnings;
};

struct RunPairs
{
    std::vector<RunPair> pairs;
    std::vector<std::string> warnings; ///< about runs that stand in no pair
};

/// Sorts @p runs into pairs by benchmark, machine and parameters, by the documents of @p sources, and by role or by the
/// labels of @p spec. Fails with Usage when a named variant does not exist or no pair has both sides.
Result<RunPairs> pairRuns(std::span<const Run> runs, const ComparisonSpec& spec, const Job& job,
                          const RunSources& sources);

}
