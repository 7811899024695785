// SPDX-License-Identifier: GPL-3.0-or-later
// What the name of a metric of the kernel test robot tells: "will-it-scale.per_thread_ops", "mpstat.cpu.all.usr%".
#pragma once

#include "core/base/units.h"
#include "core/model/run.h"

#include <string_view>

namespace patchscale::lkp {

/// The unit in which the metric's values are printed; empty when its name does not tell.
std::string_view unitOf(std::string_view metric);

/// What the values of @p metric mean, as core/base/units.h says it, where that is something else than its unit: fio's
/// keys in "_us" hold what fio counted, nanoseconds, and "MBps" is MiB/s (latency × IOPS gives the jobs' depth only
/// so).
Unit meaningOf(std::string_view metric);

/// Which way is good. Monitors (vmstat, numa-vmstat, perf-profile …) only watch the system: for most of what they
/// count it is Unknown.
Better directionOf(std::string_view metric);

}
