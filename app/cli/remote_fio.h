// SPDX-License-Identifier: GPL-3.0-or-later
// The job files of fio that a run on another machine needs.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace patchscale::cli {

/// A run whose job files are copied along.
struct RemoteFio
{
    std::vector<std::string> arguments; ///< of the runner there, where each job file is a preset of its name
    std::vector<std::pair<std::string, std::filesystem::path>> files; ///< "mine.fio" there, and where it is here
};

/// What `--fio` names in @p arguments, presets and job files of this machine, to be copied. A path from the root that
/// does not exist here is one of the other machine. An error where a word names neither.
Result<RemoteFio> takeFioAlong(const std::vector<std::string>& arguments);

}
