// SPDX-License-Identifier: GPL-3.0-or-later
// A table as it stands in the text, before anybody has asked which column is what. Finders (grid.h, flat.h,
// pair_rows.h) make it, layout.h tells its columns apart, reading.h turns it into runs and claims.
#pragma once

#include "core/base/span.h"
#include "core/model/run.h"
#include "parsers/table/cell.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::table {

struct Row
{
    static constexpr std::size_t kNoSection = static_cast<std::size_t>(-1);

    std::vector<Cell> cells {};
    SourceSpan span {};
    std::size_t section = kNoSection; ///< index into Table::sections: the sub-heading it stands under
};

/// A row's name where the finder knows it: rows that were turned have no label of their own.
struct GivenName
{
    std::string test {}; ///< empty: the lines above tell
    std::string metric {}; ///< a column's head, as written
    std::string unit {};
    Parameters parameters {};
    double factor = 1; ///< of the unit as this table uses it
};

struct Table
{
    std::vector<std::vector<std::string_view>> header; ///< pieces of the header lines, top to bottom
    std::vector<std::string_view> sections; ///< sub-headings: "2 Threads", "hackbench 4 groups"
    std::vector<Row> rows; ///< those with columns() cells each
    std::vector<GivenName> names; ///< one per row, or empty
    std::vector<SourceSpan> unread; ///< lines among the rows that have another shape
    std::vector<std::string_view> titles; ///< lines above the header, nearest first
    std::size_t nearTitles = 0; ///< how many of them stand right above it, without a blank line between
    std::string_view command; ///< the nearest line above with UnixBench's "./Run"
    std::string_view unitSentence; ///< a sentence further above that tells the unit of all that follows
    std::vector<std::shared_ptr<const std::string>> joined; ///< owns the heads that were put together of several lines
    SourceSpan span;
    bool isPiped = false;
    bool hasCases = false; ///< its last header line counts up: "iodepth  4  8  16"
    bool isFlattened = false; ///< cut out of running text: each row is label + values, header as long as the values

    [[nodiscard]] std::size_t columns() const
    {
        return rows.empty() ? 0 : rows.front().cells.size();
    }
};

}
