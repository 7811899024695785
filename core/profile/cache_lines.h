// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <span>
#include <vector>

namespace patchscale {

/// Two perf c2c reports by cache line and by function; @p frame has their sides. Addresses and ranks differ between
/// boots, so a line is known by the code that shares it.
std::vector<ProfileComparison> cacheComparisons(std::span<const Run> runs, ProfileComparison frame,
                                                const ProfileSpec& spec);

}
