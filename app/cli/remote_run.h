// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring on another machine, through one connection of ssh, with nothing installed and nothing left there.
#pragma once

#include "app/cli/runner_program.h"

#include "core/base/result.h"

#include <string>
#include <vector>

namespace patchscale::cli {

/// A machine that ssh reaches.
struct RemoteHost
{
    std::string host; ///< "user@host", "user@host:port", "[address]:port", or a name from ssh's configuration
    std::vector<std::string> sshOptions; ///< "Name=value" for -o; what begins with a dash as it is
};

/// The arguments of ssh for that host, the host last, without a command.
Result<std::vector<std::string>> sshArguments(const RemoteHost& host);

/// Runs "patchscale-runner <arguments>" on @p host; its output goes to ours. INT, TERM and HUP stop it and fetch what
/// was measured; a second one gives up.
Result<RunEnding> runElsewhere(const RemoteHost& host, const RunnerPrograms& programs,
                               const std::vector<std::string>& arguments);

}
