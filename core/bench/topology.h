// SPDX-License-Identifier: GPL-3.0-or-later
// Which CPUs there are and how they belong together, read from /sys by ourselves: libhwloc needs libudev, which cannot
// be linked statically, and the runner is one static program.
#pragma once

#include "core/base/result.h"
#include "core/bench/plan.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// One CPU as the scheduler sees it (a hardware thread).
struct LogicalCpu
{
    int id = 0;
    int core = 0; ///< the lowest id among the threads of its core: names the core
    int node = 0; ///< NUMA node

    friend bool operator==(const LogicalCpu&, const LogicalCpu&) = default;
};

/// The CPUs in @p allowed with their places, ascending by id. @p system is "/sys" outside tests.
std::vector<LogicalCpu> readTopology(const std::vector<int>& allowed, const std::filesystem::path& system = "/sys");

/// The CPUs of a list as the kernel writes it: "0-3,8,10-11". Nothing when it is no such list.
std::optional<std::vector<int>> parseCpuList(std::string_view text);

/// @p cpus as such a list.
std::string cpuListText(const std::vector<int>& cpus);

/// The CPUs of each copy; empty lists for Placement::Free. One CPU per copy for PerCpu (threads of other cores first)
/// and PerPhysicalCore (the first thread of each core), all of a node for PerNumaNode; more copies than places go
/// round. A list is dealt out in equal parts while there are fewer copies than CPUs, else one CPU each. An error when a
/// listed CPU is not among @p cpus.
Result<std::vector<std::vector<int>>> placeCopies(const std::vector<LogicalCpu>& cpus, Placement placement,
                                                  const std::vector<int>& list, int copies);

}
