// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"
#include "parsers/table/layout.h"

#include <string>
#include <string_view>
#include <vector>

namespace patchscale::table {

/// What a row speaks of.
struct RowName
{
    std::string benchmark; ///< empty: the words around the table must tell
    std::string test;
    Parameters parameters;
    std::string unit; ///< told by the row's label or fixed for the test; empty if neither
    std::string metric; ///< empty if the row does not tell
    double unitFactor = 1; ///< of the unit as the table uses it
    double indexBaseline = 0; ///< of a UnixBench test
    bool isScore = false; ///< UnixBench's total
    bool isSpread = false; ///< the row holds the spread of the row above
};

/// Names the rows of @p table from their labels, parameter columns, sub-headings and the lines above.
/// UnixBench rows have metric and unit set as well.
std::vector<RowName> nameRows(const Table& table, const Heads& heads, const Layout& layout);

/// Sets metric and unit of UnixBench rows: results (lps, KBps …) or indexes, told by header words, by the score or,
/// with three rows or more, by how far the values lie apart (indexes of one machine differ less than its results).
void scaleUnixBench(const Table& table, const Layout& layout, std::string_view words, std::vector<RowName>& names);

}
