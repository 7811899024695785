// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"

#include <string>
#include <string_view>
#include <vector>

namespace patchscale::cli {

/// Cells that a text takes on a terminal: East Asian wide characters take two.
std::size_t displayWidth(std::string_view text);

/// The first words of @p text that take at most @p width cells, at least one word; they are taken off, with the blanks
/// behind them. A percent sign stays with its number.
std::string takeLine(std::string_view& text, std::size_t width);

/// Columns of text with two blanks between them. Cells are made printable.
class TextTable
{
public:
    enum class Align : std::uint8_t { Left, Right };
    struct Cell
    {
        std::string text;
        Ink ink = Ink::Plain;
    };

    /// A column with its title; a column whose cells are all empty is not shown.
    void addColumn(std::string title, Align align = Align::Left);
    void addRow(std::vector<Cell> cells);
    /// Adds the table to @p out, each line after @p indent blanks. On a terminal the last column is wrapped.
    void print(Output& out, std::size_t indent) const;

private:
    struct Column
    {
        std::string title;
        Align align = Align::Left;
        std::size_t width = 0;
        bool isUsed = false;
    };

    [[nodiscard]] std::size_t startOfLast(std::size_t indent) const;
    void printRow(Output& out, std::size_t indent, std::vector<Cell> cells) const;
    void printLine(Output& out, std::size_t indent, const std::vector<Cell>& cells) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_rows;
};

}
