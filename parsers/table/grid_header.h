// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/table/table.h"
#include "parsers/text/text.h"

namespace patchscale::table {

/// Adds to @p table the header lines above line @p first, its first true row. From line @p begin on they are surely
/// such, because they were taken for rows; above it a row belongs to another table.
void addHeader(const Text& text, std::size_t begin, std::size_t first, Table& table);

}
