// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <algorithm>

namespace patchscale::cli {

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) != 0x80U) {
            // Lead bytes of CJK, kana, Hangul and, from F0 on, emoji.
            width += (byte >= 0xE3U && byte <= 0xEDU) || byte >= 0xF0U ? 2 : 1;
        }
    }
    return width;
}

void TextTable::addColumn(std::string title, Align align)
{
    title = printableLine(title);
    const auto width = displayWidth(title);
    m_columns.push_back({.title = std::move(title), .align = align, .width = width, .isUsed = false});
}

void TextTable::addRow(std::vector<Cell> cells)
{
    cells.resize(m_columns.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        cells[i].text = printableLine(cells[i].text);
        m_columns[i].width = std::max(m_columns[i].width, displayWidth(cells[i].text));
        m_columns[i].isUsed |= !cells[i].text.empty();
    }
    m_rows.push_back(std::move(cells));
}

void TextTable::print(Output& out, std::size_t indent) const
{
    std::vector<Cell> head;
    for (const auto& column : m_columns) {
        head.push_back({.text = column.title, .ink = Ink::Faint});
    }
    printLine(out, indent, head);
    for (const auto& row : m_rows) {
        printLine(out, indent, row);
        out.flushIfLarge();
    }
}

void TextTable::printLine(Output& out, std::size_t indent, const std::vector<Cell>& cells) const
{
    std::string line;
    std::size_t owed = indent; // blanks are written before the next cell, so that no line ends in them
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto& column = m_columns[i];
        if (!column.isUsed) {
            continue;
        }
        const auto padding = column.width - displayWidth(cells[i].text);
        const bool isRight = column.align == Align::Right;
        owed += isRight ? padding : 0;
        if (!cells[i].text.empty()) {
            line.append(owed, ' ');
            line += out.paint(cells[i].ink, cells[i].text);
            owed = 0;
        }
        owed += (isRight ? 0 : padding) + 2;
    }
    out.write(line + '\n');
}

}
