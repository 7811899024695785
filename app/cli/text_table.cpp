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

std::string takeLine(std::string_view& text, std::size_t width)
{
    std::string line;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        const auto word = text.substr(0, end);
        if (!line.empty() && displayWidth(line) + 1 + displayWidth(word) > width && !word.starts_with('%')) {
            break;
        }
        line += line.empty() ? "" : " ";
        line += word;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return line;
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
        printRow(out, indent, row);
        out.flushIfLarge();
    }
}

std::size_t TextTable::startOfLast(std::size_t indent) const
{
    std::size_t start = indent;
    for (std::size_t i = 0; i + 1 < m_columns.size(); ++i) {
        start += m_columns[i].isUsed ? m_columns[i].width + 2 : 0;
    }
    return start;
}

void TextTable::printRow(Output& out, std::size_t indent, std::vector<Cell> cells) const
{
    constexpr std::size_t kNarrowest = 24; // below, a paragraph beside the table is worse than one that runs on
    const auto start = startOfLast(indent);
    auto& last = cells.back();
    if (m_columns.back().align == Align::Right || out.width() < start + kNarrowest
        || start + displayWidth(last.text) <= out.width()) {
        printLine(out, indent, cells);
        return;
    }
    const std::string words = std::move(last.text);
    std::string_view rest = words;
    while (!rest.empty()) {
        last.text = takeLine(rest, out.width() - start);
        printLine(out, indent, cells);
        for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
            cells[i].text.clear();
        }
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
        const auto padding = column.width - std::min(column.width, displayWidth(cells[i].text));
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
