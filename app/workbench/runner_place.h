// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace patchscale {

/// Where patchscale-runner is: @p wanted if it is not empty, else $PATCHSCALE_RUNNER, else beside this program, in
/// ../libexec/patchscale from there, or in PATH. An error names the places.
Result<std::filesystem::path> findRunner(const std::filesystem::path& wanted);

}
