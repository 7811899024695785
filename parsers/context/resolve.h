// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "parsers/format.h"

#include <vector>

namespace patchscale {

/// A block that won its place, with what its format read from it.
struct ReadBlock
{
    const Format* format = nullptr;
    Block block;
    ParsedBlock parsed;
};

/// Fills from the text around the blocks what the blocks leave open: variant, role, machine, parameters (command line,
/// scenario), direction, number of repeats. Blocks come in order of the text and see each other: two blocks with the
/// same tests are a pair, a machine heading holds until the next. What the words do not settle is marked as assumed,
/// and a diagnostic (code "assumed-role", "assumed-variant") says from what.
/// Prose claims that speak of no block ("drops by about 4% to 5%") are appended to @p claims.
void resolveContext(const Text& text, std::vector<ReadBlock>& blocks, std::vector<Claim>& claims,
                    std::vector<Diagnostic>& diagnostics, const Job& job);

}
