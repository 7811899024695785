// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "parsers/table/table.h"
#include "parsers/text/text.h"

#include <string_view>
#include <vector>

namespace patchscale::table {

/// A quick look at line @p index: may running text with a table in it stand there? Allocates nothing.
bool mayBeFlattened(const Text& text, std::size_t index);

/// Tables whose line breaks were lost, found within line @p index: a header phrase of two or more variants ("Without
/// Patch With Patch Diff"), then rows of a name and as many values. Several may stand in one line.
/// @p inherited is the header of such a table in the line before; the line may go on with rows of it, and it is
/// replaced by the last header seen here.
std::vector<Table> flattenedTablesIn(const Text& text, std::size_t index, std::vector<std::string_view>& inherited,
                                     const Job& job);

}
