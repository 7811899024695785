// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of `perf stat -x SEP`: [time] [place [cpus]] value unit event [cgroup] [noise] run-time share [metric unit],
// with fewer columns in old versions and names that may hold the separator.
#pragma once

#include "parsers/perf/stat_csv_fields.h"
#include "parsers/perf/stat_row.h"

#include <string>
#include <string_view>

namespace patchscale::perf {

/// Reads one row after another. What it returns points into the lines.
class StatCsvReader
{
public:
    /// Reads @p line with whichever separator fits; false if it is no row.
    bool read(std::string_view line);
    /// Reads @p line, which belongs to the row before it, as a further metric of that row's event.
    bool readMetric(std::string_view line);

    /// The row that was read. Lives until the next one is.
    [[nodiscard]] const StatRow& row() const
    {
        return m_row;
    }
    [[nodiscard]] bool isSummary() const
    {
        return m_isSummary;
    }
    /// perf cut the fraction of a metric off, which it does with a decimal comma. The metric is not among the row's.
    [[nodiscard]] const StatMetric* cutMetric() const
    {
        return m_hasCutMetric ? &m_cutMetric : nullptr;
    }
    /// True if run time and share were there, without which a row may be anybody's.
    [[nodiscard]] bool hasTail() const
    {
        return m_row.tail.running.has_value();
    }
    /// True if the row was written with a decimal comma.
    [[nodiscard]] bool hasDecimalComma() const
    {
        return m_hasDecimalComma;
    }
    [[nodiscard]] const std::string& separator() const
    {
        return m_fields.separator();
    }

private:
    /// Reads @p line quickly if it is as nearly all are.
    bool readUsual(std::string_view line);
    void clear();
    bool readWith(std::string_view line);
    bool readTime(std::size_t& next);
    bool readScope(std::size_t& next);
    bool readValue(std::size_t& next);
    bool readEvent(std::size_t& next);
    bool readTail(std::size_t next);
    void readMetricAt(std::size_t next);
    void addMetric(const StatNumber& number, std::string_view words);

    StatCsvFields m_fields;
    StatRow m_row;
    std::string_view m_event; ///< of the last row, as the next two
    std::optional<StatNumber> m_time;
    StatScope m_scope;
    StatMetric m_cutMetric;
    bool m_isSummary = false;
    bool m_hasCutMetric = false;
    bool m_hasDecimalComma = false;
};

/// A quick look: could @p line be a row?
bool mayBeCsvRow(std::string_view line);

/// True if @p event is named as only perf names events, so that a row with it is a row of perf's.
bool isSureEvent(std::string_view event);

}
