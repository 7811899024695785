// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_writer.h"
#include "core/profile/profile.h"

#include <span>

namespace patchscale {

/// The entry "profiles": sides, totals and all rows of each.
void writeProfiles(JsonWriter& json, std::span<const ProfileComparison> profiles);

}
