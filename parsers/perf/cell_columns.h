// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of `perf diff` and `perf report` whose cells are known by where they stand: several files, weighted
// differences, periods, columns in an unusual order, blank cells, `-t`.
#pragma once

#include "parsers/perf/profile_rows.h"
#include "parsers/perf/table_head.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::perf {

/// A number of a row.
struct CellValue
{
    std::string_view metric; ///< "self", "samples", "baseline", "delta", "weighted diff", "period" …
    std::string_view file; ///< "1" in "Delta Abs/1": which of several files; empty where there are two
    std::string_view digits; ///< with its sign, without "%"
    bool isShare = false; ///< a percentage
};

class CellColumns
{
public:
    /// @p text holds the line that @p head was read from.
    CellColumns(std::string_view text, const TableHead& head);

    /// True if every column is known.
    [[nodiscard]] bool areKnown() const
    {
        return !m_columns.empty();
    }
    /// True if a column of numbers is among them.
    [[nodiscard]] bool hasNumbers() const;
    /// Reads @p line; false if a cell does not stand where its column is. Blank cells are left out.
    bool read(std::string_view line, std::vector<CellValue>& values, Identity& identity);

private:
    enum class Kind : std::uint8_t { Number, Skipped, Text };
    struct Place
    {
        Kind kind = Kind::Text;
        std::string_view metric {}; ///< of a number
        std::string_view file {};
        bool isShare = false;
        Column column {}; ///< of a text
        std::size_t begin = 0; ///< in the line
        std::size_t end = 0;
    };
    bool cellsOf(std::string_view line);
    void placeByRuler(std::string_view ruler);

    char m_separator = 0;
    bool m_isDiff = false;
    bool m_isByRuler = false;
    std::size_t m_test = 0; ///< the column whose cell names the test
    std::vector<Place> m_columns;
    std::vector<std::string_view> m_cells;
};

}
