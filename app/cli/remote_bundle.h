// SPDX-License-Identifier: GPL-3.0-or-later
// What is copied to another machine.
#pragma once

#include "app/cli/runner_program.h"

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace patchscale::cli {

/// The runner and its kernels as a tar archive: patchscale-runner and kernels/.
struct RemoteBundle
{
    std::string tar;
    std::string architecture; ///< of the runner, as `uname -m` names it; empty where that is not known
};

/// Reads runner and kernels of this machine.
Result<RemoteBundle> makeBundle(const RunnerPrograms& programs);

/// Whether a machine that says @p machine of itself runs programs for @p architecture.
bool runsOn(std::string_view architecture, std::string_view machine);

}
