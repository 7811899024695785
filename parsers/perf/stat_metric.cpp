// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_metric.h"

#include "parsers/perf/stat_tail.h"

#include <algorithm>
#include <array>
#include <vector>

namespace patchscale::perf {
namespace {

/// The names of what perf computes, whole, to know where a mailer broke one.
constexpr auto kMetricPhrases = std::to_array<std::string_view>(
    {"CPUs utilized", "insn per cycle", "insns per cycle", "stalled cycles per insn", "frontend cycles idle",
     "backend cycles idle", "of all branches", "of all cache refs", "of all L1-dcache accesses",
     "of all L1-dcache hits", "of all L1-icache accesses", "of all L1-icache hits", "of all LL-cache accesses",
     "of all LL-cache hits", "of all dTLB cache accesses", "of all dTLB cache hits", "of all iTLB cache accesses",
     "of all iTLB cache hits", "CPU utilization factor"});

constexpr auto kEvents = std::to_array<std::string_view>({"cycles",
                                                          "cpu-cycles",
                                                          "instructions",
                                                          "branches",
                                                          "branch-instructions",
                                                          "branch-misses",
                                                          "cache-references",
                                                          "cache-misses",
                                                          "bus-cycles",
                                                          "ref-cycles",
                                                          "task-clock",
                                                          "cpu-clock",
                                                          "context-switches",
                                                          "cs",
                                                          "cpu-migrations",
                                                          "CPU-migrations",
                                                          "migrations",
                                                          "page-faults",
                                                          "faults",
                                                          "pagefaults",
                                                          "minor-faults",
                                                          "major-faults",
                                                          "alignment-faults",
                                                          "emulation-faults",
                                                          "duration_time",
                                                          "user_time",
                                                          "system_time",
                                                          "cgroup-switches",
                                                          "bpf-output",
                                                          "dummy",
                                                          "slots",
                                                          "stalled-cycles-frontend",
                                                          "stalled-cycles-backend"});

constexpr auto kEventPrefixes =
    std::to_array<std::string_view>({"L1-dcache-", "L1-icache-", "LLC-", "dTLB-", "iTLB-", "branch-", "node-",
                                     "topdown-", "mem-loads", "mem-stores", "idle-cycles-", "l2_", "l3_"});

}

bool isKnownMetric(const StatMetric& metric)
{
    const auto named = namedMetric(metric);
    const bool isPhrase = std::ranges::contains(kMetricPhrases, named.name);
    return isPhrase || named.unit.ends_with("/sec") || named.unit == "GHz" || named.unit == "CPUs"
        || named.name.starts_with("tma_") || named.name.starts_with("of all ");
}

NamedMetric namedMetric(const StatMetric& metric)
{
    std::vector<std::string_view> words;
    std::string joined;
    for (StatCursor cursor(metric.words); !cursor.isAtEnd(); cursor.advance(cursor.word().size())) {
        joined += joined.empty() ? "" : " ";
        joined += cursor.word();
        words.push_back(cursor.word());
    }
    if (metric.isPercent) {
        return {.name = joined.empty() ? "share" : joined, .unit = "%"};
    }
    if (words.empty()) {
        return {.name = "unnamed", .unit = {}}; // nothing but blanks that are none to a program
    }
    if (joined == "CPU utilization factor" || joined == "CPUs utilized" || joined == "CPUs") {
        return {.name = "CPUs utilized", .unit = "CPUs"};
    }
    if (joined == "insns per cycle" || joined == "IPC") {
        return {.name = "insn per cycle", .unit = {}};
    }
    // Since 6.19 perf prints the unit and the metric's name: "281.7 cs/sec  cs_per_second".
    const auto first = words.front();
    const bool isRate = first.ends_with("/sec") || first.ends_with("/s");
    const bool isNamed = words.size() == 2 && words[1].contains('_') && !first.contains('_');
    if (isRate || isNamed || first == "GHz") {
        const auto rest = std::string(joined, std::min(joined.size(), first.size() + 1));
        return {.name = !rest.empty() ? rest : isRate ? "rate" : "frequency", .unit = std::string(first)};
    }
    return {.name = joined, .unit = {}};
}

std::span<const std::string_view> metricPhrases()
{
    return kMetricPhrases;
}

bool isKnownEvent(std::string_view event)
{
    constexpr std::string_view kHybrid = "cpu_"; // "cpu_core/cycles/", "cpu_atom/cycles/u"
    if (event.starts_with(kHybrid) && event.contains('/')) {
        event.remove_prefix(event.find('/') + 1);
        event = event.substr(0, event.find('/'));
    }
    event = event.substr(0, event.find(':'));
    return std::ranges::contains(kEvents, event)
        || std::ranges::any_of(kEventPrefixes, [event](std::string_view prefix) { return event.starts_with(prefix); });
}

}
