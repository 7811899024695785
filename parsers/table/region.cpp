// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/region.h"

#include "parsers/table/blanks.h"
#include "parsers/table/grid.h"
#include "parsers/table/spaced_groups.h"

#include <algorithm>

namespace patchscale::table {
namespace {

constexpr std::size_t kMostColumns = 64;
/// Lines that are looked at to tell a decimal comma from one between thousands.
constexpr std::size_t kStyleReach = 16;

std::size_t valuesIn(const Row& row)
{
    return static_cast<std::size_t>(std::ranges::count(row.cells, CellKind::Value, &Cell::kind));
}

bool isSection(const Text& text, std::size_t index)
{
    const auto& line = text.lines()[index];
    const auto heading = trimmed(text.line(index));
    if (line.kind != LineKind::Body || heading.empty() || line.size() > kLongestRow || heading.ends_with('.')) {
        return false;
    }
    std::vector<std::string_view> pieces;
    splitPieces(heading, pieces);
    const auto filled = std::ranges::count_if(pieces, [](std::string_view piece) { return !piece.empty(); });
    if (isPiped(heading)) { // the empty cells make it long
        return filled == 1 && std::ranges::max(pieces, {}, &std::string_view::size).size() <= kLongestSection;
    }
    return filled <= 2 && heading.size() <= kLongestSection;
}

/// The next line from @p index on that is no ruler; npos at the end or at a blank line.
std::size_t skipRulers(const Text& text, std::size_t index)
{
    while (index < text.lines().size() && isRulerLine(text, index)) {
        ++index;
    }
    return index;
}

/// The cells of @p line as a row, if they are enough of one.
std::optional<Row> rowIn(std::string_view whole, std::string_view line, std::size_t width, RowStyle style)
{
    Row row {.cells = {}, .span = patchscale::spanOf(whole, line)};
    splitCells(whole, line, style.numbers, row.cells);
    if (style.hasSpacedGroups) {
        joinSpacedGroups(whole, row.cells);
    }
    const bool hasFew = valuesIn(row) < (isPiped(line) || row.cells.size() == width ? 1U : 2U);
    if (row.cells.size() < 2 || row.cells.size() > kMostColumns || hasFew) {
        return std::nullopt;
    }
    return row;
}

/// A comma between digits.
bool holdsComma(std::string_view line)
{
    const auto isDigit = [&](std::size_t at) { return at < line.size() && line[at] >= '0' && line[at] <= '9'; };
    for (auto comma = line.find(','); comma != std::string_view::npos; comma = line.find(',', comma + 1)) {
        if (comma > 0 && isDigit(comma - 1) && isDigit(comma + 1)) {
            return true;
        }
    }
    return false;
}

/// "0,748": no thousand begins with a nought.
bool holdsDecimalComma(std::string_view line)
{
    const auto isDigit = [&](std::size_t at) { return at < line.size() && line[at] >= '0' && line[at] <= '9'; };
    for (auto at = line.find("0,"); at != std::string_view::npos; at = line.find("0,", at + 1)) {
        const bool isAlone = at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t' || line[at - 1] == '|';
        auto end = at + 2;
        while (isDigit(end)) {
            ++end;
        }
        if (isAlone && end >= at + 4 && (end >= line.size() || line[end] != ',')) {
            return true;
        }
    }
    return false;
}

/// Lines @p index and the next as one row: the mailer broke it. Rows without pipes need @p width to tell.
std::optional<Row> brokenRowAt(const Text& text, std::size_t index, std::size_t width, RowStyle style, bool isPipe)
{
    const auto lines = text.lines();
    if (index + 1 >= lines.size() || lines[index + 1].kind != LineKind::Body || lines[index + 1].numbers == 0
        || lines[index + 1].quoteDepth != lines[index].quoteDepth) {
        return std::nullopt;
    }
    const auto first = trimmed(text.line(index));
    const auto second = trimmed(text.line(index + 1));
    // "| 30 | 40" above "   | 50 |" and "| 162" above "/ 156.8 | 138.6 |": the rest is shorter than what it completes.
    const bool isOpen = first.starts_with('|') && !first.ends_with('|') && second.ends_with('|')
        && (!second.starts_with('|') || std::ranges::count(second, '|') < std::ranges::count(first, '|'));
    const auto begin = lines[index].begin;
    const auto both = text.view().substr(begin, lines[index + 1].end - begin);
    if ((width == 0 && !(isPipe && isOpen)) || both.size() > kLongestRow) {
        return std::nullopt;
    }
    auto row = rowIn(text.view(), both, width, style);
    if (row && width > 0 && row->cells.size() != width) {
        return std::nullopt;
    }
    return row;
}

/// Line @p index goes on the rows above the blank line before it: it has their shape, and none of their names.
bool goesOnBelowBlank(const Text& text, std::size_t index, const Region& region, RowStyle style)
{
    const auto lines = text.lines();
    if (region.rows.empty() || index >= lines.size() || lines[index].kind != LineKind::Body
        || lines[index].quoteDepth != lines[region.rows.front().line].quoteDepth
        || isPiped(text.line(index)) != region.isPiped) {
        return false;
    }
    const auto& last = region.rows.back().row;
    const auto next = rowAt(text, index, last.cells.size(), style);
    return next && next->cells.size() == last.cells.size()
        && std::ranges::equal(
               next->cells, last.cells,
               [](const Cell& a, const Cell& b) { return (a.kind == CellKind::Text) == (b.kind == CellKind::Text); })
        && std::ranges::none_of(region.rows, [&](const RegionRow& other) {
               return other.row.cells.front().text == next->cells.front().text;
           });
}

}

RowStyle styleAt(const Text& text, std::size_t index)
{
    const auto lines = text.lines();
    RowStyle style;
    const auto last = std::min(lines.size(), index + kStyleReach) - 1;
    for (auto at = index; at <= last && lines[at].kind != LineKind::Blank; ++at) {
        if (holdsDecimalComma(text.line(at))) {
            style.numbers = NumberStyle::DecimalComma;
            return style;
        }
    }
    if (holdsComma(text.line(index))) {
        style.numbers = detectNumberStyle(text.view().substr(lines[index].begin, lines[last].end - lines[index].begin));
    }
    return style;
}

/// "Small Sample" of "| Small Sample   |          |        |".
std::string_view withoutBars(std::string_view line)
{
    const auto begin = line.find_first_not_of(" \t|");
    return begin == std::string_view::npos ? trimmed(line)
                                           : line.substr(begin, line.find_last_not_of(" \t|") - begin + 1);
}

/// Rulers, also those of Markdown with ":" for the alignment.
bool isRulerLine(const Text& text, std::size_t index)
{
    const auto& line = text.lines()[index];
    return line.kind == LineKind::Ruler
        || (line.kind == LineKind::Body && line.size() >= 3
            && text.line(index).find_first_not_of("-=+|_ .:~*\t") == std::string_view::npos);
}

std::optional<Row> rowAt(const Text& text, std::size_t index, std::size_t width, RowStyle style)
{
    const auto& line = text.lines()[index];
    const bool isShortRow = width > 0 && line.kind == LineKind::Body && line.numbers == 1 && line.size() <= kLongestRow;
    if (!isShortRow && !mayBeRow(text, index)) {
        return std::nullopt;
    }
    auto row = rowIn(text.view(), text.line(index), width, style);
    if (row && isShortRow && row->cells.size() != width) {
        return std::nullopt;
    }
    return row;
}

Region regionAt(const Text& text, std::size_t index, const Job& job)
{
    const auto lines = text.lines();
    Region region;
    region.isPiped = isPiped(text.line(index));
    const auto depth = lines[index].quoteDepth;
    auto style = styleAt(text, index);
    style.hasSpacedGroups = groupsWithBlanks(text, index);
    std::size_t section = Row::kNoSection;
    std::size_t at = index;
    while (at < lines.size() && !job.isCancelled()) {
        const auto& line = lines[at];
        if (isRulerLine(text, at)) {
            ++at;
            continue;
        }
        if (line.kind == LineKind::Blank && goesOnBelowBlank(text, at + 1, region, style)) {
            ++at;
            continue;
        }
        if (line.kind != LineKind::Body || line.quoteDepth != depth) {
            break;
        }
        const auto width = region.rows.empty() ? 0 : region.rows.front().row.cells.size();
        auto row = rowAt(text, at, width, style);
        const bool isWhole =
            row && isPiped(text.line(at)) == region.isPiped && (width == 0 || row->cells.size() == width);
        const bool endsOpen = region.isPiped && !trimmed(text.line(at)).ends_with('|');
        if (!isWhole || endsOpen) {
            if (auto broken = brokenRowAt(text, at, width, style, region.isPiped)) {
                broken->section = section;
                region.rows.push_back({.line = at, .row = std::move(*broken)});
                region.end = at += 2;
                continue;
            }
        }
        if (row && isPiped(text.line(at)) == region.isPiped) {
            row->section = section;
            region.rows.push_back({.line = at, .row = std::move(*row)});
            region.end = ++at;
            continue;
        }
        const auto below = skipRulers(text, at + 1);
        const bool leads = below < lines.size() && lines[below].kind == LineKind::Body && isSection(text, at);
        const auto next = leads ? rowAt(text, below, width, style) : std::nullopt;
        if (!next || region.rows.empty() || next->cells.size() != region.rows.front().row.cells.size()) {
            break;
        }
        section = region.sections.size();
        region.sections.push_back(withoutBars(text.line(at)));
        ++at;
    }
    return region;
}

}
