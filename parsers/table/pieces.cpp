// SPDX-License-Identifier: GPL-3.0-or-later
// How a line is taken apart into cells.
#include "core/base/characters.h"
#include "parsers/table/blanks.h"
#include "parsers/table/brackets.h"
#include "parsers/table/cell.h"
#include "parsers/table/spaced_groups.h"

#include <algorithm>
#include <array>

namespace patchscale::table {
namespace {

/// mmtests marks significant changes with stars instead of brackets; ten columns and the stars.
constexpr std::size_t kStarReach = 14;

bool startsPart(std::string_view piece)
{
    return piece.starts_with('(') || piece.starts_with('[') || piece.starts_with('*') || plusMinusLength(piece, 0) > 0;
}

/// Reads the pieces of "1167.0 1288.6 10.4%" into cells of their own; false (and nothing added) if there is more.
bool readSeveral(std::string_view whole, std::string_view piece, NumberStyle style, std::vector<Cell>& out)
{
    const auto before = out.size();
    std::size_t pos = 0;
    while ((pos = skipBlanks(piece, pos)) < piece.size()) {
        const auto begin = pos;
        auto cell = readValue(whole, piece, pos, style);
        while (cell && pos < piece.size() && (piece[pos] == ',' || piece[pos] == ';')) {
            ++pos;
        }
        if (!cell || (pos < piece.size() && blankLength(piece, pos) == 0)) {
            out.resize(before);
            return false;
        }
        cell->text = trimmed(piece.substr(begin, pos - begin));
        out.push_back(std::move(*cell));
    }
    return out.size() > before;
}

/// "12 345" between pipes is one number, since the pipes part the cells.
void readSpacedNumber(std::string_view whole, std::string_view piece, NumberStyle style, Cell& cell)
{
    std::vector<Cell> parts;
    if (piece.empty() || !isDigit(piece.front()) || !readSeveral(whole, piece, style, parts)) {
        return;
    }
    joinSpacedGroups(whole, parts);
    if (parts.size() == 1) {
        cell = std::move(parts.front());
    }
}

/// A mark behind a row, "^" or "*" or "(!)" or "<<< throttled", is no cell of it.
bool isRemark(const Cell& cell)
{
    constexpr auto kArrows = std::to_array<std::string_view>({"<<", "<-", "<=", "-->", "==>", "//"});
    const bool isMark = cell.text.size() <= 3 && cell.text.find_first_not_of("^*#!+<>()") == std::string_view::npos;
    return cell.kind == CellKind::Text && (isMark || std::ranges::any_of(kArrows, [&](std::string_view arrow) {
                                               return cell.text.starts_with(arrow);
                                           }));
}

/// "copies=128", "aggrb=1493.2MB/s"
bool isAssignment(std::string_view text)
{
    const auto sign = text.find('=');
    return sign != std::string_view::npos && sign > 0 && std::ranges::all_of(text.substr(0, sign), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
           });
}

/// "JZ4775", "X2000(SMT off)": what follows a change is the name of its row, and no word of a sentence.
bool startsName(std::string_view text)
{
    return text.size() > 1 && text.front() >= 'A' && text.front() <= 'Z' && text.find(". ") == std::string_view::npos
        && std::ranges::count(text, ' ') <= 3;
}

/// Where the values of "1 parallel: 1167.0 1288.6" begin, or npos.
std::size_t valuesBehindColon(std::string_view piece)
{
    for (auto colon = piece.find(':'); colon != std::string_view::npos; colon = piece.find(':', colon + 1)) {
        const auto next = skipBlanks(piece, colon + 1);
        if (next > colon + 1 && next < piece.size() && colon > 0) {
            const char c = piece[next];
            if (isDigit(c)
                || ((c == '-' || c == '+' || c == '~') && next + 1 < piece.size() && isDigit(piece[next + 1]))) {
                return next;
            }
        }
    }
    return std::string_view::npos;
}

void addPiece(std::string_view whole, std::string_view piece, NumberStyle style, std::vector<Cell>& out)
{
    auto cell = readCell(whole, piece, style);
    if (cell.kind != CellKind::Text || piece.find_first_of("0123456789") == std::string_view::npos) {
        out.push_back(std::move(cell));
        return;
    }
    if (readSeveral(whole, piece, style, out)) {
        return;
    }
    if (const auto percent = piece.find("% "); percent != std::string_view::npos && !out.empty()) {
        const auto name = trimmed(piece.substr(percent + 2)); // "-4.4% JZ4775": one blank before the label at the end
        auto change = readCell(whole, piece.substr(0, percent + 1), style);
        if (change.kind == CellKind::Value && out.back().kind == CellKind::Value && startsName(name)) {
            out.push_back(std::move(change));
            out.push_back(Cell {.text = name});
            return;
        }
    }
    if (const auto values = valuesBehindColon(piece); values != std::string_view::npos) {
        out.push_back(Cell {.text = trimmed(piece.substr(0, values))});
        if (readSeveral(whole, piece.substr(values), style, out)) {
            return;
        }
        out.pop_back();
    }
    out.push_back(std::move(cell));
}

void splitPipes(std::string_view line, std::vector<std::string_view>& out)
{
    line = trimmed(line);
    if (line.starts_with('|')) {
        line.remove_prefix(1);
    }
    if (line.ends_with('|')) {
        line.remove_suffix(1);
    }
    for (std::size_t begin = 0; begin <= line.size();) {
        const auto end = std::min(line.find('|', begin), line.size());
        out.push_back(trimmed(line.substr(begin, end - begin)));
        begin = end + 1;
    }
}

void splitGaps(std::string_view line, std::vector<std::string_view>& out)
{
    std::size_t pos = skipBlanks(line, 0);
    std::size_t begin = pos;
    while (pos < line.size()) {
        const char c = line[pos];
        if (c == '(' || c == '[') {
            const auto close = closingBracket(line, pos);
            pos = close == std::string_view::npos ? pos + 1 : close + 1;
            continue;
        }
        if (c == '*' && pos + 1 < line.size() && blankLength(line, pos + 1) > 0) { // "*  -3.04%*"
            const auto close = line.find('*', pos + 1);
            const auto digit = line.find_first_not_of(" +-", pos + 1);
            if (close < pos + kStarReach && digit < close && isDigit(line[digit])) {
                pos = close + 1;
                continue;
            }
        }
        const auto blank = blankLength(line, pos);
        const bool isGap = c == '\t' || c == '\n' || (blank > 0 && blankLength(line, pos + blank) > 0);
        if (!isGap) {
            ++pos;
            continue;
        }
        const auto next = skipBlanks(line, pos);
        if (c != '\t' && linesUpName(line.substr(begin, pos - begin), line.substr(next))) {
            pos = next;
            continue;
        }
        out.push_back(line.substr(begin, pos - begin));
        begin = pos = next;
    }
    if (const auto last = trimmed(line.substr(std::min(begin, line.size()))); !last.empty()) {
        out.push_back(last);
    }
}

}

bool linesUpName(std::string_view word, std::string_view rest)
{
    constexpr auto kWords = std::to_array<std::string_view>({"w/", "W/", "w/o", "with", "With", "without"});
    constexpr auto kNames = std::to_array<std::string_view>({"patch", "this ", "the ", "series", "fix"});
    return std::ranges::find(kWords, word) != kWords.end()
        && std::ranges::any_of(kNames, [&](std::string_view name) { return rest.starts_with(name); });
}

bool isPiped(std::string_view line)
{
    const auto first = line.find('|');
    return first != std::string_view::npos
        && (trimmed(line).starts_with('|') || line.find('|', first + 1) != std::string_view::npos
            || (first > 0 && first + 1 < line.size() && blankLength(line, first - 1) > 0
                && blankLength(line, first + 1) > 0));
}

void splitPieces(std::string_view line, std::vector<std::string_view>& out)
{
    out.clear();
    if (isPiped(line)) {
        splitPipes(line, out);
    } else {
        splitGaps(line, out);
    }
}

void splitCells(std::string_view whole, std::string_view line, NumberStyle style, std::vector<Cell>& out)
{
    out.clear();
    std::vector<std::string_view> pieces;
    splitPieces(line, pieces);
    if (isPiped(line)) {
        for (const auto piece : pieces) {
            out.push_back(readCell(whole, piece, style));
            if (out.back().kind == CellKind::Text) {
                readSpacedNumber(whole, piece, style, out.back());
            }
        }
        return;
    }
    for (auto piece : pieces) {
        if (piece == ":" || piece == "=") {
            continue;
        }
        if (!out.empty() && piece.starts_with(": ")) { // "Min (MB/s)    : 2215.06"
            piece = trimmed(piece.substr(2));
        }
        // perf's "#" stands between an event and what is derived from it: all of it is the row's label.
        const bool joinsLabel = !out.empty() && out.back().kind == CellKind::Text
            && (piece.starts_with('#') || out.back().text.ends_with('#'));
        if (joinsLabel && readCell(whole, piece, style).kind == CellKind::Text) {
            const auto* begin = out.back().text.data();
            out.back().text = std::string_view(begin, static_cast<std::size_t>(piece.data() + piece.size() - begin));
            continue;
        }
        if (!out.empty() && out.back().kind == CellKind::Value && startsPart(piece)) {
            const auto* begin = out.back().text.data();
            const std::string_view joined(begin, static_cast<std::size_t>(piece.data() + piece.size() - begin));
            if (auto cell = readCell(whole, joined, style); cell.kind == CellKind::Value) {
                out.back() = std::move(cell);
                continue;
            }
        }
        addPiece(whole, piece, style, out);
    }
    while (out.size() > 2 && isRemark(out.back())) {
        out.pop_back();
    }
    // "copies=128  10879.3  11755.8": what selects the case, unless the other cells name their values too
    const bool namesCase = out.size() > 1 && isAssignment(out.front().text) && out.front().kind == CellKind::Value
        && out.front().value.unit.empty() && !isAssignment(out[1].text);
    if (namesCase) {
        out.front() = Cell {.text = out.front().text};
    }
}

}
