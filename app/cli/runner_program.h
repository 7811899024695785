// SPDX-License-Identifier: GPL-3.0-or-later
// Running patchscale-runner on this machine.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace patchscale::cli {

/// The programs that measure.
struct RunnerPrograms
{
    std::filesystem::path runner; ///< --runner; empty to look for it
    std::filesystem::path kernels; ///< --kernels; empty for those beside the runner
};

/// How a run came to its end.
struct RunEnding
{
    int status = 0; ///< of the runner; 128 + signal when it was stopped
    std::string document; ///< what it measured; empty if nothing
};

/// Runs "patchscale-runner <arguments>" here; its output goes to ours. INT, TERM and HUP stop it and keep what was
/// measured. The document is kept as @p output if that is not empty.
Result<RunEnding> runHere(const RunnerPrograms& programs, std::vector<std::string> arguments,
                          const std::filesystem::path& output);

}
