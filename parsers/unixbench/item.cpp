// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/unixbench/item.h"

#include "parsers/context/phrase_words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace patchscale::unix_bench {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

Item newItem(ItemKind kind, std::size_t begin = 0, std::size_t end = 0)
{
    Item item;
    item.kind = kind;
    item.span = {.offset = begin, .length = end - begin};
    return item;
}

std::size_t skipBlanks(std::string_view text, std::size_t pos)
{
    while (pos < text.size()) {
        if (isBlank(text[pos]) || text[pos] == '|') {
            ++pos;
        } else if (text.substr(pos, 2) == "\xC2\xA0") {
            pos += 2;
        } else if (text.substr(pos, 3) == "\xE3\x80\x80") {
            pos += 3;
        } else {
            break;
        }
    }
    return pos;
}

/// Blanks and at most one line end, for rows that were wrapped.
std::size_t skipWrap(std::string_view text, std::size_t pos)
{
    pos = skipBlanks(text, pos);
    if (pos < text.size() && text[pos] == '\n') {
        pos = skipBlanks(text, pos + 1);
    }
    return pos;
}

std::size_t lineEnd(std::string_view text, std::size_t pos)
{
    return std::min(text.find('\n', pos), text.size());
}

bool startsWith(std::string_view text, std::size_t pos, std::string_view lower)
{
    return pos + lower.size() <= text.size() && lowered(text.substr(pos, lower.size())) == lower;
}

/// A number that is a token of its own: nothing but a blank, a line end or a unit follows.
std::optional<Number> plainNumber(std::string_view text, std::size_t pos)
{
    auto number = numberAt(text, pos);
    if (!number || number->isParenthesised || number->isApproximate || number->span.offset != pos) {
        return std::nullopt;
    }
    const auto end = number->span.end();
    const bool isToken = end >= text.size() || text[end] == '\n' || text[end] == '|' || isBlank(text[end])
        || text.substr(end, 2) == "\xC2\xA0";
    return isToken ? number : std::nullopt;
}

/// "---" in a column without a value. Its length, or 0.
std::size_t dashesAt(std::string_view text, std::size_t pos)
{
    std::size_t end = pos;
    while (end < text.size() && text[end] == '-') {
        ++end;
    }
    const bool isToken = end >= text.size() || text[end] == '\n' || isBlank(text[end]) || text[end] == '|';
    const auto length = end - pos;
    return isToken && length >= 1 && length <= 5 ? length : 0;
}

/// Numbers and dashes from @p pos to the end of the line or to something else.
struct Cells
{
    std::vector<std::optional<Number>> values;
    std::size_t end = 0; ///< behind the last value
    std::size_t next = 0; ///< first non-blank behind it
};

Cells cellsAt(std::string_view text, std::size_t pos)
{
    Cells cells {.values = {}, .end = pos, .next = skipBlanks(text, pos)};
    while (cells.next < text.size() && cells.values.size() < 6) {
        if (const auto number = plainNumber(text, cells.next)) {
            cells.values.emplace_back(number);
            cells.end = number->span.end();
        } else if (const auto dashes = dashesAt(text, cells.next); dashes != 0) {
            cells.values.emplace_back();
            cells.end = cells.next + dashes;
        } else {
            break;
        }
        cells.next = skipBlanks(text, cells.end);
    }
    return cells;
}

struct Name
{
    std::string text;
    std::optional<KnownTest> known;
    std::size_t end = 0;
};

/// The name of a test at @p pos: a known one, or at the start of a line whatever stands before its last @p cells.
std::optional<Name> nameAt(std::string_view text, std::size_t pos, bool takesUnknown, std::size_t cells)
{
    auto known = knownTestAt(text.substr(pos, 200));
    if (known && known->isShort) {
        known.reset();
    }
    if (known) {
        std::size_t end = pos + known->length;
        end = end < text.size() && text[end] == ':' ? end + 1 : end;
        const auto next = skipBlanks(text, end);
        const bool goesOn = next < text.size() && isLetter(text[next]) && next != end;
        if (!goesOn) {
            return Name {.text = std::string(known->name), .known = known, .end = end};
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
    return Name {.text = std::string(text.substr(pos, nameEnd - pos)), .known = {}, .end = nameEnd};
}

constexpr auto kUnits = std::to_array<std::string_view>({"lps", "lpm", "KBps", "MWIPS", "score", "fps"});

/// The unit of a sample row at @p pos, in its usual case.
std::string_view unitAt(std::string_view text, std::size_t pos)
{
    for (const auto unit : kUnits) {
        const auto end = pos + unit.size();
        const bool matches = startsWith(text, pos, lowered(unit));
        if (matches && (end >= text.size() || !isLetter(text[end]))) {
            return unit;
        }
    }
    return {};
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

/// A row that gives a result with its unit. Without the "(…)" behind it, it is only half there.
std::optional<Item> sampleAt(std::string_view text, std::size_t pos, bool isLineStart)
{
    auto known = knownTestAt(text.substr(pos, 200));
    std::size_t nameEnd = 0;
    std::string name;
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
    if (known && !known->isShort) {
        name = known->name;
        nameEnd = pos + known->length;
        if (!read(skipBlanks(text, nameEnd))) {
            known.reset();
        }
    } else {
        known.reset();
    }
    if (!known) {
        if (!isLineStart || !isLetter(text[pos])) {
            return std::nullopt;
        }
        const auto end = lineEnd(text, pos);
        bool found = false;
        for (std::size_t i = pos + 1; i < end && !found; ++i) {
            if (isDigit(text[i]) && isBlank(text[i - 1]) && read(i)) {
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
    item.name = std::move(name);
    item.known = known;
    item.result = value;
    item.unit = unit;
    if (const auto tail = sampleTailAt(text, open)) {
        item.samples = tail->samples;
        item.span = {.offset = pos, .length = tail->end - pos};
        return item;
    }
    const bool isCut = open < text.size() && text[open] == '('
        && text.find_first_not_of("0123456789.secsample, \t\n", open + 1) == std::string_view::npos;
    const bool isAtEnd = skipFiller(text, unitEnd) >= text.size();
    if (isCut || (isAtEnd && isLineStart && item.known)) {
        item.kind = ItemKind::Truncated;
        item.span = {.offset = pos, .length = lineEnd(text, pos) - pos};
        return item;
    }
    return std::nullopt;
}

void assign(Item& item, Column column, const std::optional<Number>& value)
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

std::optional<Item> rowAt(std::string_view text, std::size_t pos, const RowContext& context)
{
    static const std::vector<Column> kUsual {Column::Baseline, Column::Result, Column::Index};
    const auto& columns = context.columns.empty() ? kUsual : context.columns;
    const auto name = nameAt(text, pos, context.isTable && context.isLineStart, columns.size());
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
    item.known = name->known;
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
    if (!item.result && !item.index) {
        return std::nullopt;
    }
    if (context.isTable) {
        return item;
    }
    // without a header the numbers themselves must say that they are baseline, result and index
    const bool isKnownBaseline = item.baseline && item.known && item.known->baseline > 0
        && std::abs(item.baseline->value - item.known->baseline) < 0.05;
    const bool isOurs = isFullRow(item)
        && (isKnownBaseline || isConsistentRow(10, item.baseline->value, item.result->value, item.index->value));
    return isOurs ? std::optional(item) : std::nullopt;
}

/// "System Benchmarks Index Score (Partial Only)   396.3", "FINAL SCORE   216.0", "AVERAGE   72.6", "SUM of 6 items".
std::optional<Item> scoreAt(std::string_view text, std::size_t pos, const RowContext& context)
{
    const auto known = knownTestAt(text.substr(pos, 200));
    auto item = newItem(ItemKind::Score);
    item.known = known;
    std::size_t end = 0;
    if (known && known->resultUnit == "index" && !known->isShort) {
        item.name = known->name;
        item.isPartial = known->name.ends_with("(Partial Only)");
        end = pos + known->length;
    } else if (context.isTable && context.isLineStart && startsWith(text, pos, "average")) {
        item.name = "AVERAGE";
        item.known.reset();
        end = pos + item.name.size();
    } else if (context.isTable && context.isLineStart && startsWith(text, pos, "sum of")) {
        end = text.find("items", pos);
        if (end == std::string_view::npos || end > pos + 20) {
            return std::nullopt;
        }
        end += 5;
        item.kind = ItemKind::Sum;
        item.name = text.substr(pos, end - pos);
        item.known.reset();
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
    if (!endsRow(text, skipBlanks(text, number->span.end()))) {
        return std::nullopt;
    }
    item.index = number;
    item.span = {.offset = pos, .length = number->span.end() - pos};
    return item;
}

/// Words of a table's head from @p pos on.
std::size_t columnsAt(std::string_view text, std::size_t pos, std::vector<Column>& columns)
{
    std::size_t end = pos;
    while (true) {
        const auto at = skipBlanks(text, end);
        std::size_t stop = at;
        while (stop < text.size() && isLetter(text[stop])) {
            ++stop;
        }
        const auto word = lowered(text.substr(at, stop - at));
        if (word == "result" || word == "results") {
            columns.push_back(Column::Result);
        } else if (word == "index") {
            columns.push_back(Column::Index);
        } else if (word.size() >= 4 && std::string_view("baseline").starts_with(word)) {
            columns.push_back(Column::Baseline); // also when the end of the line is missing
        } else {
            return end;
        }
        end = stop;
    }
}

std::optional<Item> headerAt(std::string_view text, std::size_t pos)
{
    auto item = newItem(ItemKind::Header);
    constexpr auto kCategories =
        std::to_array<std::string_view>({"system benchmarks", "system benchmark", "2d graphics benchmarks",
                                         "3d graphics benchmarks", "non-index benchmarks"});
    const auto* const category =
        std::ranges::find_if(kCategories, [&](std::string_view lower) { return startsWith(text, pos, lower); });
    std::size_t end = 0;
    if (category != kCategories.end()) {
        const auto at = skipWrap(text, pos + category->size());
        item.isPartial = startsWith(text, at, "partial index");
        if (!item.isPartial && !startsWith(text, at, "index values")) {
            return std::nullopt;
        }
        item.name = *category == "system benchmark" ? std::string("system benchmarks") : std::string(*category);
        end = at + (item.isPartial ? 13 : 12);
        end = columnsAt(text, end, item.columns);
    } else if (startsWith(text, pos, "index values")) {
        item.name = "system benchmarks";
        end = pos + 12;
        const auto at = skipFiller(text, end);
        if (startsWith(text, at, "test")) {
            end = columnsAt(text, at + 4, item.columns);
        }
    } else if (startsWith(text, pos, "test") && pos + 4 < text.size() && isBlank(text[pos + 4])) {
        item.name = "system benchmarks";
        end = columnsAt(text, pos + 4, item.columns);
        if (item.columns.size() != 3) {
            return std::nullopt;
        }
    } else {
        return std::nullopt;
    }
    auto sorted = item.columns;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) {
        return std::nullopt; // "INDEX INDEX": its columns are variants, another format reads that
    }
    item.span = {.offset = pos, .length = end - pos};
    return item;
}

std::optional<Item> titleAt(std::string_view text, std::size_t pos)
{
    if (!startsWith(text, pos, "byte unix benchmarks")) {
        return std::nullopt;
    }
    auto at = skipWrap(text, pos + 20);
    if (!startsWith(text, at, "(version")) {
        return std::nullopt;
    }
    at = skipWrap(text, at + 8);
    const auto close = text.find(')', at);
    if (close == std::string_view::npos || close - at > 20) {
        return std::nullopt;
    }
    auto item = newItem(ItemKind::Title, pos, close + 1);
    item.version = text.substr(at, close - at);
    return item;
}

std::optional<Item> runTimeAt(std::string_view text, std::size_t pos)
{
    constexpr auto kStarts =
        std::to_array<std::string_view>({"benchmark run:", "start benchmark run:", "end benchmark run:"});
    const auto* const start =
        std::ranges::find_if(kStarts, [&](std::string_view lower) { return startsWith(text, pos, lower); });
    if (start == kStarts.end()) {
        return std::nullopt;
    }
    auto end = lineEnd(text, pos);
    const auto again = lowered(text.substr(pos + start->size(), end - pos - start->size())).find("benchmark run:");
    if (again != std::string::npos) {
        end = pos + start->size() + again;
    }
    // flattened: the line goes on with the rest of the report
    const auto cpus = text.substr(pos, end - pos).find(" in system; running");
    if (cpus != std::string_view::npos) {
        end = text.rfind(' ', text.rfind(" CPU", pos + cpus) - 1);
    }
    return newItem(ItemKind::RunTime, pos, end);
}

std::optional<int> smallInteger(std::string_view text, std::size_t pos, std::size_t& end)
{
    int value = 0;
    end = pos;
    while (end < text.size() && isDigit(text[end]) && end < pos + 6) {
        value = value * 10 + (text[end] - '0');
        ++end;
    }
    return end == pos ? std::nullopt : std::optional(value);
}

std::optional<Item> cpusAt(std::string_view text, std::size_t pos)
{
    std::size_t end = pos;
    auto item = newItem(ItemKind::Cpus);
    if (startsWith(text, pos, "unknown cpu")) {
        end = pos + 7;
    } else if (const auto count = smallInteger(text, pos, end)) {
        if (*count > 0) {
            item.cpus = count; // "0 CPUs" is what Run prints when it could not count them
        }
    } else {
        return std::nullopt;
    }
    const auto skipWord = [&](std::string_view lower) {
        const auto at = skipWrap(text, end);
        if (!startsWith(text, at, lower)) {
            return false;
        }
        end = at + lower.size();
        return true;
    };
    if (!skipWord("cpus") && !skipWord("cpu")) {
        return std::nullopt;
    }
    if (!skipWord("in") || !skipWord("system;") || !skipWord("running")) {
        return std::nullopt;
    }
    std::size_t stop = 0;
    item.copies = smallInteger(text, skipWrap(text, end), stop);
    if (!item.copies) {
        return std::nullopt;
    }
    end = stop;
    if (!skipWord("parallel") || (!skipWord("copies") && !skipWord("copy"))) {
        return std::nullopt;
    }
    if (skipWord("of") && !skipWord("tests")) {
        skipWord("test");
    }
    item.span = {.offset = pos, .length = end - pos};
    return item;
}

/// "24 x System Call Overhead  1 2 3": the numbers of the passes as they begin.
std::optional<Item> progressAt(std::string_view text, std::size_t pos)
{
    std::size_t end = 0;
    const auto copies = smallInteger(text, pos, end);
    if (!copies || text.substr(end, 3) != " x ") {
        return std::nullopt;
    }
    const auto known = knownTestAt(text.substr(end + 3, 100));
    const auto stop = lineEnd(text, pos);
    if (!known || known->isShort || end + 3 + known->length > stop) {
        return std::nullopt;
    }
    const auto rest = text.substr(end + 3 + known->length, stop - end - 3 - known->length);
    if (rest.find_first_not_of(" \t0123456789") != std::string_view::npos) {
        return std::nullopt;
    }
    auto item = newItem(ItemKind::Progress, pos, stop);
    item.copies = copies;
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

std::size_t skipFiller(std::string_view text, std::size_t pos)
{
    constexpr std::string_view kFiller = " \t\n\r=|+*`#";
    while (pos < text.size()) {
        if (kFiller.find(text[pos]) != std::string_view::npos) {
            ++pos;
            continue;
        }
        if (text.substr(pos, 2) == "\xC2\xA0") {
            pos += 2;
            continue;
        }
        if (text.substr(pos, 3) == "---" || text.substr(pos, 3) == "___") {
            pos = std::min(text.find_first_not_of("-_", pos), text.size());
            continue;
        }
        break;
    }
    return pos;
}

bool isConsistentRow(double factor, double baseline, double result, double index)
{
    // RESULT and INDEX are printed with one digit behind the point
    return baseline > 0 && std::abs(index - factor * result / baseline) <= 0.051 + factor * 0.051 / baseline;
}

std::optional<Item> itemAt(std::string_view text, std::size_t pos, const RowContext& context)
{
    if (pos >= text.size()) {
        return std::nullopt;
    }
    const char first = text[pos];
    if (!isLetter(first) && !isDigit(first)) {
        return std::nullopt;
    }
    if (auto item = titleAt(text, pos)) {
        return item;
    }
    if (auto item = runTimeAt(text, pos)) {
        return item;
    }
    if (auto item = cpusAt(text, pos)) {
        return item;
    }
    if (auto item = progressAt(text, pos)) {
        return item;
    }
    if (auto item = headerAt(text, pos)) {
        return item;
    }
    if (auto item = scoreAt(text, pos, context)) {
        return item;
    }
    if (auto item = sampleAt(text, pos, context.isLineStart)) {
        return item;
    }
    if (auto item = rowAt(text, pos, context)) {
        return item;
    }
    return context.isLineStart && context.isTable ? noResultAt(text, pos) : std::nullopt;
}

}
