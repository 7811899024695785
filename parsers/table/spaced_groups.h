// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/table/cell.h"
#include "parsers/text/text.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace patchscale::table {

/// Whether the rows from line @p index on write thousands with a blank, "12 345": only so have they as many cells as
/// the header above them has names.
bool groupsWithBlanks(const Text& text, std::size_t index);

/// Puts the cells "12" and "345", of a line of the clean text @p whole, together to one of 12345.
void joinSpacedGroups(std::string_view whole, std::vector<Cell>& cells);

}
