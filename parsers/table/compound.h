// SPDX-License-Identifier: GPL-3.0-or-later
// Cells that hold several measures at once: "30898KB/s,7724,555.00us", "usr=1.13%, sys=14.75%".
#pragma once

#include "parsers/table/heads.h"
#include "parsers/table/table.h"

#include <optional>
#include <string_view>

namespace patchscale::table {

/// @p piece as one cell of numbers with commas between them, or nothing. They count as several, and not as the digits
/// of one, where one of those before the last has a unit or the commas stand where no thousands end.
std::optional<Cell> readCompound(std::string_view whole, std::string_view piece);

/// Gives each measure of such cells a column of its own, and of "120k / 33.1" where a legend "IOPS / lat (us)" names
/// them. Units come from the cells or from the legend in the head, over the columns or above them; a number without one
/// is IOPS where the bandwidth beside it is a block size times it.
void splitCompounds(Table& table, Heads& heads);

}
