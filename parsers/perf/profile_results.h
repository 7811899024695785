// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"
#include "parsers/perf/stack_profile.h"

#include <cstdint>
#include <string_view>

namespace patchscale::perf {

/// What the shares of a profile are shares of.
enum class ProfileWeight : std::uint8_t { Weights, Stacks };

/// The shares of @p profile as a run: "self" and "children" in percent. No share is printed in the text, so that each
/// has the span of the place where its symbol stands first.
Run profileRun(const StackProfile& profile, std::string_view benchmark, ProfileWeight weight, SourceSpan span);

}
