// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_mend.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace patchscale::perf {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;

/// Metrics that are a count divided by another one.
struct Ratio
{
    std::string_view words;
    std::string_view event;
    double factor = 1;
};

constexpr auto kRatios = std::to_array<Ratio>({
    {.words = "insn per cycle", .event = "cycles", .factor = 1},
    {.words = "of all branches", .event = "branches", .factor = 100},
    {.words = "of all cache refs", .event = "cache-references", .factor = 100},
    {.words = "of all L1-dcache accesses", .event = "L1-dcache-loads", .factor = 100},
    {.words = "of all L1-icache accesses", .event = "L1-icache-loads", .factor = 100},
    {.words = "of all LL-cache accesses", .event = "LLC-loads", .factor = 100},
    {.words = "of all dTLB cache accesses", .event = "dTLB-loads", .factor = 100},
    {.words = "of all iTLB cache accesses", .event = "iTLB-loads", .factor = 100},
    {.words = "frontend cycles idle", .event = "cycles", .factor = 100},
    {.words = "backend cycles idle", .event = "cycles", .factor = 100},
});

std::optional<double> prefixOf(std::string_view words)
{
    return words == "/sec" ? std::optional(1.0)
        : words == "K/sec" ? std::optional(1e3)
        : words == "M/sec" ? std::optional(1e6)
        : words == "G/sec" ? std::optional(1e9)
        : words == "GHz"   ? std::optional(1e9)
                           : std::nullopt;
}

}

void StatMender::see(const StatRow& row)
{
    const auto time = row.time ? row.time->text : std::string_view();
    if (time != m_time) {
        m_time = time;
        m_counts.clear();
        m_clocks.clear();
    }
    if (row.kind != StatRow::Kind::Count) {
        return;
    }
    m_counts.insert_or_assign({row.scope.name, row.event}, row.count.value);
    if (row.runTime && (row.event.starts_with("task-clock") || row.event.starts_with("cpu-clock"))) {
        m_clocks.insert_or_assign(row.scope.name, row.runTime->value / kNanosecondsPerSecond);
    }
}

std::optional<double> StatMender::countOf(const StatRow& row, std::string_view event) const
{
    const auto found = m_counts.find({row.scope.name, event});
    return found == m_counts.end() || found->second <= 0 ? std::nullopt : std::optional(found->second);
}

std::optional<double> StatMender::exactValue(const StatRow& row, const StatMetric& metric) const
{
    if (const auto prefix = prefixOf(metric.words); prefix && !metric.isPercent) {
        const auto clock = m_clocks.find(row.scope.name);
        if (clock != m_clocks.end() && clock->second > 0) {
            return row.count.value / clock->second / *prefix;
        }
        const bool isWhole =
            row.runTime && row.runTime->value > 0 && row.tail.running && row.tail.running->value >= 100;
        return isWhole ? std::optional(row.count.value * kNanosecondsPerSecond / row.runTime->value / *prefix)
                       : std::nullopt;
    }
    const auto ratio = std::ranges::find(kRatios, metric.words, &Ratio::words);
    if (ratio == kRatios.end()) {
        return std::nullopt;
    }
    const auto other = countOf(row, ratio->event);
    return other ? std::optional(row.count.value / *other * ratio->factor) : std::nullopt;
}

std::optional<double> StatMender::valueOf(const StatRow& row, const StatMetric& metric) const
{
    if (row.kind != StatRow::Kind::Count || row.tail.noise) {
        return std::nullopt;
    }
    const auto value = exactValue(row, metric);
    constexpr double kRounding = 1 + 1e-12;
    return value && std::floor(*value * kRounding) == metric.number.value ? value : std::nullopt;
}

}
