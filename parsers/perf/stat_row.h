// SPDX-License-Identifier: GPL-3.0-or-later
// One row of perf stat's human output, told by its contents rather than by columns: text that went through a mail has
// lost its columns, and often its line breaks stand elsewhere.
#pragma once

#include "parsers/perf/stat_metric.h"
#include "parsers/perf/stat_number.h"
#include "parsers/perf/stat_scope.h"
#include "parsers/perf/stat_tail.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace patchscale::perf {

struct StatRow
{
    enum class Kind : std::uint8_t {
        Count, ///< value, event
        Missing, ///< "<not counted>", "<not supported>"
        Group, ///< a metric group without a count: "TopdownL1 (cpu_core)  # 53.4 %  tma_backend_bound"
        Metric, ///< a metric alone, of --metric-only: the event is its name
        Time, ///< "1.244 +- 0.113 seconds time elapsed", "0.02 seconds user"
        Sample, ///< of --table: "1.577 (+0.309) ####"
    };
    Kind kind = Kind::Count;
    char sign = 0; ///< '-' or '+' in the first column of a table in the style of a diff
    std::string_view label {}; ///< before an elapsed time: "mm-unstable"
    std::optional<StatNumber> time {}; ///< of an interval
    StatScope scope {};
    std::string_view countText {}; ///< from where the count starts; read again once the block's decimal mark is known
    StatNumber count {};
    std::string_view missing {}; ///< "not counted", "not supported"
    std::string_view unit {}; ///< written before the event, or in brackets behind it
    std::string_view event {}; ///< "task-clock"; of a time "time elapsed", "user", "sys"
    std::optional<StatNumber> error {}; ///< the second number of "1.244 +- 0.113 seconds"
    std::optional<StatNumber> runTime {}; ///< how long the event was counted, in ns; only CSV and JSON tell it
    StatTail tail {};

    /// True if the row alone tells that it is perf's: noise, a metric perf is known to print, a missing count.
    [[nodiscard]] bool isSure() const;
    /// True if a decimal comma stands where perf never groups.
    [[nodiscard]] bool hasDecimalComma() const;
};

/// Reads @p text, a line and the continuations that belong to it. @p decimalMark as in countAt().
std::optional<StatRow> statRow(std::string_view text, char decimalMark = '.');

/// A quick look at a line whose first character is no blank: could a row start here that is not below a head?
bool mayStartRow(std::string_view text);

/// True if @p line goes on with the row @p row that ends on the line before it: a metric, brackets, or the rest of
/// words that a mailer broke.
bool continuesRow(std::string_view row, std::string_view line);

}
