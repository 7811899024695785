// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the programs around a run are there and may do what they are asked to, told before anything is measured.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/bench/record.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// What is wanted around a run.
struct AroundWishes
{
    std::optional<std::string> perfStat; ///< events; empty for perf's own choice
    std::optional<std::string> perfRecord;
    bool haveFio = false;
    std::filesystem::path unixBench; ///< folder with `Run`; empty where it is not wanted
};

/// Tries perf with the events, looks for fio and `Run`. An error names what cannot be done at all and the mend; what
/// can be done in part is a warning.
Result<std::vector<BenchWarning>> checkAround(const AroundWishes& wishes, const Job& job);

}
