// SPDX-License-Identifier: GPL-3.0-or-later
// What identifies a row of `perf report` or `perf diff`: the sides of a comparison must agree in it.
#pragma once

#include "core/model/run.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/perf/symbol_table.h"
#include "parsers/text/text.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace patchscale::perf {

enum class ColumnKind : std::uint8_t { Percent, Number, Command, Dso, Symbol, Text };

/// A column by what it holds.
struct Column
{
    ColumnKind kind = ColumnKind::Text;
    std::string name; ///< metric or parameter
};

/// The column under @p head: "Children", "Shared Object".
Column columnOf(std::string_view head);

/// Test and parameters of a row.
struct Identity
{
    std::string_view test;
    Parameters parameters;
};

/// What a head, or the shape of the rows where there is none, says of the columns.
struct Layout
{
    std::vector<Column> percents; ///< one per percentage of an event
    std::vector<Column> numbers;
    std::vector<Column> texts; ///< in print order, the symbol among them
    std::size_t events = 1; ///< members of an event group: each percentage column holds one value per event
    bool singleCellIsDso = false; ///< no command is printed
};

/// Reads the rows of one table. Keeps references: text and table must outlive it.
class RowReader
{
public:
    RowReader(const Text& text, const SymbolTable& table);

    [[nodiscard]] const Layout& layout() const
    {
        return m_layout;
    }
    /// The row at @p place with what a mailer broke off; nothing if it is none.
    [[nodiscard]] std::optional<SymbolRow> row(const RowPlace& place) const;
    /// The counts between the percentages and the command; they are cut off @p row. False if one is missing.
    bool takeNumbers(SymbolRow& row, std::vector<std::string_view>& out) const;
    /// Test and parameters of @p row, behind whose percentages and counts nothing but text is left.
    Identity identify(const SymbolRow& row);

private:
    [[nodiscard]] Layout layoutOf() const;
    [[nodiscard]] bool cellsLookLikeDsos() const;
    void guess(std::string_view middle, Identity& identity) const;

    const Text& m_text;
    const SymbolTable& m_table;
    Layout m_layout;
    std::vector<std::string_view> m_cells;
};

/// The rows of `perf report --hierarchy`: a name is inside the names above it that are indented less.
class Hierarchy
{
public:
    explicit Hierarchy(std::string_view columns);

    /// The identity of @p row if it is on the innermost level.
    std::optional<Identity> step(const SymbolRow& row);

private:
    std::vector<Column> m_columns;
    std::vector<std::pair<std::size_t, std::string_view>> m_path; ///< depth and name
};

/// Marks rows that nothing printed tells apart, so that they never pass for repeats of one another.
class Occurrences
{
public:
    /// @p rows is how many there will be at most.
    explicit Occurrences(std::size_t rows);

    void number(Identity& identity);

private:
    std::vector<std::uint64_t> m_slots; ///< open addressing, since a profile may have a million rows: hash and count
};

}
