// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/around/perf_process.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// A `perf stat` that counts @p events ("cycles,instructions"; empty for perf's own choice) into the file @p output.
PerfRequest perfStatRequest(const std::string& events, const std::filesystem::path& output, const std::string& mark);

/// The JSON objects in @p text, which perf stat -j has written: each exactly as it stands there. An error when a line
/// is no JSON, or when there is none.
Result<std::vector<std::string>> perfStatObjects(std::string_view text);

/// Ends @p perf, which counted into the file @p output, and gives its objects.
Result<std::vector<std::string>> endPerfStat(PerfProcess& perf, const std::filesystem::path& output);

}
