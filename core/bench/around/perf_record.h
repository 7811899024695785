// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/bench/around/perf_process.h"

#include <filesystem>
#include <string>

namespace patchscale {

/// A `perf record` of @p events (empty for perf's own choice) into the file @p output.
PerfRequest perfRecordRequest(const std::string& events, const std::filesystem::path& output, const std::string& mark);

/// `perf report --stdio` of the file @p data. Symbols below 0.01 % are left out.
Result<std::string> perfReport(const std::filesystem::path& data, const std::string& mark, const Job& job);

}
