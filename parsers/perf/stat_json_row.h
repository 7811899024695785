// SPDX-License-Identifier: GPL-3.0-or-later
// Objects of `perf stat -j`. A decimal comma makes them no JSON ("pcnt-running" : 100,00), so they are not read as
// such.
#pragma once

#include "parsers/perf/stat_row.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace patchscale::perf {

struct StatJsonRow
{
    std::vector<StatRow> rows; ///< one for an event, several for --metric-only
    bool isMore = false; ///< a further metric of the event before, whose name is not told
    std::size_t end = 0; ///< behind the object
};

/// Reads the object that starts at @p begin of @p text, or nothing if it is none of perf's.
std::optional<StatJsonRow> statJsonRow(std::string_view text, std::size_t begin);

}
