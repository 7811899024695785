// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <cstddef>
#include <span>

namespace patchscale {

/// A perf diff, run @p index of @p runs, as the two profiles that it was made from; without rows where it lists none.
ProfileComparison profileOfDiff(std::span<const Run> runs, std::size_t index, const ProfileSpec& spec);

}
