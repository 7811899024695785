// SPDX-License-Identifier: GPL-3.0-or-later
// What `perf stat -x, --metric-only` and `--topdown` print: names and values with a separator behind each.
#pragma once

#include "parsers/perf/stat_row.h"
#include "parsers/text/text.h"

#include <cstddef>
#include <vector>

namespace patchscale::perf {

struct CsvMetricTable
{
    std::vector<StatRow> rows; ///< Kind::Metric
    std::size_t end = 0; ///< the line behind the table; 0 if there is none
};

/// The table whose names stand on line @p first. Without rows where perf had no metric for any line.
CsvMetricTable csvMetricTableAt(const Text& text, std::size_t first);

/// A quick look: could @p line hold the names of a table, or nothing but separators?
bool mayNameMetrics(std::string_view line);

/// True if @p line is nothing but separators.
bool isEmptyCsvRow(std::string_view line);

}
