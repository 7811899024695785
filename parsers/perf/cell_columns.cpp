// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/cell_columns.h"

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
    bool isShare = false;
};

constexpr auto kNumbers = std::to_array<KnownColumn>({
    {.head = "Overhead", .metric = "self", .isShare = true},
    {.head = "Self", .metric = "self", .isShare = true},
    {.head = "Children", .metric = "children", .isShare = true},
    {.head = "sys", .metric = "sys", .isShare = true},
    {.head = "usr", .metric = "usr", .isShare = true},
    {.head = "guest sys", .metric = "guest sys", .isShare = true},
    {.head = "guest usr", .metric = "guest usr", .isShare = true},
    {.head = "Samples", .metric = "samples"},
    {.head = "Period", .metric = "period"},
    {.head = "Weight", .metric = "weight"},
    {.head = "Local Weight", .metric = "local weight"},
    {.head = "Baseline", .metric = "baseline", .isShare = true},
    {.head = "Delta Abs", .metric = "delta", .isShare = true},
    {.head = "Delta", .metric = "delta", .isShare = true},
    {.head = "Ratio", .metric = "ratio"},
    {.head = "Weighted diff", .metric = "weighted diff"},
    {.head = "Base period", .metric = "base period"},
    {.head = "Formula", .metric = ""},
});

bool isBlankAt(std::string_view line, std::size_t pos)
{
    return pos >= line.size() || line[pos] == ' ' || line[pos] == '\t';
}

/// Only differences have a sign.
bool isNumber(std::string_view cell, bool maySign)
{
    constexpr std::size_t kLongest = 32;
    if (cell.size() > kLongest) {
        return false;
    }
    if (maySign && (cell.starts_with('+') || cell.starts_with('-'))) {
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

CellColumns::CellColumns(std::string_view text, const TableHead& head)
    : m_separator(head.separator)
    , m_isDiff(head.isDiff)
{
    if (head.columns.empty()) {
        return;
    }
    const auto first = static_cast<std::size_t>(head.columns.front().data() - text.data());
    const auto newline = text.rfind('\n', first);
    const auto line = newline == std::string_view::npos ? 0 : newline + 1;
    std::size_t end = 0;
    bool hasSymbol = false;
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
            place.isShare = known->isShare;
            place.begin = end;
            end = at + name.size();
            place.end = end;
        } else {
            place.column = columnOf(word);
            const bool isName = place.column.kind == ColumnKind::Command || place.column.kind == ColumnKind::Dso
                || place.column.kind == ColumnKind::Symbol;
            if (!isName && head.isDiff) {
                m_columns.clear();
                return;
            }
            // The symbol names the test; without one, the last name does.
            m_test = hasSymbol ? m_test : m_columns.size();
            hasSymbol = hasSymbol || place.column.kind == ColumnKind::Symbol;
            place.begin = at;
            end = at;
            place.end = std::string_view::npos;
            if (!m_columns.empty() && m_columns.back().kind == Kind::Text) {
                m_columns.back().end = at;
            }
        }
        m_columns.push_back(std::move(place));
    }
    const auto next = text.find('\n', first);
    if (m_separator == 0 && next != std::string_view::npos) {
        placeByRuler(text.substr(next + 1, text.find('\n', next + 1) - next - 1));
    }
    // Where a name stands before a number, only the ruler tells where it ends.
    const bool isPlaced = m_separator != 0 || m_isByRuler
        || (m_columns.front().kind == Kind::Number && m_columns.back().kind == Kind::Text);
    if (!isPlaced) {
        m_columns.clear();
    }
}

bool CellColumns::hasNumbers() const
{
    return std::ranges::contains(m_columns, Kind::Number, &Place::kind);
}

/// Takes the places from "# ........  .......", which perf draws as wide as the cells below it.
void CellColumns::placeByRuler(std::string_view ruler)
{
    if (ruler.find_first_not_of("#. \t") != std::string_view::npos) {
        return;
    }
    std::vector<std::pair<std::size_t, std::size_t>> spans;
    for (auto pos = ruler.find('.'); pos != std::string_view::npos;) {
        const auto end = std::min(ruler.size(), ruler.find_first_not_of('.', pos));
        spans.emplace_back(pos, end);
        pos = ruler.find('.', end);
    }
    if (spans.size() != m_columns.size()) {
        return;
    }
    m_isByRuler = true;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const bool isLast = i + 1 == spans.size();
        const bool isNumber = m_columns[i].kind != Kind::Text;
        m_columns[i].begin = isNumber ? (i == 0 ? 0 : spans[i - 1].second) : spans[i].first;
        m_columns[i].end = isNumber ? spans[i].second : isLast ? std::string_view::npos : spans[i].second;
    }
}

bool CellColumns::cellsOf(std::string_view line)
{
    if (m_separator != 0) {
        splitCells(line, m_separator, m_cells);
        return m_cells.size() == m_columns.size();
    }
    m_cells.clear();
    for (const auto& place : m_columns) {
        const bool isCut =
            (place.begin > 0 && !isBlankAt(line, place.kind == Kind::Text ? place.begin - 1 : place.begin))
            || (place.end != std::string_view::npos && (place.kind != Kind::Text || m_isByRuler)
                && !isBlankAt(line, place.end));
        if (isCut) {
            return false;
        }
        const auto begin = std::min(line.size(), place.begin);
        m_cells.push_back(trimmed(line.substr(begin, place.end - begin)));
    }
    return true;
}

bool CellColumns::read(std::string_view line, std::vector<CellValue>& values, Identity& identity)
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
            if (cell.ends_with('%')) {
                cell.remove_suffix(1);
            } else if (place.isShare && m_separator == 0) {
                return false;
            }
            if (!isNumber(cell, m_isDiff)) {
                return false;
            }
            values.push_back({.metric = place.metric, .file = place.file, .digits = cell, .isShare = place.isShare});
        }
        if (place.kind == Kind::Text && !cell.empty() && cell != "-" && cell != "N/A") {
            SymbolRow row {.rest = cell};
            splitAtLevel(row);
            const auto name = row.level != 0 && row.middle.empty() ? row.symbol : cell;
            const auto shown = place.column.kind == ColumnKind::Dso ? canonicalDso(name) : name;
            if (i == m_test) {
                identity.test = shown;
            } else {
                identity.parameters.emplace(place.column.name, shown);
            }
        }
    }
    return !identity.test.empty();
}

}
