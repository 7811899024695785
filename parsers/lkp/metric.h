// SPDX-License-Identifier: GPL-3.0-or-later
// What the name of a metric of the kernel test robot tells: "will-it-scale.per_thread_ops", "mpstat.cpu.all.usr%".
#pragma once

#include "core/model/run.h"

#include <string_view>

namespace patchscale::lkp {

/// The unit in which the metric's values are printed; empty when its name does not tell.
std::string_view unitOf(std::string_view metric);

/// Which way is good. Monitors (vmstat, numa-vmstat, perf-profile …) only watch the system: for most of what they
/// count it is Unknown.
Better directionOf(std::string_view metric);

}
