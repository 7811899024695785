// SPDX-License-Identifier: GPL-3.0-or-later
// The stacks behind a profile. Runs keep what they add up to; who draws them reads them again from the document.
#pragma once

#include "core/base/job.h"
#include "core/base/span.h"
#include "core/model/call_stacks.h"
#include "parsers/text/text.h"

#include <string>
#include <vector>

namespace patchscale::perf {

/// The stacks of one run: those of one event of a perf script, or one count of folded stacks.
struct RunStacks
{
    SourceSpan span; ///< of the block in the document, as the run has it
    std::string event; ///< of a perf script; empty for folded stacks
    std::size_t column = 0; ///< of folded stacks with two counts
    CallStacks stacks; ///< below the root the commands
};

/// All stacks of the document that @p text was made of, in the order of its runs.
std::vector<RunStacks> callStacksIn(const Text& text, const Job& job);

}
