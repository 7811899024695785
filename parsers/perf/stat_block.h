// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the outputs of perf stat in a text: with their head, or as rows that someone pasted.
#pragma once

#include "core/base/job.h"
#include "core/base/span.h"
#include "parsers/perf/stat_metric_table.h"
#include "parsers/text/text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::perf {

struct StatBlock
{
    bool hasHead = false;
    std::string command; ///< of "Performance counter stats for '…'", on one line; empty when not told
    std::string target; ///< "system wide", "CPU(s) 0"; empty when a command was measured
    std::optional<int> runs; ///< of "(5 runs)"
    std::string_view failure; ///< "Segmentation fault", of the line above the head; empty when none
    std::vector<SourceSpan> rows; ///< each with its continuations
    std::vector<MetricTable> metricTables;
    std::vector<SourceSpan> unread; ///< lines among the rows that look like counts and cannot be read
    std::optional<SourceSpan> emptyIntervals; ///< lines of `-I --metric-only` for which perf had no metric
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// All outputs of perf stat in @p text, in order.
std::vector<StatBlock> findStatBlocks(const Text& text, const Job& job);

}
