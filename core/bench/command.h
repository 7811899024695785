// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that are no kernels: those that switch variants, those that check, other tools.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

class Observer;

/// A command to run to its end.
struct CommandRequest
{
    std::vector<std::string> argv; ///< a program without a slash is looked for in the search path
    std::vector<std::string> environment; ///< "NAME=value", besides ours
    std::vector<int> cpus; ///< empty: where this process may run
    double timeout = 60; ///< seconds; then it is killed
    Observer* observer = nullptr; ///< looks at it from its first instruction on
    std::filesystem::path folder {}; ///< working folder; empty for ours
    std::filesystem::path starter {}; ///< patchscale-start; without it the command's peak memory cannot be told
};

/// How a command ended.
struct CommandOutcome
{
    int status = 0; ///< as of wait()
    std::string output; ///< the first megabyte of it
    std::string errors;
    double wallSeconds = 0;
    double user = 0;
    double system = 0;
    std::optional<double> maxRssBytes; ///< known where a starter was given
};

/// The path of the program @p name, looked for in the search path unless it has a slash.
Result<std::string> findProgram(const std::string& name);

/// Runs a command in a process group of its own, with /dev/null as its input. What it leaves running in that group is
/// killed. Errors: not started, killed after the timeout, Errc::Cancelled; an exit status is no error.
Result<CommandOutcome> runCommand(const CommandRequest& request, const Job& job);

/// The first line of what a command said, to be put into a message: ": permission denied", or nothing.
std::string saidLine(const CommandOutcome& outcome);

}
