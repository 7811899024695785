// SPDX-License-Identifier: GPL-3.0-or-later
// With a decimal comma `perf stat -x` cuts the fraction off its metrics. Most of them are told again by the counts that
// stand beside them.
#pragma once

#include "parsers/perf/stat_row.h"

#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace patchscale::perf {

/// Sees the rows of one output in their order and computes cut metrics again.
class StatMender
{
public:
    /// Takes note of a row's count for the metrics of later rows.
    void see(const StatRow& row);
    /// The value of @p metric of @p row in the metric's written unit, if what perf left of it agrees; else nothing.
    /// With repeats perf averages the metrics of each run, which the counts do not tell.
    [[nodiscard]] std::optional<double> valueOf(const StatRow& row, const StatMetric& metric) const;

private:
    [[nodiscard]] std::optional<double> exactValue(const StatRow& row, const StatMetric& metric) const;
    [[nodiscard]] std::optional<double> countOf(const StatRow& row, std::string_view event) const;

    std::string_view m_time; ///< of the interval whose counts are kept
    std::map<std::pair<std::string_view, std::string_view>, double> m_counts; ///< by place and event
    std::map<std::string_view, double> m_clocks; ///< by place: what the clock counted, in seconds
};

}
