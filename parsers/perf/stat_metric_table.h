// SPDX-License-Identifier: GPL-3.0-or-later
// What `--metric-only` and `--topdown` print: a line of names with lines of values below.
#pragma once

#include "parsers/perf/stat_row.h"
#include "parsers/text/text.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace patchscale::perf {

struct MetricTable
{
    std::vector<StatRow> rows; ///< Kind::Metric, in the order of the text
    std::size_t end = 0; ///< the line behind the table
};

/// The table whose names stand on line @p first; @p hasTimes says that its lines of values start with one, as `-I`
/// prints them. Without rows if there is none.
MetricTable metricTableAt(const Text& text, std::size_t first, bool hasTimes);

/// The row of a metric that has a table's column for itself: "%  tma_retiring", "branch-misses of all branches".
StatRow metricRow(std::string_view name, std::string_view value, const StatNumber& number);

}
