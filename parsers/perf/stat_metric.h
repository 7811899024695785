// SPDX-License-Identifier: GPL-3.0-or-later
// What perf stat calls events and metrics.
#pragma once

#include "parsers/perf/stat_number.h"

#include <span>
#include <string>
#include <string_view>

namespace patchscale::perf {

/// What perf computes and prints behind "#": "1.49  insn per cycle".
struct StatMetric
{
    StatNumber number;
    bool isPercent = false;
    std::string_view words; ///< as written; may hold a line break
};

/// A metric, with its unit, as results are named.
struct NamedMetric
{
    std::string name;
    std::string unit;
};
NamedMetric namedMetric(const StatMetric& metric);

/// True if perf is known to print a metric of that name or unit.
bool isKnownMetric(const StatMetric& metric);

/// The names of several words that perf gives to what it computes: "insn per cycle".
std::span<const std::string_view> metricPhrases();

/// True if @p event is one of perf's generic events, with or without modifiers such as ":u".
bool isKnownEvent(std::string_view event);

}
