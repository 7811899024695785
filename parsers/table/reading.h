// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/format.h"
#include "parsers/table/layout.h"

namespace patchscale::table {

/// Turns a table whose variants are columns into one run per variant (and per benchmark, where rows of several stand in
/// one table) and a claim per stated change. Spans of
/// the table are in @p clean.
ParsedBlock readColumns(std::string_view clean, const Table& table, const Heads& heads, const Layout& layout);

}
