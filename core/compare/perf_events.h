// SPDX-License-Identifier: GPL-3.0-or-later
// What perf stat's counts need besides any other numbers: events that are one under several names and others that only
// look alike, metrics that follow from two counts, and how much of the time a count was taken.
#pragma once

#include "core/compare/comparison.h"
#include "core/compare/estimate.h"
#include "core/compare/pair_runs.h"

#include <span>
#include <string_view>
#include <vector>

namespace patchscale {

/// An event by its parts: "cpu_core/cycles/u" is cycles on cpu_core in user space.
struct EventName
{
    std::string_view pmu; ///< empty for the PMU that a machine with one kind of CPU has
    std::string_view name;
    std::string_view modifier; ///< "u", "k": where it counts; what only makes samples precise is none

    friend bool operator==(const EventName&, const EventName&) = default;
};

/// True for the counts of perf stat.
bool isPerfStat(std::string_view benchmark);

/// The parts of @p event; its name is canonicalEvent()'s.
EventName eventName(std::string_view event);

/// The name under which an event is matched: "cs" is context-switches, "cpu-cycles" and "cycles:P" are cycles.
/// Modifiers that choose what is counted stay. The view is a part of @p event or lives for ever.
std::string_view canonicalEvent(std::string_view event);

/// Computes the metrics that perf prints beside counts (instructions per cycle, miss rates, frequency, CPUs utilized,
/// rates per second) from the counts themselves where a side of @p group lacks them and has the counts, and notes where
/// those that are printed do not follow from them. @p estimates has one for each row and grows with them.
void completeMetrics(std::span<const Run> runs, ComparisonGroup& group, std::vector<Estimate>& estimates,
                     RankTests& tests);

/// After judging: notes counts that were taken in less than half of the time, and says of rows without a partner what
/// the other side has instead: not counted, not supported, or an event that only looks alike.
void tellCounting(std::span<const Run> runs, const RunPair& pair, ComparisonGroup& group);

}
