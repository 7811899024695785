// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/grid_header.h"

#include "parsers/table/blanks.h"
#include "parsers/table/grid.h"
#include "parsers/table/region.h"

#include <algorithm>
#include <array>

namespace patchscale::table {
namespace {

/// Header lines above the rows that are looked at: names, a second line of them, a unit.
constexpr std::size_t kHeaderReach = 4;

/// "All results in ops/s.", "time is in nanoseconds": a sentence may tell the unit of the tables after it.
constexpr std::size_t kSentenceReach = 40;

bool tellsUnitOfAll(std::string_view line)
{
    constexpr auto kLeads = std::to_array<std::string_view>(
        {"results in ", "results are in ", "numbers in ", "numbers are in ", "values in ", "values are in ",
         "time is in ", "times are in ", "latency is in ", "latencies are in ", "unit is ", "unit: ", "units: "});
    // all of them hold "in ", "it is " or "its: ": one look turns nearly every line away
    const auto isHint = [&](std::size_t at) {
        const auto lower = [&](std::size_t i) { return line[i] | 0x20; };
        return lower(at) == 'i'
            && ((lower(at + 1) == 'n' && lower(at + 2) == ' ')
                || (lower(at + 1) == 't' && (lower(at + 2) == ' ' || lower(at + 2) == ':' || lower(at + 2) == 's')));
    };
    bool hasHint = false;
    for (std::size_t at = 0; at + 2 < line.size() && !hasHint; ++at) {
        hasHint = isHint(at);
    }
    return hasHint && std::ranges::any_of(kLeads, [&](std::string_view lead) {
               return std::ranges::search(line, lead, [](char a, char b) { return (a | 0x20) == (b | 0x20); }).begin()
                   != line.end();
           });
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

/// The first of the sub-headings stands above all rows, where it looks like a line of the header.
void takeFirstSection(Table& table)
{
    if (table.sections.empty() || table.header.size() < 2) {
        return;
    }
    const auto& last = table.header.back();
    const bool isLabelAlone =
        !last.front().empty() && std::ranges::all_of(last.begin() + 1, last.end(), &std::string_view::empty);
    const bool isFirstOpen = table.rows.front().section == Row::kNoSection;
    if (!isLabelAlone || !isFirstOpen) {
        return;
    }
    for (auto& row : table.rows) {
        if (row.section == Row::kNoSection) {
            row.section = table.sections.size();
        }
    }
    table.sections.push_back(last.front());
    table.header.pop_back();
}

/// Whether the last column of @p table holds changes in percent.
bool endsInChanges(const Table& table)
{
    return std::ranges::all_of(table.rows, [](const Row& row) {
        return row.cells.back().kind == CellKind::Value && row.cells.back().value.isPercent();
    });
}

/// "rw          bs hipri=0 hipri=1": heads that one blank parts, where each word makes one of the columns of @p table,
/// or of all but a last one of changes. Others are left as they are.
void splitWords(const Table& table, std::string_view line, std::vector<std::string_view>& pieces)
{
    const auto columns = table.columns();
    if (isPiped(line) || pieces.size() < 2 || pieces.size() + 1 >= columns) {
        return;
    }
    std::vector<std::string_view> words;
    for (auto pos = skipBlanks(line, 0); pos < line.size(); pos = skipBlanks(line, pos)) {
        const auto begin = pos;
        while (pos < line.size() && blankLength(line, pos) == 0) {
            ++pos;
        }
        words.push_back(line.substr(begin, pos - begin));
    }
    if (words.size() + 1 == columns && endsInChanges(table)) {
        words.push_back(line.substr(line.size())); // a change without a head
    }
    const bool isRepeated = std::ranges::any_of( // "Unpatched Kernel  Patched Kernel" are two heads and not four
        words, [&](std::string_view word) { return !word.empty() && std::ranges::count(words, word) > 1; });
    if (words.size() == columns && !isRepeated) {
        pieces = std::move(words);
    }
}

}

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
        if (found.empty()) {
            splitWords(table, text.line(at), pieces);
        }
        found.push_back(pieces);
        table.span.length += table.span.offset - line.begin;
        table.span.offset = line.begin;
    }
    table.header.assign(found.rbegin(), found.rend());
    takeFirstSection(table);
    joinHeaderLines(table);
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
    const auto hasTableFrom = [&](std::size_t first) {
        for (auto line = first; line < rows; ++line) {
            if (rowAt(text, line)) {
                return true;
            }
        }
        return false;
    };
    for (at = rows; at > 0 && rows - at < kSentenceReach && table.unitSentence.empty(); --at) {
        const auto above = text.line(at - 1);
        if (lines[at - 1].kind == LineKind::Body && lines[at - 1].numbers < 2 && tellsUnitOfAll(above)) {
            const bool speaksOfAll =
                above.find("All ") != std::string_view::npos || above.find("all ") != std::string_view::npos;
            table.unitSentence = speaksOfAll || !hasTableFrom(at - 1) ? trimmed(above) : std::string_view {};
        }
        if (table.command.empty() && above.find("./Run ") != std::string_view::npos) {
            table.command = trimmed(above);
        }
    }
}

}
