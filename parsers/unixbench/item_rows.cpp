// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/unixbench/item_rows.h"

#include "parsers/context/phrase_words.h"
#include "parsers/unixbench/item_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace patchscale::unix_bench {
namespace {

struct Name
{
    std::string_view text;
    std::optional<KnownTest> known;
    std::size_t end = 0;
};

/// The name of a test at @p pos: a known one, or at the start of a line whatever stands before its last @p cells.
std::optional<Name> nameAt(std::string_view text, std::size_t pos, bool takesUnknown, std::size_t cells,
                           const std::optional<KnownTest>& known)
{
    if (known && !known->isShort) {
        std::size_t end = pos + known->length;
        end = end < text.size() && text[end] == ':' ? end + 1 : end;
        const auto next = skipBlanks(text, end);
        const bool goesOn = next < text.size() && isLetter(text[next]) && next != end;
        if (!goesOn) {
            return Name {.text = known->name, .known = known, .end = end};
        }
    }
    if (!takesUnknown || pos >= text.size() || !(isLetter(text[pos]) || isDigit(text[pos]))) {
        return std::nullopt;
    }
    // from the right: the last cells of the line that are numbers
    const auto end = lineEnd(text, pos);
    std::size_t nameEnd = end;
    std::size_t cut = end;
    for (std::size_t count = 0;; ++count) {
        while (cut > pos && isBlank(text[cut - 1])) {
            --cut;
        }
        std::size_t begin = cut;
        while (begin > pos && !isBlank(text[begin - 1])) {
            --begin;
        }
        const bool isCell = begin < cut && (plainNumber(text, begin) || dashesAt(text, begin) != 0);
        if (!isCell || count == cells) {
            nameEnd = cut;
            break;
        }
        cut = begin;
    }
    if (nameEnd == end || nameEnd <= pos + 2 || nameEnd > pos + 80) {
        return std::nullopt;
    }
    return Name {.text = text.substr(pos, nameEnd - pos), .known = {}, .end = nameEnd};
}

struct UnitWord
{
    std::string_view lower;
    std::string_view usual;
};
constexpr auto kUnits = std::to_array<UnitWord>({{.lower = "lps", .usual = "lps"},
                                                 {.lower = "lpm", .usual = "lpm"},
                                                 {.lower = "kbps", .usual = "KBps"},
                                                 {.lower = "mwips", .usual = "MWIPS"},
                                                 {.lower = "score", .usual = "score"},
                                                 {.lower = "fps", .usual = "fps"}});

/// The unit of a sample row at @p pos, in its usual case.
std::string_view unitAt(std::string_view text, std::size_t pos)
{
    for (const auto& unit : kUnits) {
        const auto end = pos + unit.lower.size();
        if (startsWith(text, pos, unit.lower) && (end >= text.size() || !isLetter(text[end]))) {
            return unit.usual;
        }
    }
    return {};
}

/// A quick look: could a unit stand behind the number that begins at @p pos of a line that ends at @p end?
bool mayHaveUnit(std::string_view text, std::size_t pos, std::size_t end)
{
    const auto isExponent = [&](std::size_t at) { return (text[at] | 0x20) == 'e' && at + 1 < end; };
    while (pos < end && !isBlank(text[pos]) && text[pos] != '|' && (!isLetter(text[pos]) || isExponent(pos))) {
        ++pos;
    }
    return !unitAt(text, skipBlanks(text, pos)).empty();
}

/// "(10.0 s, 7 samples)", also wrapped or squeezed.
struct SampleTail
{
    int samples = 0;
    std::size_t end = 0;
};

std::optional<SampleTail> sampleTailAt(std::string_view text, std::size_t pos)
{
    if (pos >= text.size() || text[pos] != '(') {
        return std::nullopt;
    }
    const auto close = text.find(')', pos);
    if (close == std::string_view::npos || close - pos > 60) {
        return std::nullopt;
    }
    const auto inner = lowered(text.substr(pos + 1, close - pos - 1));
    const auto comma = inner.find(',');
    const auto word = inner.find("sample");
    if (comma == std::string::npos || word == std::string::npos || word < comma) {
        return std::nullopt;
    }
    SampleTail tail {.samples = 0, .end = close + 1};
    for (const char c : inner.substr(comma + 1, word - comma - 1)) {
        if (isDigit(c) && tail.samples < 100000) {
            tail.samples = tail.samples * 10 + (c - '0');
        }
    }
    return tail.samples > 0 ? std::optional(tail) : std::nullopt;
}

void assign(Item& item, Column column, const std::optional<Figure>& value)
{
    switch (column) {
    case Column::Baseline:
        item.baseline = value;
        break;
    case Column::Result:
        item.result = value;
        break;
    case Column::Index:
        item.index = value;
        break;
    }
}

/// What follows the last number of a row: its end, another row beside it, a ruler or a remark, but no more numbers.
bool endsRow(std::string_view text, std::size_t next)
{
    if (next >= text.size() || text[next] == '\n' || isLetter(text[next]) || text[next] == '=' || text[next] == '<') {
        return true;
    }
    return isDigit(text[next]) && knownTestAt(text.substr(next, 60)).has_value();
}

bool isFullRow(const Item& item)
{
    return item.baseline && item.result && item.index;
}

}

std::optional<Item> sampleAt(std::string_view text, std::size_t pos, bool isLineStart,
                             const std::optional<KnownTest>& known)
{
    std::size_t nameEnd = 0;
    std::string_view name;
    std::optional<Number> value;
    std::string_view unit;
    const auto read = [&](std::size_t at) {
        value = numberAt(text, at);
        if (!value || value->span.offset != at) {
            return false;
        }
        unit = unitAt(text, skipBlanks(text, value->span.end()));
        return !unit.empty();
    };
    const bool isKnown = known && !known->isShort && read(skipBlanks(text, pos + known->length));
    if (isKnown) {
        name = known->name;
        nameEnd = pos + known->length;
    } else {
        if (!isLineStart || !isLetter(text[pos])) {
            return std::nullopt;
        }
        const auto end = lineEnd(text, pos);
        bool found = false;
        for (std::size_t i = pos + 1; i < end && !found; ++i) {
            if (isDigit(text[i]) && isBlank(text[i - 1]) && mayHaveUnit(text, i, end) && read(i)) {
                nameEnd = i;
                found = true;
            }
        }
        if (!found) {
            return std::nullopt;
        }
        while (nameEnd > pos && isBlank(text[nameEnd - 1])) {
            --nameEnd;
        }
        name = text.substr(pos, nameEnd - pos);
    }
    const auto unitEnd = skipBlanks(text, value->span.end()) + unit.size();
    const auto open = skipWrap(text, unitEnd);
    auto item = newItem(ItemKind::Sample);
    item.name = name;
    item.setKnown(isKnown ? known : std::nullopt);
    item.result = figureOf(value);
    item.unit = unit;
    if (const auto tail = sampleTailAt(text, open)) {
        item.samples = tail->samples;
        item.span = {.offset = pos, .length = tail->end - pos};
        return item;
    }
    const bool isCut = open < text.size() && text[open] == '('
        && text.find_first_not_of("0123456789.secsample, \t\n", open + 1) == std::string_view::npos;
    const bool isAtEnd = skipFiller(text, unitEnd) >= text.size();
    if (isCut || (isAtEnd && isLineStart && isKnown)) {
        item.kind = ItemKind::Truncated;
        item.span = {.offset = pos, .length = lineEnd(text, pos) - pos};
        return item;
    }
    return std::nullopt;
}

std::optional<Item> rowAt(std::string_view text, std::size_t pos, const RowContext& context,
                          const std::optional<KnownTest>& known)
{
    static constexpr auto kUsual = std::to_array({Column::Baseline, Column::Result, Column::Index});
    const auto columns = context.columns.empty() ? std::span<const Column>(kUsual) : context.columns;
    const auto name = nameAt(text, pos, context.isTable && context.isLineStart, columns.size(), known);
    if (!name || (name->known && name->known->resultUnit == "index")) {
        return std::nullopt;
    }
    auto cells = cellsAt(text, name->end);
    if (cells.values.size() < columns.size() && cells.next < text.size() && text[cells.next] == '\n') {
        auto wrapped = cellsAt(text, cells.next + 1);
        const bool fits = cells.values.size() + wrapped.values.size() == columns.size()
            && (wrapped.next >= text.size() || text[wrapped.next] == '\n');
        if (fits && !wrapped.values.empty()) {
            cells.values.insert(cells.values.end(), wrapped.values.begin(), wrapped.values.end());
            cells.end = wrapped.end;
            cells.next = wrapped.next;
        }
    }
    auto item = newItem(ItemKind::Row, pos, cells.end);
    item.name = name->text;
    item.setKnown(name->known);
    if (cells.values.size() != columns.size() || !endsRow(text, cells.next)) {
        const bool isShort = cells.values.size() < columns.size() && context.isTable && context.isLineStart;
        const bool isAlone = cells.next >= text.size() || text[cells.next] == '\n';
        if (isShort && isAlone && name->known) {
            item.kind = ItemKind::Truncated;
            return item;
        }
        return std::nullopt;
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        assign(item, columns[i], cells.values[i]);
    }
    // The document ends within a number that has not the decimals of the others and does not fit them.
    const bool isLast = text.find_first_not_of(" \t\n", cells.end) == std::string_view::npos;
    if (isLast && isFullRow(item) && item.index->resolution > item.baseline->resolution * 2
        && !isConsistentRow(10, item.baseline->value, item.result->value, item.index->value)) {
        item.kind = ItemKind::Truncated;
        return item;
    }
    if (!item.result && !item.index) {
        return std::nullopt;
    }
    if (context.isTable) {
        return item;
    }
    // without a header the numbers themselves must say that they are baseline, result and index
    const bool isKnownBaseline = item.baseline && item.knownBaseline && *item.knownBaseline > 0
        && std::abs(item.baseline->value - *item.knownBaseline) < 0.05;
    const bool isOurs = isFullRow(item)
        && (isKnownBaseline || isConsistentRow(10, item.baseline->value, item.result->value, item.index->value));
    return isOurs ? std::optional(item) : std::nullopt;
}

std::optional<Item> scoreAt(std::string_view text, std::size_t pos, const RowContext& context,
                            const std::optional<KnownTest>& known)
{
    const bool isTotal = known && known->resultUnit == "index" && !known->isShort;
    if (!isTotal && !(context.isTable && context.isLineStart)) {
        return std::nullopt;
    }
    auto item = newItem(ItemKind::Score);
    std::size_t end = 0;
    if (isTotal) {
        item.setKnown(known);
        item.name = known->name;
        item.isPartial = known->name.ends_with("(Partial Only)");
        end = pos + known->length;
    } else if (startsWith(text, pos, "average")) {
        item.name = "AVERAGE";
        end = pos + item.name.size();
    } else if (startsWith(text, pos, "sum of")) {
        end = text.find("items", pos);
        if (end == std::string_view::npos || end > pos + 20) {
            return std::nullopt;
        }
        end += 5;
        item.kind = ItemKind::Sum;
        item.name = text.substr(pos, end - pos);
    } else {
        return std::nullopt;
    }
    end = end < text.size() && text[end] == ':' ? end + 1 : end;
    auto at = skipBlanks(text, end);
    auto number = plainNumber(text, at);
    if (!number && at < text.size() && text[at] == '\n') {
        // the value was wrapped to a line of its own
        const auto wrapped = skipBlanks(text, at + 1);
        number = plainNumber(text, wrapped);
        if (number && number->span.end() != lineEnd(text, wrapped)) {
            number.reset();
        }
    }
    if (!number) {
        const bool isAlone = at >= text.size() || text[at] == '\n';
        if (isAlone && context.isTable) {
            item.kind = ItemKind::Truncated;
            item.span = {.offset = pos, .length = end - pos};
            return item;
        }
        return std::nullopt;
    }
    // A score has no sign: "+3.4859" is a change of it.
    if (number->isSigned || !endsRow(text, skipBlanks(text, number->span.end()))) {
        return std::nullopt;
    }
    item.index = figureOf(number);
    item.span = {.offset = pos, .length = number->span.end() - pos};
    return item;
}

std::optional<Item> noResultAt(std::string_view text, std::size_t pos)
{
    const auto line = text.substr(pos, lineEnd(text, pos) - pos);
    const auto words = line.find("no measured results");
    if (words == std::string_view::npos || words == 0) {
        return std::nullopt;
    }
    auto item = newItem(ItemKind::NoResult, pos, pos + line.size());
    item.name = line.substr(0, line.find_last_not_of(" 	", words - 1) + 1);
    return item;
}

}
