// SPDX-License-Identifier: GPL-3.0-or-later
// What all subcommands of patchscale-runner share.
#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace patchscale::runner {

/// Exit statuses; scripts rely on them. A run that was stopped by a signal ends with 128 + its number, like a shell.
enum class ExitStatus : int {
    Done = 0,
    BadInput = 2, ///< bad usage, or a kernel that was asked for could not be measured
    Fault = 3, ///< a fault of ours
    StoppedBySignal = 128, ///< and above
};

/// One invocation: the subcommand that was chosen.
struct Session
{
    std::function<int()> run; ///< returns the exit status
    std::vector<std::string> command; ///< what stands behind "--": a command to time
};

int statusValue(ExitStatus status);

/// "patchscale-runner: message" and its hints on standard error.
void report(const Error& error);

/// @p text on standard output. False when nobody reads it any more.
bool print(std::string_view text);

/// @p line on standard error.
void say(std::string_view line);

void addDoctor(CLI::App& app, Session& session);
void addAb(CLI::App& app, Session& session);
void addList(CLI::App& app, Session& session);
void addRun(CLI::App& app, Session& session);

}
