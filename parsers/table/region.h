// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of one shape below one another, before anybody has looked at what stands above them.
#pragma once

#include "core/base/job.h"
#include "parsers/table/table.h"
#include "parsers/text/text.h"

#include <optional>
#include <vector>

namespace patchscale::table {

struct RegionRow
{
    std::size_t line = 0;
    Row row {};
};

struct Region
{
    std::vector<RegionRow> rows;
    std::vector<std::string_view> sections; ///< short headings among the rows
    std::size_t end = 0; ///< first line behind it
    bool isPiped = false;
};

/// A line longer than this is no row of a table.
inline constexpr std::size_t kLongestRow = 400;
/// A heading among rows is short; a sentence is not.
inline constexpr std::size_t kLongestSection = 48;

/// Rulers, also those of Markdown with ":" for the alignment.
bool isRulerLine(const Text& text, std::size_t index);

/// How the numbers of rows are written.
struct RowStyle
{
    NumberStyle numbers = NumberStyle::Plain;
    bool hasSpacedGroups = false; ///< "12 345" is one number
};

/// How the numbers from line @p index on are written: "1,315" may be a thousand or little more than one.
RowStyle styleAt(const Text& text, std::size_t index);

/// Line @p index as a row. @p width is that of the rows above, 0 if there are none: a row of the same width may have
/// but one value, the others missing.
std::optional<Row> rowAt(const Text& text, std::size_t index, std::size_t width = 0, RowStyle style = {});

/// The rows from line @p index on, with what stands between them. Rows that a mailer has broken in two are put together
/// if that gives the shape of the others.
Region regionAt(const Text& text, std::size_t index, const Job& job);

}
