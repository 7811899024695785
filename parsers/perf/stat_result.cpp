// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_result.h"

#include "core/base/units.h"
#include "parsers/context/vocabulary.h"

namespace patchscale::perf {

void setStatUnit(TestResult& result, std::string_view unit, std::string_view baseWithoutUnit)
{
    result.unit = unit;
    if (unit.empty()) {
        result.baseValue = result.value;
        result.baseUnit = baseWithoutUnit;
        return;
    }
    if (const auto known = findUnit(unit)) {
        result.baseValue = result.value * known->factor;
        result.baseUnit = known->base;
        return;
    }
    const bool isRate = unit.ends_with("/sec") || unit.ends_with("/s");
    const double factor = !isRate ? 1
        : unit.starts_with("K/")  ? 1e3
        : unit.starts_with("M/")  ? 1e6
        : unit.starts_with("G/")  ? 1e9
                                  : 1;
    result.baseValue = result.value * factor;
    result.baseUnit = isRate ? "1/s" : unit;
}

std::string_view unitOfCount(const StatRow& row)
{
    const bool isClock = row.unit.empty() && row.kind == StatRow::Kind::Count
        && (row.event.starts_with("task-clock") || row.event.starts_with("cpu-clock")
            || row.event.ends_with(" clock ticks"));
    return isClock ? "msec" : row.unit;
}

std::string_view baseOfCount(const StatRow& row)
{
    return row.kind == StatRow::Kind::Metric ? "ratio" : "count";
}

Better statDirection(const TestResult& result)
{
    const bool needsEvent = result.metric == "value" || result.metric == "rate" || result.metric.starts_with("of all ");
    return knownDirection("perf stat", needsEvent ? result.test : "", result.metric, result.unit);
}

}
