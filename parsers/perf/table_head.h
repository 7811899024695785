// SPDX-License-Identifier: GPL-3.0-or-later
// What perf prints above a table of `perf report` or `perf diff`.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace patchscale::perf {

/// What stood above a table.
struct TableHead
{
    std::size_t begin = 0; ///< of the first line that belongs to it, in the clean text
    std::vector<std::string_view> columns {}; ///< "Overhead", "Command", "Shared Object", "Symbol"; empty when cut off
    char separator = 0; ///< of `-t`: comma, semicolon, pipe; 0 when the table is padded
    bool isDiff = false;
    bool isHierarchy = false; ///< "Command / Shared Object / Symbol" is one column
    bool isCells = false; ///< in an unusual order: cells are known by where they stand (cell_columns.h)
    bool isTop = false; ///< from `perf top`, which prints no command
    std::string_view event {}; ///< what stands in the quotes of "of event '…'"; empty when not told
    std::string_view lostSamples {}; ///< of "# Total Lost Samples: N"; empty when not told
    std::string_view samples {}; ///< of "# Samples: 4K of event": digits, and K or M where perf cut them
    std::string_view eventCount {}; ///< of "# Event count (approx.): N"
};

/// @p line behind what may stand before a comment's text: an editor's line number, "#", blanks.
std::string_view withoutHash(std::string_view line);

/// Reads "# Overhead  Command  Shared Object  Symbol" into @p head; false if the line is none.
bool readColumns(std::string_view line, TableHead& head);

/// Reads the head of a report whose first column is no percentage ("# Period  Samples  Overhead  Symbol") into @p head.
bool readUnusualColumns(std::string_view line, TableHead& head);

/// Takes the counts of "Samples: 4K of event 'cycles'" and of "Event count (approx.): 12", which may share a line, into
/// @p head.
void readTotals(std::string_view text, TableHead& head);

/// The event in "Samples: 4K of event 'cycles', Event count (approx.): 12", whatever quotes a text editor put there.
std::string_view eventOf(std::string_view text);

/// The head in "… # Samples: 1K of event 'cycles' # Overhead Command Symbol # ........ #", where a table was run into
/// one line. @p text starts at @p begin of the clean text.
TableHead flatHead(std::string_view text, std::size_t begin);

}
