// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/diff_columns.h"

#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <array>
#include <utility>

namespace patchscale::perf {
namespace {

struct KnownColumn
{
    std::string_view head;
    std::string_view metric; ///< empty: the column tells how a number was made
};

constexpr auto kNumbers = std::to_array<KnownColumn>({
    {.head = "Baseline", .metric = "baseline"},
    {.head = "Delta Abs", .metric = "delta"},
    {.head = "Delta", .metric = "delta"},
    {.head = "Ratio", .metric = "ratio"},
    {.head = "Weighted diff", .metric = "weighted diff"},
    {.head = "Base period", .metric = "base period"},
    {.head = "Period", .metric = "period"},
    {.head = "Formula", .metric = ""},
});

bool isBlankAt(std::string_view line, std::size_t pos)
{
    return pos >= line.size() || line[pos] == ' ' || line[pos] == '\t';
}

bool isSignedNumber(std::string_view cell)
{
    if (cell.starts_with('+') || cell.starts_with('-')) {
        cell.remove_prefix(1);
    }
    const auto point = cell.find('.');
    const auto isDigits = [](std::string_view part) {
        return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return point == std::string_view::npos ? isDigits(cell)
                                           : isDigits(cell.substr(0, point)) && isDigits(cell.substr(point + 1));
}

}

DiffColumns::DiffColumns(std::string_view text, const TableHead& head)
    : m_separator(head.separator)
{
    if (head.columns.empty()) {
        return;
    }
    const auto first = static_cast<std::size_t>(head.columns.front().data() - text.data());
    const auto newline = text.rfind('\n', first);
    const auto line = newline == std::string_view::npos ? 0 : newline + 1;
    std::size_t end = 0;
    for (const auto name : head.columns) {
        const auto slash = name.rfind('/');
        const bool hasFile = slash != std::string_view::npos && slash + 1 < name.size()
            && name.find_first_not_of("0123456789", slash + 1) == std::string_view::npos;
        const auto word = hasFile ? name.substr(0, slash) : name;
        const auto known = std::ranges::find(kNumbers, word, &KnownColumn::head);
        Place place {.file = hasFile ? name.substr(slash + 1) : std::string_view {}};
        const auto at = static_cast<std::size_t>(name.data() - text.data()) - line;
        if (known != kNumbers.end()) {
            place.kind = known->metric.empty() ? Kind::Skipped : Kind::Number;
            place.metric = known->metric;
            place.begin = end;
            end = at + name.size();
            place.end = end;
        } else {
            place.column = columnOf(word);
            const bool isName = place.column.kind == ColumnKind::Command || place.column.kind == ColumnKind::Dso
                || place.column.kind == ColumnKind::Symbol;
            if (!isName) {
                m_columns.clear();
                return;
            }
            place.begin = at;
            end = at;
            place.end = std::string_view::npos;
            if (!m_columns.empty() && m_columns.back().kind == Kind::Text) {
                m_columns.back().end = at;
            }
        }
        m_columns.push_back(std::move(place));
    }
    // The first column of all is that of the names only where nothing was measured.
    if (m_columns.front().kind != Kind::Number || m_columns.back().kind != Kind::Text) {
        m_columns.clear();
    }
}

bool DiffColumns::cellsOf(std::string_view line)
{
    if (m_separator != 0) {
        splitCells(line, m_separator, m_cells);
        return m_cells.size() == m_columns.size();
    }
    m_cells.clear();
    for (const auto& place : m_columns) {
        const bool isCut = !isBlankAt(line, place.kind == Kind::Text ? place.begin - 1 : place.end)
            || (place.kind != Kind::Text && place.begin > 0 && !isBlankAt(line, place.begin));
        if (isCut) {
            return false;
        }
        const auto begin = std::min(line.size(), place.begin);
        m_cells.push_back(trimmed(line.substr(begin, place.end - begin)));
    }
    return true;
}

bool DiffColumns::read(std::string_view line, std::vector<DiffValue>& values, Identity& identity)
{
    values.clear();
    identity = {};
    if (!cellsOf(line)) {
        return false;
    }
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const auto& place = m_columns[i];
        auto cell = m_cells[i];
        if (place.kind == Kind::Number && !cell.empty()) {
            const bool isShare = place.metric == "baseline" || place.metric == "delta";
            if (cell.ends_with('%')) {
                cell.remove_suffix(1);
            } else if (isShare && m_separator == 0) {
                return false;
            }
            if (!isSignedNumber(cell)) {
                return false;
            }
            values.push_back({.metric = place.metric, .file = place.file, .digits = cell});
        }
        if (place.kind == Kind::Text) {
            const bool isLast = i + 1 == m_columns.size();
            SymbolRow row {.rest = cell};
            splitAtLevel(row);
            const auto name = row.level != 0 && row.middle.empty() ? row.symbol : cell;
            if (isLast) {
                identity.test = place.column.kind == ColumnKind::Dso ? canonicalDso(name) : name;
            } else if (!cell.empty()) {
                identity.parameters.emplace(place.column.name,
                                            place.column.kind == ColumnKind::Dso ? canonicalDso(cell) : cell);
            }
        }
    }
    return !identity.test.empty();
}

}
