// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/grid.h"

#include "parsers/table/blanks.h"
#include "parsers/table/grid_header.h"
#include "parsers/table/naming.h"
#include "parsers/table/region.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>

namespace patchscale::table {
namespace {

/// How many cells most rows have.
std::size_t commonWidth(const Region& region)
{
    std::map<std::size_t, std::size_t> widths;
    for (const auto& candidate : region.rows) {
        ++widths[candidate.row.cells.size()];
    }
    const auto most = std::ranges::max_element(widths, {}, [](const auto& entry) { return entry.second; });
    return most == widths.end() ? 0 : most->first;
}

/// "Walk on 12 threads 4.5": a label that took the first value with it because one blank stands between them.
void splitGluedValue(std::string_view whole, Row& row)
{
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        auto& cell = row.cells[i];
        const auto blank = cell.text.rfind(' ');
        if (cell.kind != CellKind::Text || blank == std::string_view::npos) {
            continue;
        }
        auto value = readCell(whole, cell.text.substr(blank + 1), NumberStyle::Plain);
        if (value.kind == CellKind::Value && i + 1 < row.cells.size() && row.cells[i + 1].kind != CellKind::Text) {
            cell.text = trimmed(cell.text.substr(0, blank));
            row.cells.insert(row.cells.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(value));
            return;
        }
    }
}

/// "Page faults  18.794 /sec  0.000 /sec" below rows with a change at their end: a row whose change is left away.
bool lacksItsChange(const Row& row, std::span<const RegionRow> others, std::size_t width)
{
    if (row.cells.size() + 1 != width || width < 3) {
        return false;
    }
    const auto whole = std::ranges::count_if(others, [&](const RegionRow& other) {
        const auto& cells = other.row.cells;
        const auto last = width - 1;
        return cells.size() == width && cells[last].kind == CellKind::Value && cells[last].value.isPercent()
            && std::equal(row.cells.begin(), row.cells.end(), cells.begin(), [](const Cell& a, const Cell& b) {
                   return a.kind == b.kind
                       && (a.kind != CellKind::Value || !a.value.isPercent() || b.value.isPercent());
               });
    });
    return static_cast<std::size_t>(whole) * 2 >= others.size();
}

/// Whether a line that reads as a row is the header of the others: words stand where they have values.
bool isHeaderRow(const Row& row, std::span<const RegionRow> others)
{
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
        if (row.cells[column].kind != CellKind::Text) {
            continue;
        }
        const auto values = std::ranges::count_if(others, [&](const RegionRow& other) {
            return column < other.row.cells.size() && other.row.cells[column].kind == CellKind::Value;
        });
        if (!others.empty() && static_cast<std::size_t>(values) * 4 >= others.size() * 3) {
            return true;
        }
    }
    return false;
}

/// Whether the line at @p index is the first below a head and its ruler, and no ruler makes another head of it.
bool isBelowHead(const Text& text, std::size_t index, const Table& table)
{
    return table.isPiped && index >= 2 && isRulerLine(text, index - 1) && text.lines()[index - 2].kind == LineKind::Body
        && text.line(index - 2).contains('|') && !(index + 1 < text.lines().size() && isRulerLine(text, index + 1));
}

/// "From  :   To" over a matrix of transitions: its rows and columns are states, not sides.
bool isMatrix(const Table& table)
{
    return std::ranges::any_of(table.header, [](const auto& pieces) {
        return std::ranges::contains(pieces, std::string_view(":")) && pieces.size() == 3;
    });
}

/// A word for what is counted up from column to column.
bool namesCount(std::string_view label)
{
    constexpr auto kWords = std::to_array<std::string_view>(
        {"depth",  "qd",   "thread", "job",        "client", "group",     "cpu",    "task",   "proc",
         "copies", "size", "bs",     "connection", "nr",     "num",       "worker", "stream", "queue",
         "users",  "vcpu", "node",   "container",  "core",   "instances", "loops"});
    const auto lower = lowered(label);
    return label.empty() || label == "-" || label == "#"
        || std::ranges::any_of(kWords, [&](std::string_view word) { return lower.contains(word); });
}

/// "iodepth | 4 | 8 | 16 | 32" above rows of values: whole numbers that grow are the cases of the columns.
bool isCaseRow(const Row& row)
{
    constexpr std::size_t kFewestCases = 3;
    if (row.cells.size() <= kFewestCases || row.cells.front().kind == CellKind::Value
        || !namesCount(row.cells.front().text)) {
        return false;
    }
    double last = -1;
    return std::ranges::all_of(row.cells.begin() + 1, row.cells.end(), [&last](const Cell& cell) {
        const bool grows = cell.kind == CellKind::Value && cell.parts.empty() && cell.value.value > last
            && cell.text.find_first_not_of("0123456789") == std::string_view::npos;
        last = cell.value.value;
        return grows;
    });
}

}

bool mayBeRow(const Text& text, std::size_t index)
{
    const auto& line = text.lines()[index];
    if (line.kind != LineKind::Body || line.numbers == 0 || line.size() > kLongestRow) {
        return false;
    }
    const auto view = text.line(index);
    if (line.numbers == 1) {
        return view.find('|') != std::string_view::npos;
    }
    const auto body = trimmed(view);
    return body.find('\t') != std::string_view::npos || body.find("  ") != std::string_view::npos
        || body.find('|') != std::string_view::npos || (line.numbers >= 3 && body.find(": ") != std::string_view::npos);
}

std::optional<Table> gridAt(const Text& text, std::size_t index, std::size_t& next, const Job& job)
{
    next = index + 1;
    if (!rowAt(text, index, 0, styleAt(text, index))) {
        return std::nullopt;
    }
    auto region = regionAt(text, index, job);
    next = std::max(next, region.end);
    Table table;
    table.isPiped = region.isPiped;

    // The lines that read as rows above the true rows may be a header: "jobs | 5.6 | 5.6 patched".
    auto first = region.rows.begin();
    while (!isBelowHead(text, index, table) && region.rows.end() - first > 1
           && isHeaderRow(first->row, {first + 1, region.rows.end()})) {
        ++first;
    }
    std::vector<std::string_view> cases;
    if (region.rows.end() - first > 1 && isCaseRow(first->row)) {
        std::ranges::transform(first->row.cells, std::back_inserter(cases), &Cell::text);
        ++first;
    }
    region.rows.erase(region.rows.begin(), first);
    const auto width = commonWidth(region);
    constexpr std::size_t kEnoughRows = 16; // to tell the shape of the others
    const auto enough = static_cast<std::ptrdiff_t>(std::min(region.rows.size(), kEnoughRows));
    const std::vector<RegionRow> seen(region.rows.begin(), region.rows.begin() + enough);
    for (auto& candidate : region.rows) {
        if (candidate.row.cells.size() + 1 == width) {
            splitGluedValue(text.view(), candidate.row);
        }
        if (lacksItsChange(candidate.row, seen, width)) {
            candidate.row.cells.push_back({.kind = CellKind::Missing});
        }
        if (candidate.row.cells.size() == width) {
            table.rows.push_back(std::move(candidate.row));
        } else {
            table.unread.push_back(candidate.row.span);
        }
    }
    if (table.rows.empty()) {
        return std::nullopt;
    }
    table.sections = std::move(region.sections);
    const auto begin = text.lines()[region.rows.front().line].begin;
    table.span = {.offset = begin, .length = text.lines()[region.end - 1].end - begin};
    addHeader(text, index, region.rows.front().line, table);
    if (isMatrix(table)) {
        return std::nullopt;
    }
    if (!cases.empty()) {
        std::erase_if(table.header, [&](const auto& pieces) { return pieces.size() == cases.size(); });
        table.header.push_back(std::move(cases));
        table.hasCases = true;
    }
    addTitles(text, table);
    return table;
}

}
