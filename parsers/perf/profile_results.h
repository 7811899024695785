// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/profile_names.h"
#include "core/model/run.h"
#include "parsers/perf/stack_profile.h"
#include "parsers/text/text.h"

#include <cstdint>
#include <string_view>

namespace patchscale::perf {

/// What the shares of a profile are shares of.
enum class ProfileWeight : std::uint8_t {
    Weights, ///< the periods of the samples
    Stacks, ///< the samples
    Counts, ///< what folded stacks are counted in: samples or periods
};

/// A total of a whole profile, as it is written at @p span: "samples" or "event count".
TestResult profileTotal(std::string_view metric, double value, SourceSpan span);

/// The totals that perf prints above a table, as results; @p samples may end in K or M, where perf cut it.
void addProfileTotals(const Text& text, std::string_view samples, std::string_view events, Run& run);

/// The shares of @p profile as a run: "self" and "children" in percent. No share is printed in the text, so that each
/// has the span of the place where its symbol stands first; so have the totals.
Run profileRun(const StackProfile& profile, std::string_view benchmark, ProfileWeight weight, SourceSpan span);

}
