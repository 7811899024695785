// SPDX-License-Identifier: GPL-3.0-or-later
// The room for the command line. A subcommand is one file that defines add<Name>(), declared in subcommands.h and
// called in main.cpp. It prints through Session::out and says what went wrong through Session::report().
#pragma once

#include "app/cli/output.h"
#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::cli {

/// Scripts depend on these numbers.
enum class ExitStatus : int {
    Done = 0,
    Regression = 1, ///< with --fail-on regression
    BadInput = 2, ///< bad usage or unreadable input
    Fault = 3, ///< ours
    Undecided = 4, ///< with --fail-on undecided
};

/// One call of the program.
struct Session
{
    Output out;
    std::function<ExitStatus()> run; ///< set by the subcommand that was chosen
    std::vector<std::string> command; ///< of run and ab: "--" and the command behind it, or nothing

    /// Writes what went wrong to standard error, in one line, and each hint in a line of its own.
    void report(const Error& error) const;
    /// Writes something that the program noticed and that does not end it to standard error, in one line.
    void remark(std::string_view message) const;
};

}
