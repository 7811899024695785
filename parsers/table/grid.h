// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "parsers/table/table.h"
#include "parsers/text/text.h"

#include <optional>

namespace patchscale::table {

/// A quick look at line @p index: may it be a row of values? Allocates nothing.
bool mayBeRow(const Text& text, std::size_t index);

/// Adds what the lines above @p table, whose span is known, may tell: up to three titles, a command, a unit.
void addTitles(const Text& text, Table& table);

/// The table whose first row is line @p index: rows of one shape below one another, drawn with blanks, tabs, "|" or
/// "+---+", with the header lines above them. @p next is set to the first line that is not part of it, even if there
/// is no table.
std::optional<Table> gridAt(const Text& text, std::size_t index, std::size_t& next, const Job& job);

}
