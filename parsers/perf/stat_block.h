// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the outputs of perf stat in a text: with their head, or as rows that someone pasted.
#pragma once

#include "core/base/job.h"
#include "core/base/span.h"
#include "parsers/text/text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::perf {

/// The names and the values of `--metric-only` and `--topdown`, which stand above each other.
struct MetricTable
{
    std::vector<std::string_view> names; ///< "retiring", "%  tma_backend_bound"
    std::vector<std::string_view> values; ///< as written, with "%"
};

struct StatBlock
{
    bool hasHead = false;
    std::string command; ///< of "Performance counter stats for '…'", on one line; empty when not told
    std::string target; ///< "system wide", "CPU(s) 0"; empty when a command was measured
    std::optional<int> runs; ///< of "(5 runs)"
    std::string_view failure; ///< "Segmentation fault", of the line above the head; empty when none
    std::vector<SourceSpan> rows; ///< each with its continuations
    std::vector<MetricTable> metricTables;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// All outputs of perf stat in @p text, in order.
std::vector<StatBlock> findStatBlocks(const Text& text, const Job& job);

}
