// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/grid.h"
#include "parsers/table/blanks.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>

namespace patchscale::table {
namespace {

/// A heading among rows is short; a sentence is not.
constexpr std::size_t kLongestSection = 48;
/// Header lines above the rows that are looked at: names, a second line of them, a unit.
constexpr std::size_t kHeaderReach = 4;
constexpr std::size_t kMostColumns = 64;
constexpr std::size_t kLongestRow = 400;

/// "All results in ops/s.", "time is in nanoseconds": a sentence may tell the unit of the tables after it.
constexpr std::size_t kSentenceReach = 40;

bool tellsUnitOfAll(std::string_view line)
{
    constexpr auto kLeads = std::to_array<std::string_view>(
        {"results in ", "results are in ", "numbers in ", "numbers are in ", "values in ", "values are in ",
         "time is in ", "times are in ", "latency is in ", "latencies are in ", "unit is ", "unit: ", "units: "});
    return std::ranges::any_of(kLeads, [&](std::string_view lead) {
        return std::ranges::search(line, lead, [](char a, char b) { return (a | 0x20) == (b | 0x20); }).begin()
            != line.end();
    });
}

struct Candidate
{
    std::size_t line = 0;
    Row row {};
};

struct Region
{
    std::vector<Candidate> rows;
    std::vector<std::string_view> sections;
    std::vector<std::size_t> sectionLines;
    std::size_t end = 0; ///< first line behind it
    bool isPiped = false;
};

/// Rulers, also those of Markdown with ":" for the alignment.
bool isRulerLine(const Text& text, std::size_t index)
{
    const auto& line = text.lines()[index];
    return line.kind == LineKind::Ruler
        || (line.kind == LineKind::Body && line.size() >= 3
            && text.line(index).find_first_not_of("-=+|_ .:~*\t") == std::string_view::npos);
}

SourceSpan lineSpan(const Line& line)
{
    return {.offset = line.begin, .length = line.size()};
}

std::size_t valuesIn(const Row& row)
{
    return static_cast<std::size_t>(std::ranges::count(row.cells, CellKind::Value, &Cell::kind));
}

/// @p width is that of the rows above: a row of the same width may have but one value, the others missing.
std::optional<Row> rowAt(const Text& text, std::size_t index, std::size_t width = 0)
{
    const auto& line = text.lines()[index];
    const bool isShortRow = width > 0 && line.kind == LineKind::Body && line.numbers == 1 && line.size() <= kLongestRow;
    if (!isShortRow && !mayBeRow(text, index)) {
        return std::nullopt;
    }
    Row row {.cells = {}, .span = lineSpan(line)};
    splitCells(text.view(), text.line(index), NumberStyle::Plain, row.cells);
    const auto values = valuesIn(row);
    const bool isPipe = isPiped(text.line(index));
    const bool hasFew = values < (isPipe || row.cells.size() == width ? 1U : 2U);
    if (row.cells.size() < 2 || row.cells.size() > kMostColumns || hasFew
        || (isShortRow && row.cells.size() != width)) {
        return std::nullopt;
    }
    return row;
}

bool isSection(const Text& text, std::size_t index)
{
    const auto& line = text.lines()[index];
    const auto heading = trimmed(text.line(index));
    if (line.kind != LineKind::Body || heading.empty() || heading.size() > kLongestSection || heading.ends_with('.')) {
        return false;
    }
    std::vector<std::string_view> pieces;
    splitPieces(heading, pieces);
    const auto filled = std::ranges::count_if(pieces, [](std::string_view piece) { return !piece.empty(); });
    return filled <= 2 && (!isPiped(heading) || filled == 1);
}

/// The next line from @p index on that is no ruler; npos at the end or at a blank line.
std::size_t skipRulers(const Text& text, std::size_t index)
{
    while (index < text.lines().size() && isRulerLine(text, index)) {
        ++index;
    }
    return index;
}

Region regionAt(const Text& text, std::size_t index, const Job& job)
{
    const auto lines = text.lines();
    Region region;
    region.isPiped = isPiped(text.line(index));
    const auto depth = lines[index].quoteDepth;
    std::size_t section = Row::kNoSection;
    std::size_t at = index;
    while (at < lines.size() && !job.isCancelled()) {
        const auto& line = lines[at];
        if (isRulerLine(text, at)) {
            ++at;
            continue;
        }
        if (line.kind != LineKind::Body || line.quoteDepth != depth) {
            break;
        }
        const auto width = region.rows.empty() ? 0 : region.rows.front().row.cells.size();
        if (auto row = rowAt(text, at, width); row && isPiped(text.line(at)) == region.isPiped) {
            row->section = section;
            region.rows.push_back({.line = at, .row = std::move(*row)});
            region.end = ++at;
            continue;
        }
        const auto below = skipRulers(text, at + 1);
        const bool leads = below < lines.size() && lines[below].kind == LineKind::Body && isSection(text, at);
        const auto next = leads ? rowAt(text, below) : std::nullopt;
        if (!next || region.rows.empty() || next->cells.size() != region.rows.front().row.cells.size()) {
            break;
        }
        section = region.sections.size();
        region.sections.push_back(trimmed(text.line(at)));
        region.sectionLines.push_back(at);
        ++at;
    }
    return region;
}

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

/// Whether a line that reads as a row is the header of the others: words stand where they have values.
bool isHeaderRow(const Row& row, std::span<const Candidate> others)
{
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
        if (row.cells[column].kind != CellKind::Text) {
            continue;
        }
        const auto values = std::ranges::count_if(others, [&](const Candidate& other) {
            return column < other.row.cells.size() && other.row.cells[column].kind == CellKind::Value;
        });
        if (!others.empty() && static_cast<std::size_t>(values) * 4 >= others.size() * 3) {
            return true;
        }
    }
    return false;
}

bool isVersionLine(const std::vector<std::string_view>& pieces)
{
    return pieces.size() >= 2 && std::ranges::all_of(pieces, [](std::string_view piece) {
               const auto digits = piece.starts_with('v') ? piece.substr(1) : piece;
               return digits.size() > 2 && digits.front() >= '0' && digits.front() <= '9' && digits.contains('.')
                   && !digits.contains(' ');
           });
}

/// Header cells that are broken over lines: "Baseline" over "+ patch" between pipes, "4.9.0-rc5" over "vanilla".
void joinHeaderLines(Table& table)
{
    auto& lines = table.header;
    for (std::size_t i = 0; i + 1 < lines.size();) {
        const bool isSameShape = lines[i].size() == lines[i + 1].size() && lines[i].size() >= 2;
        const bool isBroken = table.isPiped && std::ranges::any_of(lines[i + 1], &std::string_view::empty);
        if (!isSameShape || (!isBroken && (table.isPiped || !isVersionLine(lines[i])))) {
            ++i;
            continue;
        }
        for (std::size_t column = 0; column < lines[i].size(); ++column) {
            const auto upper = lines[i][column];
            const auto lower = lines[i + 1][column];
            if (upper.empty() || lower.empty()) {
                lines[i][column] = upper.empty() ? lower : upper;
                continue;
            }
            table.joined.push_back(std::make_shared<const std::string>(std::string(upper) + " " + std::string(lower)));
            lines[i][column] = *table.joined.back();
        }
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
}

/// The header lines above line @p first, the first true row. From @p begin on they are surely such, because they were
/// taken for rows; above it a row belongs to another table.
void addHeader(const Text& text, std::size_t begin, std::size_t first, Table& table)
{
    const auto lines = text.lines();
    std::vector<std::string_view> pieces;
    bool sawBlank = false;
    std::size_t at = first;
    std::vector<std::vector<std::string_view>> found; // nearest first
    while (at > 0 && found.size() < kHeaderReach) {
        const auto& line = lines[--at];
        if (isRulerLine(text, at)) {
            continue;
        }
        if (line.kind == LineKind::Blank) {
            if (sawBlank || !found.empty()) {
                break;
            }
            sawBlank = true;
            continue;
        }
        if (line.kind != LineKind::Body || line.size() > kLongestRow) {
            break;
        }
        splitPieces(text.line(at), pieces);
        const bool isSentence = pieces.size() < 2 && trimmed(text.line(at)).size() > kLongestSection;
        const bool isOtherRow = at < begin && rowAt(text, at);
        if (isSentence || isOtherRow || pieces.empty()) {
            break;
        }
        found.push_back(pieces);
        table.span.length += table.span.offset - line.begin;
        table.span.offset = line.begin;
    }
    table.header.assign(found.rbegin(), found.rend());
    joinHeaderLines(table);
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

void addTitles(const Text& text, Table& table)
{
    const auto lines = text.lines();
    std::size_t at = text.lineAt(table.span.offset);
    const auto rows = text.lineAt(table.rows.front().span.offset);
    bool isNear = true;
    while (at > 0 && table.titles.size() < 3) {
        const auto& line = lines[--at];
        if (isRulerLine(text, at)) {
            continue;
        }
        if (line.kind == LineKind::Body) {
            if (rowAt(text, at)) {
                break; // the table above
            }
            table.titles.push_back(trimmed(text.line(at)));
            table.nearTitles += isNear ? 1U : 0U;
        } else if (line.kind == LineKind::Blank) {
            isNear = false;
        } else {
            break;
        }
    }
    bool hasTableBetween = false;
    for (at = rows; at > 0 && rows - at < kSentenceReach && table.unitSentence.empty(); --at) {
        const auto above = text.line(at - 1);
        hasTableBetween = hasTableBetween || rowAt(text, at - 1).has_value();
        const bool speaksOfAll =
            above.find("All ") != std::string_view::npos || above.find("all ") != std::string_view::npos;
        if (lines[at - 1].kind == LineKind::Body && lines[at - 1].numbers < 2 && tellsUnitOfAll(above)
            && (!hasTableBetween || speaksOfAll)) {
            table.unitSentence = trimmed(above);
        }
        if (table.command.empty() && above.find("./Run ") != std::string_view::npos) {
            table.command = trimmed(above);
        }
    }
}

std::optional<Table> gridAt(const Text& text, std::size_t index, std::size_t& next, const Job& job)
{
    next = index + 1;
    if (!rowAt(text, index)) {
        return std::nullopt;
    }
    auto region = regionAt(text, index, job);
    next = std::max(next, region.end);
    Table table;
    table.isPiped = region.isPiped;

    // The lines that read as rows above the true rows may be a header: "jobs | 5.6 | 5.6 patched".
    auto first = region.rows.begin();
    while (region.rows.end() - first > 1 && isHeaderRow(first->row, {first + 1, region.rows.end()})) {
        ++first;
    }
    region.rows.erase(region.rows.begin(), first);
    const auto width = commonWidth(region);
    for (auto& candidate : region.rows) {
        if (candidate.row.cells.size() + 1 == width) {
            splitGluedValue(text.view(), candidate.row);
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
    addTitles(text, table);
    return table;
}

}
