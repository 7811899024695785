// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers of perf stat are as results: their units in base units, and which way is good.
#pragma once

#include "core/model/run.h"
#include "parsers/perf/stat_row.h"

#include <string_view>

namespace patchscale::perf {

/// Makes base value and base unit of @p result from its value, in the unit that perf wrote.
void setStatUnit(TestResult& result, std::string_view unit, std::string_view baseWithoutUnit);

/// The unit of a row's count: clocks are in msec where perf does not write so.
std::string_view unitOfCount(const StatRow& row);

/// The base unit of a row's count if it has no unit.
std::string_view baseOfCount(const StatRow& row);

/// Which way is good. A metric speaks for itself, whatever the event it is printed beside; only "of all branches" means
/// what its event says. How often an event happens per second tells how fast the work went at best.
Better statDirection(const TestResult& result);

}
