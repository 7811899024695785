// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace patchscale {

/// The runs of one variant that stand on one side, in the order in which they were given.
struct RunSide
{
    std::string label;
    std::vector<std::size_t> runs;
};

/// Runs that may be compared with each other, one entry a label.
struct RunSides
{
    std::vector<RunSide> baselines;
    std::vector<RunSide> candidates;
};

/// A baseline and a candidate; one of the two has no runs where it found no partner.
struct SidePair
{
    RunSide baseline;
    RunSide candidate;
    int occurrence = 0; ///< counts from 1 where the same variants measure the same tests more than once, else 0
};

/// Puts sides together. A table that holds both sides is a comparison of its own. Runs outside of such tables are
/// pooled when they can be repeats, and paired in their order when they are too far apart for that. A candidate meets
/// the baseline with which it shares most tests.
std::vector<SidePair> pairSides(std::span<const Run> runs, const RunSides& sides);

/// How many tests @p a and @p b have in common.
std::size_t sharedTests(std::span<const Run> runs, const RunSide& a, const RunSide& b);

}
