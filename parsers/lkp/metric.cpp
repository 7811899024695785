// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/lkp/metric.h"

#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <array>

namespace patchscale::lkp {
namespace {

struct Suffix
{
    std::string_view text;
    std::string_view unit;
};

constexpr auto kSuffixes = std::to_array<Suffix>({
    {.text = "%", .unit = "%"},
    {.text = "_us", .unit = "us"},
    {.text = "_ms", .unit = "ms"},
    {.text = "_ns", .unit = "ns"},
    {.text = "_MBps", .unit = "MBps"},
    {.text = "_KBps", .unit = "KBps"},
    {.text = "_Mbps", .unit = "Mbps"},
    {.text = "MB/sec", .unit = "MB/sec"},
    {.text = ".elapsed_time", .unit = "s"},
    {.text = ".elapsed_time.max", .unit = "s"},
    {.text = ".system_time", .unit = "s"},
    {.text = ".user_time", .unit = "s"},
});

constexpr auto kMonitors = std::to_array<std::string_view>(
    {"vmstat",   "proc-vmstat",     "numa-vmstat", "numa-numastat", "numa-meminfo", "meminfo",  "mpstat",
     "iostat",   "cpuidle",         "cpuidle.",    "turbostat",     "sched_debug",  "slabinfo", "interrupts",
     "softirqs", "perf-profile",    "perf-sched",  "diskstats",     "boot-time",    "uptime",   "pmeter",
     "time",     "numa-interrupts", "syscalls",    "ftrace",        "kmsg",         "dmesg"});

/// Counts of perf-stat are per second or grow with the work that was done, so only their ratios tell good from bad.
Better perfStatDirection(std::string_view name)
{
    if (name.ends_with(".ipc") || name.ends_with(".ipc-total")) {
        return Better::Higher;
    }
    const bool isMissRate = name.ends_with("-rate%") && name.contains("miss");
    return isMissRate || name.ends_with(".cpi") || name.ends_with(".MPKI") ? Better::Lower : Better::Unknown;
}

}

std::string_view unitOf(std::string_view metric)
{
    const auto* const suffix =
        std::ranges::find_if(kSuffixes, [metric](const Suffix& known) { return metric.ends_with(known.text); });
    if (suffix != kSuffixes.end()) {
        return suffix->unit;
    }
    return metric.starts_with("perf-profile.") ? "%" : "";
}

Unit meaningOf(std::string_view metric)
{
    if (metric.starts_with("fio.") && metric.ends_with("_us")) {
        return {.factor = 1e-9, .base = "s"};
    }
    if (metric.starts_with("fio.") && metric.ends_with("_MBps")) {
        return {.factor = 1024.0 * 1024.0, .base = "B/s"};
    }
    return patchscale::unitOf(unitOf(metric));
}

Better directionOf(std::string_view metric)
{
    const auto point = metric.find('.');
    const auto suite = metric.substr(0, point);
    const auto name = point == std::string_view::npos ? metric : metric.substr(point + 1);
    if (suite == "perf-stat") {
        return perfStatDirection(name);
    }
    if (suite == "perf-c2c") {
        return knownDirection("perf c2c", "", name, "");
    }
    if (std::ranges::contains(kMonitors, suite)) {
        return Better::Unknown;
    }
    if (name.starts_with("time.") && !name.contains("_time")) {
        return Better::Unknown; // faults, switches and the like of the benchmark's own process
    }
    if (suite == "fio" && name.starts_with("latency_") && name.ends_with('%')) {
        return Better::Unknown; // the share of requests in one step of the latency
    }
    return knownDirection(suite, "", name, unitOf(metric));
}

}
