// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/spaced_groups.h"

#include "core/base/characters.h"
#include "parsers/table/blanks.h"
#include "parsers/table/cell.h"
#include "parsers/table/region.h"

#include <algorithm>
#include <vector>

namespace patchscale::table {
namespace {

/// Rows that are looked at for a first blank between digits.
constexpr std::size_t kFirstRows = 3;
constexpr std::size_t kMostRows = 16;

/// "2 345" stands somewhere in @p line: a digit, one blank and exactly three digits.
bool holdsGroup(std::string_view line)
{
    for (auto blank = line.find(' '); blank != std::string_view::npos && blank + 3 < line.size();
         blank = line.find(' ', blank + 1)) {
        const bool isGroup = blank > 0 && isDigit(line[blank - 1]) && isDigit(line[blank + 1])
            && isDigit(line[blank + 2]) && isDigit(line[blank + 3])
            && (blank + 4 >= line.size() || !isDigit(line[blank + 4]));
        if (isGroup) {
            return true;
        }
    }
    return false;
}

/// @p first is a number of up to three digits or such with groups behind it, and @p second goes on with three digits.
bool goesOn(std::string_view whole, const Cell& first, const Cell& second)
{
    if (first.kind != CellKind::Value || second.kind != CellKind::Value || !first.parts.empty()
        || !first.value.unit.empty() || second.value.isSigned) {
        return false;
    }
    const auto head = first.value.span;
    const auto tail = second.value.span;
    const auto written = whole.substr(head.offset, head.length);
    const auto digits = written.substr(written.find_last_of(" +-") + 1);
    const auto group = whole.substr(tail.offset, tail.length);
    const auto isPlain = [](std::string_view part) { return std::ranges::all_of(part, isDigit); };
    const auto end = group.find('.');
    return tail.offset == head.end() + 1 && whole[head.end()] == ' ' && isPlain(digits) && digits.size() <= 3
        && (digits.front() != '0' || written.size() > digits.size()) && group.substr(0, end).size() == 3
        && isPlain(group.substr(0, end));
}

bool isBody(const Text& text, std::size_t index)
{
    return index < text.lines().size() && text.lines()[index].kind == LineKind::Body
        && text.lines()[index].size() <= kLongestRow;
}

/// How many names the header above line @p index has; 0 if there is none.
std::size_t namesAbove(const Text& text, std::size_t index)
{
    constexpr std::size_t kReach = 3;
    for (std::size_t up = 1; up <= kReach && up <= index; ++up) {
        const auto at = index - up;
        if (!isBody(text, at) || isRulerLine(text, at)) {
            continue;
        }
        std::vector<std::string_view> pieces;
        splitPieces(text.line(at), pieces);
        return pieces.size();
    }
    return 0;
}

}

bool groupsWithBlanks(const Text& text, std::size_t index)
{
    bool hasGroup = false;
    for (auto at = index; at < index + kFirstRows && isBody(text, at) && !hasGroup; ++at) {
        hasGroup = holdsGroup(text.line(at));
    }
    const auto names = hasGroup ? namesAbove(text, index) : 0;
    if (names < 2) {
        return false;
    }
    std::size_t fitting = 0;
    std::size_t width = 0;
    std::vector<Cell> cells;
    for (auto at = index; at < index + kMostRows && isBody(text, at) && !isRulerLine(text, at); ++at) {
        splitCells(text.view(), text.line(at), NumberStyle::Plain, cells);
        const auto split = cells.size();
        joinSpacedGroups(text.view(), cells);
        const auto joined = cells.size();
        width = width == 0 ? joined : width;
        if (joined != width || (joined != names && joined != names + 1)) { // the label may have no name of its own
            return false;
        }
        fitting += split > names + 1 ? 1U : 0U;
    }
    return fitting > 0;
}

void joinSpacedGroups(std::string_view whole, std::vector<Cell>& cells)
{
    for (std::size_t i = 0; i + 1 < cells.size();) {
        if (!goesOn(whole, cells[i], cells[i + 1])) {
            ++i;
            continue;
        }
        auto joined = std::move(cells[i + 1]);
        auto& number = joined.value;
        const auto& head = cells[i];
        const bool isNegative = whole[head.value.span.offset] == '-';
        number.value = head.value.value * 1000 + (isNegative ? -number.value : number.value);
        number.span = {.offset = head.value.span.offset, .length = number.span.end() - head.value.span.offset};
        number.isSigned = head.value.isSigned;
        number.isApproximate = head.value.isApproximate;
        const auto end = joined.text.data() + joined.text.size();
        joined.text = {head.text.data(), static_cast<std::size_t>(end - head.text.data())};
        cells[i] = std::move(joined);
        cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
}

}
