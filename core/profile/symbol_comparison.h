// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <span>

namespace patchscale {

/// Fills the rows of @p profile, whose kind, sides and times are set, with symbols or instructions of its runs: paired,
/// tested and judged, the largest differences first.
void compareSymbols(std::span<const Run> runs, const ProfileSpec& spec, ProfileComparison& profile);

}
