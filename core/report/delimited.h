// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// One cell of a delimited file. Numbers and our own words are written as they are; what a document says may have to
/// be disarmed first.
struct DelimitedCell
{
    std::string text;
    bool isOurs = false;
};

/// @p cell for comma-separated values: quoted where RFC 4180 wants it; a text that a spreadsheet would run as a formula
/// gets an apostrophe, since documents come from anyone.
std::string csvCell(const DelimitedCell& cell);

/// @p cell for tab-separated values, which know no quoting: what would end a cell becomes a blank.
std::string tsvCell(const DelimitedCell& cell);

/// A cell with what a document says.
inline DelimitedCell textCell(std::string_view content)
{
    return {.text = std::string(content), .isOurs = false};
}

/// A cell with our own words.
inline DelimitedCell ownCell(std::string_view content)
{
    return {.text = std::string(content), .isOurs = true};
}

/// A cell with the shortest text that reads back as @p value; empty for what is missing or not finite.
DelimitedCell numberCell(std::optional<double> value);

/// A cell with "name=value; name=value".
DelimitedCell parametersCell(const Parameters& parameters);

/// The names of the columns, in order. Scripts depend on them: only add at the end.
std::vector<std::string_view> delimitedColumns();

/// The cells of each row of @p comparison, in the order of delimitedColumns(). What is missing is empty.
std::vector<std::vector<DelimitedCell>> delimitedRows(const Comparison& comparison);

}
