// SPDX-License-Identifier: GPL-3.0-or-later
// `doctor`: is this machine fit to measure on, and which tools are there?
#pragma once

#include "core/bench/noise.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace patchscale {

/// Where to look. The defaults of a program: root "/", its own process id, PATH, and half a second of waiting.
struct DoctorInput
{
    std::filesystem::path root = "/";
    std::filesystem::path directory; ///< where kernels put their files
    std::string searchPath; ///< PATH
    int own = 0; ///< the process that asks is no other load
    bool isRoot = false; ///< may count events of the kernel whatever perf_event_paranoid says
    std::function<void()> wait; ///< lets some tenths of a second pass, in which load is measured
};

/// What doctor found: each check, passed ones too.
struct DoctorReport
{
    MachineFacts machine;
    std::vector<NoiseCheck> checks;
};

/// Looks at the machine and at the tools. Changes nothing.
DoctorReport examine(const DoctorInput& input);

/// examine() of this machine as a program does it; takes half a second. @p directory is where kernels are to put their
/// files.
DoctorReport examineHere(const std::filesystem::path& directory);

/// The report for people: a line a check, with the mend below what is doubtful, and a line that counts.
std::string doctorText(const DoctorReport& report);

/// The report as JSON: {"patchscale-doctor": 1, "machine": {…}, "checks": […]}.
std::string doctorJson(const DoctorReport& report);

}
