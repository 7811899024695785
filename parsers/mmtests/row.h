// SPDX-License-Identifier: GPL-3.0-or-later
// One row of an mmtests comparison: "Hmean     4       3971.74 (   0.00%)     3950.59 (  -0.53%)".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace patchscale::mmtests {

struct Number
{
    double value = 0;
    std::string_view text;

    /// Half a unit of the last digit that is written.
    [[nodiscard]] double resolution() const;
};

/// What a row says of one column.
struct Cell
{
    Number value;
    std::optional<Number> spread; ///< behind "+-"
    bool isRelative = false; ///< the spread is in percent
    std::optional<Number> delta; ///< in percent; empty brackets mark the baseline
    std::size_t end = 0; ///< of the cell, in the line
};

struct Row
{
    std::string_view statistic; ///< "Hmean", "Max-90%", "Best5%Mean", "Duration"
    std::string_view name; ///< "4", "send-64"; empty where nothing varies
    std::vector<Cell> cells;
    bool isPlain = false; ///< values without changes, of a monitor
};

/// What the monitors of mmtests add below a comparison has no changes: "Duration User  91201.80  63506.64" (seconds)
/// and "Ops NUMA PTE updates  36624.00  55538.00".
inline constexpr std::string_view kDuration = "Duration";
inline constexpr std::string_view kOps = "Ops";

/// Reads @p line, or nothing if it is no row.
std::optional<Row> rowOf(std::string_view line);

/// The rows in a line into which a whole table was run: from a statistic to the last brackets before the next.
std::vector<std::string_view> flatRows(std::string_view line);

/// @p text without the blanks and tabs around it.
std::string_view trimmed(std::string_view text);

}
