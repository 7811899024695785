// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/unixbench/item.h"

#include "parsers/context/phrase_words.h"
#include "parsers/context/test_names.h"
#include "parsers/unixbench/item_rows.h"
#include "parsers/unixbench/item_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace patchscale::unix_bench {
namespace {

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
    constexpr auto kCategories =
        std::to_array<std::string_view>({"system benchmarks", "system benchmark", "2d graphics benchmarks",
                                         "3d graphics benchmarks", "non-index benchmarks"});
    const auto* const category =
        std::ranges::find_if(kCategories, [&](std::string_view lower) { return startsWith(text, pos, lower); });
    std::size_t end = 0;
    if (category == kCategories.end() && !startsWith(text, pos, "index values") && !startsWith(text, pos, "test")) {
        return std::nullopt;
    }
    auto item = newItem(ItemKind::Header);
    if (category != kCategories.end()) {
        const auto at = skipWrap(text, pos + category->size());
        item.isPartial = startsWith(text, at, "partial index");
        if (!item.isPartial && !startsWith(text, at, "index values")) {
            return std::nullopt;
        }
        item.name = *category == "system benchmark" ? std::string_view("system benchmarks") : *category;
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
        const auto count = text.rfind(' ', text.rfind(" CPU", pos + cpus) - 1);
        // Without a number before it, "CPU" may stand in front of this line, or nowhere.
        end = count != std::string_view::npos && count > pos + start->size() ? count : end;
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
    // Within a line only a known test or one of the fixed words begins an item; every word of prose comes by here.
    constexpr std::string_view kInitials = "beinstuBEINSTU";
    if (!context.isLineStart && isLetter(first) && kInitials.find(first) == std::string_view::npos
        && !spellsTest(text.substr(pos, kMostOfName))) {
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
    const auto known = knownTestAt(text.substr(pos, kMostOfName));
    if (auto item = scoreAt(text, pos, context, known)) {
        return item;
    }
    if (auto item = sampleAt(text, pos, context.isLineStart, known)) {
        return item;
    }
    if (auto item = rowAt(text, pos, context, known)) {
        return item;
    }
    return context.isLineStart && context.isTable ? noResultAt(text, pos) : std::nullopt;
}

}
