// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mmtests/row.h"

#include "core/base/characters.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace patchscale::mmtests {
namespace {

constexpr std::string_view kBlanks = " \t";

constexpr auto kStatistics = std::to_array<std::string_view>(
    {"Amean",     "Hmean",      "Gmean",      "Lmean",      "Mean",     "Min",       "Max",
     "Median",    "Stddev",     "CoeffVar",   "SubAmean",   "SubHmean", "1st-qrtle", "2nd-qrtle",
     "3rd-qrtle", "1st-qrtile", "2nd-qrtile", "3rd-qrtile", "Ops",      "TPut",      "Procs"});
constexpr auto kStatisticPrefixes =
    std::to_array<std::string_view>({"Max-", "Min-", "BAmean-", "BHmean-", "SubAmean-", "SubHmean-", "Best", "P"});

bool isStatistic(std::string_view word)
{
    if (std::ranges::contains(kStatistics, word)) {
        return true;
    }
    return std::ranges::any_of(kStatisticPrefixes, [word](std::string_view prefix) {
        return word.starts_with(prefix) && word.size() > prefix.size() && isDigit(word[prefix.size()]);
    });
}

/// A number that is the whole of @p word.
std::optional<Number> numberOf(std::string_view word)
{
    const auto digits = word.starts_with('+') ? word.substr(1) : word;
    Number number {.value = 0, .text = word};
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number.value, std::chars_format::fixed);
    const bool isWhole = error == std::errc {} && end == digits.data() + digits.size();
    const bool startsWell =
        !digits.empty() && (isDigit(digits.front()) || digits.front() == '-' || digits.front() == '.');
    return isWhole && startsWell ? std::optional(number) : std::nullopt;
}

/// "(  -0.53%)", "*   9.23%*" (stars mark significance) or "(        )".
struct Brackets
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::optional<Number> delta;
};

std::optional<Brackets> bracketsFrom(std::string_view line, std::size_t from)
{
    for (auto pos = line.find_first_of("(*", from); pos != std::string_view::npos;
         pos = line.find_first_of("(*", pos + 1)) {
        const auto close = line.find(line[pos] == '(' ? ')' : '*', pos + 1);
        if (close == std::string_view::npos) {
            continue;
        }
        auto inside = trimmed(line.substr(pos + 1, close - pos - 1));
        if (inside.empty() && line[pos] == '(' && close > pos + 2) {
            return Brackets {.begin = pos, .end = close + 1, .delta = {}};
        }
        if (!inside.ends_with('%')) {
            continue;
        }
        inside.remove_suffix(1);
        if (const auto delta = numberOf(trimmed(inside))) {
            return Brackets {.begin = pos, .end = close + 1, .delta = delta};
        }
    }
    return std::nullopt;
}

/// Cuts the last word off @p text.
std::string_view takeLastWord(std::string_view& text)
{
    text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
    const auto blank = text.find_last_of(kBlanks);
    const auto word = blank == std::string_view::npos ? text : text.substr(blank + 1);
    text.remove_suffix(word.size());
    return word;
}

/// Cuts "427.19  +- 0.16%" or "26.61" off the end of @p text.
std::optional<Cell> takeCell(std::string_view& text)
{
    Cell cell;
    auto word = takeLastWord(text);
    auto rest = text;
    auto sign = takeLastWord(rest);
    // "+-193.04" has lost the blank behind the sign.
    const bool isGlued = word.starts_with("+-");
    if (isGlued) {
        word.remove_prefix(2);
        rest = text;
        sign = "+-";
    }
    if (sign == "+-" || sign == "\xc2\xb1") {
        cell.isRelative = word.ends_with('%');
        cell.spread = numberOf(cell.isRelative ? word.substr(0, word.size() - 1) : word);
        if (!cell.spread) {
            return std::nullopt;
        }
        text = rest;
        word = takeLastWord(text);
    }
    const auto value = numberOf(word);
    if (!value) {
        return std::nullopt;
    }
    cell.value = *value;
    return cell;
}

/// A row of values alone, behind the words that name it.
std::optional<Row> plainRowOf(std::string_view line, Row row)
{
    auto rest = trimmed(line);
    while (true) {
        auto before = rest;
        const auto word = takeLastWord(before);
        const auto value = numberOf(word);
        if (!value || before.empty()) {
            break;
        }
        const auto end = static_cast<std::size_t>(word.data() - line.data()) + word.size();
        row.isPlain = true;
        row.cells.insert(row.cells.begin(),
                         Cell {.value = *value, .spread = {}, .isRelative = false, .delta = {}, .end = end});
        rest = before;
    }
    row.name = trimmed(trimmed(rest).substr(row.statistic.size()));
    const bool isNamed = !row.name.empty() && row.name.front() >= 'A' && row.name.front() <= 'Z';
    return isNamed && row.cells.size() >= 2 ? std::optional(row) : std::nullopt;
}

}

double Number::resolution() const
{
    double half = 0.5;
    const auto point = text.find('.');
    for (auto i = point; point != std::string_view::npos && i + 1 < text.size(); ++i) {
        half /= 10;
    }
    return half;
}

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(kBlanks);
    return begin == std::string_view::npos ? text.substr(0, 0)
                                           : text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::optional<Row> rowOf(std::string_view line)
{
    const auto text = trimmed(line);
    Row row {.statistic = text.substr(0, text.find_first_of(kBlanks)), .name = {}, .cells = {}};
    const bool mayBePlain = row.statistic == kDuration || row.statistic == kOps;
    if (!isStatistic(row.statistic) && !mayBePlain) {
        return std::nullopt;
    }
    std::size_t from = static_cast<std::size_t>(row.statistic.data() - line.data()) + row.statistic.size();
    if (mayBePlain && !bracketsFrom(line, from)) {
        return plainRowOf(line, row);
    }
    for (auto brackets = bracketsFrom(line, from); brackets; brackets = bracketsFrom(line, from)) {
        auto before = line.substr(from, brackets->begin - from);
        auto cell = takeCell(before);
        if (!cell) {
            return std::nullopt;
        }
        cell->delta = brackets->delta;
        cell->end = brackets->end;
        if (row.cells.empty()) {
            row.name = trimmed(before);
            if (row.name.contains(": ")) {
                return std::nullopt; // "Min (MB/s)  : 2215.06  33072.10 (+1393.05%)": its first value has no brackets
            }
        } else if (!trimmed(before).empty()) {
            return std::nullopt;
        }
        row.cells.push_back(*cell);
        from = brackets->end;
    }
    return row.cells.size() >= 2 ? std::optional(row) : std::nullopt;
}

std::vector<std::string_view> flatRows(std::string_view line)
{
    std::vector<std::size_t> starts;
    for (std::size_t pos = line.find_first_not_of(kBlanks); pos != std::string_view::npos;) {
        const auto end = std::min(line.size(), line.find_first_of(kBlanks, pos));
        if (isStatistic(line.substr(pos, end - pos))) {
            starts.push_back(pos);
        }
        pos = line.find_first_not_of(kBlanks, end);
    }
    std::vector<std::string_view> rows;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const auto end = i + 1 < starts.size() ? starts[i + 1] : line.size();
        const auto text = line.substr(starts[i], end - starts[i]);
        if (const auto row = rowOf(text)) {
            rows.push_back(text.substr(0, row->cells.back().end));
        }
    }
    return rows;
}

}
