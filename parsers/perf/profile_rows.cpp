// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/profile_rows.h"

#include "parsers/perf/cell_columns.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace patchscale::perf {
namespace {

constexpr std::size_t kMostDigits = 20; // of a 64-bit count

bool hasColumn(std::span<const Column> columns, ColumnKind kind)
{
    return std::ranges::any_of(columns, [kind](const Column& column) { return column.kind == kind; });
}

void set(Identity& identity, const Column& column, std::string_view cell)
{
    const bool isMeasured = column.name.starts_with("symbol ") || column.name.starts_with("ipc");
    if (cell.empty() || cell == "-" || cell == "N/A" || isMeasured) {
        return;
    }
    identity.parameters.emplace(column.name, column.kind == ColumnKind::Dso ? canonicalDso(cell) : cell);
}

/// Cells in the order of the columns; without a symbol, the last column names the test.
void assign(std::span<const Column> columns, std::span<const std::string_view> cells, Identity& identity)
{
    const bool hasSymbol = hasColumn(columns, ColumnKind::Symbol);
    for (std::size_t i = 0; i < columns.size() && i < cells.size(); ++i) {
        const bool isTest =
            columns[i].kind == ColumnKind::Symbol || (!hasSymbol && identity.test.empty() && i + 1 == columns.size());
        if (isTest) {
            auto name = cells[i];
            if (name.size() > 4 && name.front() == '[' && name[2] == ']' && name[3] == ' ') {
                name = trimmed(name.substr(4));
            }
            identity.test = columns[i].kind == ColumnKind::Dso ? canonicalDso(name) : name;
        } else {
            set(identity, columns[i], cells[i]);
        }
    }
}

}

Column columnOf(std::string_view head)
{
    if (head == "Overhead" || head == "Self") {
        return {.kind = ColumnKind::Percent, .name = "self"};
    }
    if (head == "Children") {
        return {.kind = ColumnKind::Percent, .name = "children"};
    }
    if (head == "sys" || head == "usr" || head == "guest sys" || head == "guest usr") {
        return {.kind = ColumnKind::Percent, .name = std::string(head)};
    }
    if (head == "Baseline") {
        return {.kind = ColumnKind::Percent, .name = "baseline"};
    }
    if (head == "Delta" || head == "Delta Abs") {
        return {.kind = ColumnKind::Percent, .name = "delta"};
    }
    if (head == "Ratio" || head == "Weighted diff") {
        return {.kind = ColumnKind::Number, .name = head == "Ratio" ? "ratio" : "weighted diff"};
    }
    if (head == "Samples" || head == "Period") {
        return {.kind = ColumnKind::Number, .name = head == "Samples" ? "samples" : "period"};
    }
    // A weight belongs to what was measured: rows that differ in nothing else are compared in order.
    if (head == "Local Weight" || head == "Weight") {
        return {.kind = ColumnKind::Number, .name = head == "Weight" ? "weight" : "local weight"};
    }
    if (head == "Command") {
        return {.kind = ColumnKind::Command, .name = "command"};
    }
    if (head == "Shared Object" || head == "Shared Obj" || head == "Source Shared Object") {
        return {.kind = ColumnKind::Dso, .name = "dso"};
    }
    if (head == "Symbol" || head == "Source Symbol") {
        return {.kind = ColumnKind::Symbol, .name = "symbol"};
    }
    std::string name;
    std::ranges::transform(head, std::back_inserter(name),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return {.kind = ColumnKind::Text, .name = std::move(name)};
}

RowReader::RowReader(const Text& text, const SymbolTable& table)
    : m_text(text)
    , m_table(table)
    , m_layout(layoutOf())
{
}

std::optional<SymbolRow> RowReader::row(const RowPlace& place) const
{
    auto row = symbolRow(m_text.slice(place.span()));
    if (row && place.isWrapped()) {
        const auto next = trimmed(m_text.slice(place.rest()));
        if (row->level != 0) {
            row->symbol = next;
        } else {
            SymbolRow rest {.rest = next};
            splitAtLevel(rest);
            row->level = rest.level;
            row->symbol = rest.symbol;
        }
    }
    if (row) {
        const auto arrow = row->symbol.find(" <-"); // what a person put behind the symbol to point at it
        row->symbol = trimmed(row->symbol.substr(0, arrow));
    }
    return row;
}

bool RowReader::takeNumbers(SymbolRow& row, std::vector<std::string_view>& out) const
{
    out.clear();
    auto& text = row.level != 0 ? row.middle : row.rest;
    for (std::size_t i = 0; i < m_layout.numbers.size() * m_layout.events; ++i) {
        const auto end = std::min(text.size(), text.find_first_not_of("0123456789"));
        if (end == 0 || end > kMostDigits) {
            return false;
        }
        out.push_back(text.substr(0, end));
        text = trimmed(text.substr(end));
        while (m_table.head.separator != 0 && text.starts_with(m_table.head.separator)) {
            text = trimmed(text.substr(1));
        }
    }
    return true;
}

Identity RowReader::identify(const SymbolRow& row)
{
    Identity identity;
    if (m_table.head.separator != 0) {
        splitCells(row.level != 0 ? row.rest.substr(static_cast<std::size_t>(row.middle.data() - row.rest.data()))
                                  : row.rest,
                   m_table.head.separator, m_cells);
        assign(m_layout.texts, m_cells, identity);
        return identity;
    }
    if (row.level == 0) {
        splitCells(row.rest, 0, m_cells);
        if (m_cells.size() < m_layout.texts.size()) {
            // A cell is blank: where the others stand tells which.
            const auto line = m_text.line(m_text.lineAt(m_text.spanOf(row.rest).offset));
            std::vector<CellValue> values;
            CellColumns columns(m_text.view(), m_table.head);
            if (columns.areKnown() && columns.read(line, values, identity)) {
                return identity;
            }
            identity = {};
        }
        assign(m_layout.texts, m_cells, identity);
        return identity;
    }
    splitCells(row.symbol, 0, m_cells);
    if (!m_cells.empty()) {
        identity.test = m_cells.front();
    }
    const auto symbol = std::ranges::find(m_layout.texts, ColumnKind::Symbol, &Column::kind);
    if (symbol != m_layout.texts.end() && m_cells.size() > 1) {
        assign({symbol + 1, m_layout.texts.end()}, std::span(m_cells).subspan(1), identity);
    }
    splitCells(row.middle, 0, m_cells);
    const std::span<const Column> before(m_layout.texts.begin(), symbol);
    if (before.size() == m_cells.size()) {
        assign(before, m_cells, identity);
    } else {
        guess(row.middle, identity);
    }
    return identity;
}

Layout RowReader::layoutOf() const
{
    Layout layout;
    for (const auto head : m_table.head.columns) {
        auto column = columnOf(head);
        if (column.kind == ColumnKind::Number && !layout.texts.empty()) {
            column.kind = ColumnKind::Text; // behind a name, only the cells tell where it stands
        }
        auto& list = column.kind == ColumnKind::Percent ? layout.percents
            : column.kind == ColumnKind::Number         ? layout.numbers
                                                        : layout.texts;
        list.push_back(std::move(column));
    }
    std::size_t printed = 0;
    for (const auto& place : m_table.rows) {
        if (const auto row = symbolRow(m_text.slice(place.span()))) {
            printed = std::max(printed, row->percentCount);
            if (&place - m_table.rows.data() > 16) {
                break;
            }
        }
    }
    if (layout.percents.empty()) {
        layout.percents =
            printed == 2 ? std::vector {columnOf("Children"), columnOf("Self")} : std::vector {columnOf("Self")};
        layout.singleCellIsDso = m_table.head.isTop || cellsLookLikeDsos();
    } else {
        layout.singleCellIsDso = !hasColumn(layout.texts, ColumnKind::Command);
        if (printed % layout.percents.size() == 0 && printed > 0) {
            layout.events = printed / layout.percents.size();
        }
    }
    return layout;
}

/// With one cell before the symbol in every row, a single shared object among them tells what the column holds.
bool RowReader::cellsLookLikeDsos() const
{
    std::vector<std::string_view> cells;
    bool isDso = false;
    for (const auto& place : m_table.rows) {
        const auto found = row(place);
        if (!found) {
            continue;
        }
        splitCells(found->middle, 0, cells);
        if (cells.size() != 1) {
            return false;
        }
        isDso = isDso || (looksLikeDso(cells.front()) && cells.front().find_first_of(" ") == std::string_view::npos);
    }
    return isDso;
}

/// Command and shared object from their looks, where the head is cut off or the blanks are squeezed.
void RowReader::guess(std::string_view middle, Identity& identity) const
{
    const Column command = columnOf("Command");
    const Column dso = columnOf("Shared Object");
    if (m_cells.empty()) {
        return;
    }
    if (m_cells.size() >= 2) {
        set(identity, command, m_cells[0]);
        set(identity, dso, m_cells[1]);
        return;
    }
    if (const auto blank = middle.rfind(' '); blank != std::string_view::npos && !m_layout.singleCellIsDso) {
        const auto last = middle.substr(blank + 1);
        if (looksLikeDso(last) || hasColumn(m_layout.texts, ColumnKind::Dso)) {
            set(identity, command, trimmed(middle.substr(0, blank)));
            set(identity, dso, last);
            return;
        }
    }
    set(identity, m_layout.singleCellIsDso || looksLikeDso(middle) ? dso : command, middle);
}

Hierarchy::Hierarchy(std::string_view columns)
{
    for (std::size_t begin = 0; begin <= columns.size();) {
        const auto end = std::min(columns.size(), columns.find(" / ", begin));
        m_columns.push_back(columnOf(trimmed(columns.substr(begin, end - begin))));
        begin = end + 3;
    }
}

std::optional<Identity> Hierarchy::step(const SymbolRow& row)
{
    const auto name = row.level != 0 ? row.symbol : row.rest;
    while (!m_path.empty() && m_path.back().first >= row.percentEnd) {
        m_path.pop_back();
    }
    m_path.emplace_back(row.percentEnd, name);
    if (m_path.size() != m_columns.size()) {
        return std::nullopt;
    }
    Identity identity {.test = name, .parameters = {}};
    for (std::size_t i = 0; i + 1 < m_path.size(); ++i) {
        const bool isDso = m_columns[i].kind == ColumnKind::Dso;
        identity.parameters.emplace(m_columns[i].name, isDso ? canonicalDso(m_path[i].second) : m_path[i].second);
    }
    return identity;
}

// A slot has the upper bits of the hash and the count below them. The lower bits of the hash tell where it stands, so
// that next to nothing of it is lost.
constexpr unsigned kCountBits = 24;
constexpr std::uint64_t kCountMask = (std::uint64_t {1} << kCountBits) - 1;

Occurrences::Occurrences(std::size_t rows)
    : m_slots(std::bit_ceil(rows + rows / 2 + 1))
{
}

void Occurrences::number(Identity& identity)
{
    std::uint64_t key = std::hash<std::string_view> {}(identity.test);
    for (const auto& [name, value] : identity.parameters) {
        key = key * 31 + std::hash<std::string_view> {}(value);
    }
    key *= 0x9e3779b97f4a7c15U; // the sum above leaves the upper bits to chance
    const auto mask = m_slots.size() - 1;
    auto at = (key >> 7U) & mask;
    while (m_slots[at] != 0 && ((m_slots[at] ^ key) & ~kCountMask) != 0) {
        at = (at + 1) & mask;
    }
    const auto count = std::min((m_slots[at] & kCountMask) + 1, kCountMask);
    m_slots[at] = (key & ~kCountMask) | count;
    if (count > 1) {
        identity.parameters.emplace("occurrence", std::to_string(count));
    }
}

}
