// SPDX-License-Identifier: GPL-3.0-or-later
// What a table's words say of its numbers: unit, metric, benchmark, the test's name and the parameters of a case.
#pragma once

#include "core/model/run.h"
#include "parsers/table/layout.h"

#include <string>
#include <string_view>

namespace patchscale::table {

/// The unit that a heading tells for the values under it: "Latency (usec)", "base[kiops]", "in ops/s"; empty if none.
std::string_view unitIn(std::string_view heading);

/// A metric's name in @p text: "iops", "latency", "throughput"; empty if it names none.
std::string_view metricIn(std::string_view text);

/// The same for a sentence above a table: nothing if it names several that are measured differently.
std::string_view onlyMetricIn(std::string_view text);

/// A metric's name for a unit that no word explains: "MB/s" is "bandwidth", "usec" is "time"; "value" if unknown.
std::string_view metricFor(std::string_view unit);

/// Adds what a sub-heading selects: "2 Threads" is threads=2, "group=16" is group=16, other words are case=….
void addParameters(std::string_view heading, Parameters& parameters);

/// A column's head as a parameter's name: "#workers:" is "workers".
std::string parameterName(std::string_view head);

/// Whether @p label is an event of perf stat or a fraction of its top-down analysis.
bool isPerfEvent(std::string_view label);

/// Whether @p label is one of fio's jobs by name: "random read", "seq write", "randrw".
bool isFioJob(std::string_view label);

/// Whether @p label is a statistic instead of a test: "mean", "avg".
bool isMeanLabel(std::string_view label);

/// Whether @p label names a spread: "std (%)", "Stddev", "CoeffVar".
bool isSpreadLabel(std::string_view label);

std::string lowered(std::string_view text);

}
