// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/symbol_row.h"

#include "core/base/characters.h"

#include <algorithm>

namespace patchscale::perf {
namespace {

constexpr std::string_view kSeparators = ",;|";

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::size_t skipBlanks(std::string_view text, std::size_t pos)
{
    while (pos < text.size() && isBlank(text[pos])) {
        ++pos;
    }
    return pos;
}

std::size_t skipDigits(std::string_view text, std::size_t pos)
{
    while (pos < text.size() && isDigit(text[pos])) {
        ++pos;
    }
    return pos;
}

/// Length of the percentage at @p pos without its "%", or 0.
std::size_t percentLength(std::string_view text, std::size_t pos)
{
    const auto begin = pos;
    if (pos < text.size() && (text[pos] == '+' || text[pos] == '-')) {
        ++pos;
    }
    const auto digits = pos;
    pos = skipDigits(text, pos);
    if (pos == digits) {
        return 0;
    }
    if (pos < text.size() && text[pos] == '.') {
        pos = skipDigits(text, pos + 1);
    }
    constexpr std::size_t kLongest = 16; // longer ones are no percentages of anything
    if (pos >= text.size() || text[pos] != '%' || pos - begin > kLongest) {
        return 0;
    }
    const auto after = pos + 1;
    const bool ends = after >= text.size() || isBlank(text[after]) || kSeparators.contains(text[after]);
    return ends ? pos - begin : 0;
}

bool isLevelAt(std::string_view text, std::size_t pos)
{
    constexpr std::string_view kLevels = "k.guH!";
    if (pos + 3 > text.size() || text[pos + 2] != ']' || !kLevels.contains(text[pos + 1])) {
        return false;
    }
    const bool starts =
        pos == 0 || isBlank(text[pos - 1]) || kSeparators.contains(text[pos - 1]) || text[pos - 1] == ':';
    return starts && (pos + 3 == text.size() || isBlank(text[pos + 3]));
}

}

bool SymbolRow::isSigned() const
{
    return std::any_of(percents.begin(), percents.begin() + percentCount,
                       [](std::string_view digits) { return digits.starts_with('+') || digits.starts_with('-'); });
}

std::string_view trimmed(std::string_view text)
{
    const auto begin = skipBlanks(text, 0);
    auto end = text.size();
    while (end > begin && isBlank(text[end - 1])) {
        --end;
    }
    return text.substr(begin, end - begin);
}

std::string_view withoutLineNumber(std::string_view line)
{
    const auto begin = skipBlanks(line, 0);
    const auto end = skipDigits(line, begin);
    const auto next = skipBlanks(line, end);
    if (end == begin || next == end || next >= line.size()) {
        return line;
    }
    return line[next] == '#' || percentLength(line, next) > 0 ? line.substr(end) : line;
}

std::optional<SymbolRow> symbolRow(std::string_view line)
{
    auto pos = skipBlanks(line, 0);
    if (pos + 1 < line.size() && (line[pos] == '+' || line[pos] == '-') && isBlank(line[pos + 1])) {
        pos = skipBlanks(line, pos + 1); // the fold mark of the interactive view
    } else if (pos < line.size() && isDigit(line[pos]) && percentLength(line, pos) == 0) {
        const auto rest = withoutLineNumber(line);
        pos = skipBlanks(line, line.size() - rest.size());
    }
    SymbolRow row {.indent = pos};
    while (row.percentCount < kMaxPercents) {
        const auto length = percentLength(line, pos);
        if (length == 0) {
            break;
        }
        row.percents[row.percentCount++] = line.substr(pos, length);
        row.percentEnd = pos + length;
        pos = skipBlanks(line, pos + length + 1);
        if (pos < line.size() && (kSeparators.contains(line[pos]) || line[pos] == ':')) {
            pos = skipBlanks(line, pos + 1);
        }
    }
    if (row.percentCount == 0) {
        return std::nullopt;
    }
    row.rest = trimmed(line.substr(pos));
    splitAtLevel(row);
    return row;
}

void splitAtLevel(SymbolRow& row)
{
    for (auto pos = row.rest.find('['); pos != std::string_view::npos; pos = row.rest.find('[', pos + 1)) {
        if (isLevelAt(row.rest, pos)) {
            row.level = row.rest[pos + 1];
            row.middle = trimmed(row.rest.substr(0, pos));
            row.symbol = trimmed(row.rest.substr(pos + 3));
            return;
        }
    }
    row.middle = row.rest;
}

std::vector<std::string_view> flatSymbolRows(std::string_view line)
{
    constexpr std::size_t kMostWordsBeforeLevel = 8;
    std::vector<std::string_view> rows;
    const auto wordEnd = [line](std::size_t pos) {
        while (pos < line.size() && !isBlank(line[pos])) {
            ++pos;
        }
        return pos;
    };
    for (auto pos = skipBlanks(line, 0); pos < line.size();) {
        if (percentLength(line, pos) == 0) {
            pos = skipBlanks(line, wordEnd(pos));
            continue;
        }
        const auto begin = pos;
        std::size_t words = 0;
        while (pos < line.size() && words < kMostWordsBeforeLevel && !isLevelAt(line, pos)) {
            words += percentLength(line, pos) == 0 ? 1 : 0;
            pos = skipBlanks(line, wordEnd(pos));
        }
        if (pos >= line.size() || !isLevelAt(line, pos)) {
            continue;
        }
        // A symbol of C++ goes on until its brackets are closed.
        auto end = skipBlanks(line, pos + 3);
        int open = 0;
        do {
            const auto next = wordEnd(skipBlanks(line, end));
            for (; end < next; ++end) {
                const char c = line[end];
                open += c == '(' || c == '<' ? 1 : c == ')' || (c == '>' && line[end - 1] != '-') ? -1 : 0;
            }
        } while (open > 0 && end < line.size());
        rows.push_back(line.substr(begin, end - begin));
        pos = skipBlanks(line, end);
    }
    return rows;
}

bool startsWithLevel(std::string_view text)
{
    text = trimmed(text);
    return isLevelAt(text, 0) && text.size() > 4;
}

void splitCells(std::string_view text, char separator, std::vector<std::string_view>& out)
{
    out.clear();
    if (separator != 0) {
        for (;;) {
            const auto end = text.find(separator);
            out.push_back(trimmed(text.substr(0, end)));
            if (end == std::string_view::npos) {
                return;
            }
            text.remove_prefix(end + 1);
        }
    }
    std::size_t pos = skipBlanks(text, 0);
    while (pos < text.size()) {
        auto end = pos;
        while (end < text.size() && text[end] != '\t' && !(isBlank(text[end]) && skipBlanks(text, end) != end + 1)) {
            ++end;
        }
        out.push_back(trimmed(text.substr(pos, end - pos)));
        pos = skipBlanks(text, end);
    }
}

std::vector<std::string_view> eventNames(std::string_view event)
{
    if (const auto open = event.find('{'); open != std::string_view::npos) {
        event = event.substr(open + 1, event.rfind('}') - open - 1);
    }
    std::vector<std::string_view> names;
    bool isInSlashes = false;
    std::size_t begin = 0;
    for (std::size_t pos = 0; pos <= event.size(); ++pos) {
        if (pos < event.size() && event[pos] == '/') {
            isInSlashes = !isInSlashes;
        }
        if (pos == event.size() || (event[pos] == ',' && !isInSlashes)) {
            if (const auto name = trimmed(event.substr(begin, pos - begin)); !name.empty()) {
                names.push_back(name);
            }
            begin = pos + 1;
        }
    }
    return names;
}

std::string_view canonicalDso(std::string_view dso)
{
    constexpr auto kKernel = std::to_array<std::string_view>({"[kernel.kallsyms]", "[kernel.vmlinux]", "vmlinux"});
    if (std::ranges::find(kKernel, dso) != kKernel.end() || dso.starts_with("[kernel.kallsyms].")) {
        return "[kernel]";
    }
    return dso;
}

bool looksLikeDso(std::string_view cell)
{
    if (cell.starts_with('[') && cell.contains(']')) {
        return true;
    }
    const auto so = cell.find(".so");
    return cell == "vmlinux" || (so != std::string_view::npos && (so + 3 == cell.size() || cell[so + 3] == '.'));
}

}
