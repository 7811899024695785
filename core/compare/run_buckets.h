// SPDX-License-Identifier: GPL-3.0-or-later
// What pair_runs.h sorts runs into before it puts sides together.
#pragma once

#include "core/compare/compare.h"
#include "core/compare/side_pairs.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace patchscale {

/// Runs of one benchmark on one machine under the same parameters, in the order in which they were given.
struct RunBucket
{
    std::string benchmark;
    std::string foldedBenchmark;
    const Machine* machine = nullptr;
    Parameters parameters;
    std::optional<std::size_t> document; ///< whose runs these are; nothing where runs of several may be pooled
    RunSides sides;
    std::vector<RunSide> others; ///< without a role
    std::vector<std::string> warnings;

    [[nodiscard]] bool isLone() const
    {
        return sides.baselines.empty() != sides.candidates.empty();
    }
    [[nodiscard]] bool isWhole() const
    {
        return !sides.baselines.empty() && !sides.candidates.empty();
    }
};

struct SortedRuns
{
    std::vector<RunBucket> buckets;
    std::size_t failed = 0; ///< runs that ended in an error, which are in no bucket
};

/// Sorts @p runs into buckets, settles roles that are not told, and joins buckets of which each has one side only, when
/// nothing that both tell differs and nothing else could be meant. A document that has both sides of a benchmark keeps
/// its runs to itself; what is left without a partner may meet another document on the same machine.
SortedRuns sortRuns(std::span<const Run> runs, const ComparisonSpec& spec, const RunSources& sources);

/// A variant's label in a sentence: "'v2'", or "a variant without a name".
std::string quotedLabel(const std::string& label);

/// "copies (1 and 40)" for each parameter that both have with different values.
std::string parameterConflicts(const Parameters& a, const Parameters& b);

}
