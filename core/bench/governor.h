// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace patchscale {

class Guard;

/// Sets the frequency governor of all CPUs; @p guard puts the old ones back at the end, also after a kill. An error
/// when there is no such governor here or it is not permitted. @p system is "/sys" outside tests.
Result<void> setGovernor(Guard& guard, std::string_view governor, const std::filesystem::path& system = "/sys");

}
