// SPDX-License-Identifier: GPL-3.0-or-later
// One row of `perf stat -x SEP`. The columns before the event vary with the options, so the event anchors a row.
#pragma once

#include "parsers/perf/stat_row.h"

#include <optional>
#include <string_view>

namespace patchscale::perf {

struct StatCsvRow
{
    StatRow row;
    bool isSummary = false; ///< "summary" stands in the column of the time
    bool hasLostFraction = false; ///< perf cut the fraction of a metric off, which it does with a decimal comma
};

/// Reads @p line with whichever separator fits (comma, semicolon, pipe, tab), or nothing.
std::optional<StatCsvRow> statCsvRow(std::string_view line);

}
