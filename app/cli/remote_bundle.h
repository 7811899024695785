// SPDX-License-Identifier: GPL-3.0-or-later
// What is copied to another machine.
#pragma once

#include "app/cli/runner_program.h"

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace patchscale::cli {

/// The runner, its kernels and job files as a tar archive: patchscale-runner, kernels/ and fio/.
struct RemoteBundle
{
    std::string tar;
    std::string architecture; ///< of the runner, as `uname -m` names it; empty where that is not known
};

/// Reads runner and kernels of this machine, and @p jobFiles: names within fio/, and where they are.
Result<RemoteBundle> makeBundle(const RunnerPrograms& programs,
                                const std::vector<std::pair<std::string, std::filesystem::path>>& jobFiles);

/// Whether a machine that says @p machine of itself runs programs for @p architecture.
bool runsOn(std::string_view architecture, std::string_view machine);

}
