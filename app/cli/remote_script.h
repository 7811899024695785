// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::cli {

/// Begins each line that the script speaks to us with; all others are what the runner prints.
constexpr std::string_view kRemoteMark = "patchscale-remote ";

/// What a POSIX shell on the other machine does: it takes an archive of @p archiveBytes from its standard input into a
/// folder of its own, runs the runner in it with @p arguments, and writes the document to its standard output. A line
/// "stop" on its standard input ends the run, and so does its end, which a broken connection brings; in each case the
/// folder is removed at the end. With @p hasJobFiles the archive has the presets of fio.
std::string remoteScript(const std::vector<std::string>& arguments, std::size_t archiveBytes, bool hasJobFiles);

/// The command for ssh: reads the script of @p bytes from its standard input, whatever shell that user has.
std::string remoteCommand(std::size_t bytes);

}
