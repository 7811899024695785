// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_row.h"

#include <algorithm>
#include <array>

namespace patchscale::perf {
namespace {

constexpr std::string_view kElapsed = "seconds time elapsed";
constexpr std::size_t kLongestLabel = 100;

constexpr auto kUnits = std::to_array<std::string_view>(
    {"msec", "usec", "nsec", "ns", "us", "ms", "sec", "Joules", "uJ", "J", "Watts", "KiB", "MiB", "GiB", "MB", "C"});

bool isSpace(char c)
{
    return kStatSpace.contains(c);
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// A number that is the whole of @p word.
std::optional<StatNumber> wholeDecimal(std::string_view word)
{
    const auto number = decimalAt(word);
    return number && number->text.size() == word.size() ? number : std::nullopt;
}

std::string_view takeLastWord(std::string_view& text)
{
    text = strippedStat(text);
    const auto blank = text.find_last_of(kStatSpace);
    const auto word = blank == std::string_view::npos ? text : text.substr(blank + 1);
    text.remove_suffix(word.size());
    return word;
}

/// "mm-unstable:   146.88 +- 6.54 seconds time elapsed  ( +-  4.45% )"
std::optional<StatRow> elapsedRow(std::string_view text, std::size_t at)
{
    StatRow row {.kind = StatRow::Kind::Time};
    row.event = text.substr(at + 8, kElapsed.size() - 8);
    auto before = text.substr(0, at);
    auto number = wholeDecimal(takeLastWord(before));
    if (number && strippedStat(before).ends_with("+-")) {
        row.error = number;
        before = strippedStat(before);
        before.remove_suffix(2);
        number = wholeDecimal(takeLastWord(before));
    }
    if (!number) {
        return std::nullopt;
    }
    row.count = *number;
    row.countText = number->text;
    row.unit = text.substr(at, 7);
    row.label = strippedStat(before);
    const bool isApart = row.label.ends_with(':') || before.ends_with("  ") || before.ends_with('\t');
    if (row.label.find_first_not_of("|> ") == std::string_view::npos) {
        row.label = {};
    } else if (!isApart || row.label.size() > kLongestLabel || row.label.contains('\n')) {
        return std::nullopt;
    }
    while (row.label.ends_with(':')) {
        row.label = strippedStat(row.label.substr(0, row.label.size() - 1));
    }
    StatCursor cursor(text.substr(at + kElapsed.size()));
    row.tail = tailOf(cursor);
    return row;
}

/// "0.018243000 seconds user", and "Wall-clock time elapsed:   123.786620 msecs" of the first versions.
std::optional<StatRow> otherTimeRow(std::string_view text)
{
    StatCursor cursor(text);
    StatRow row {.kind = StatRow::Kind::Time};
    constexpr std::string_view kWallClock = "Wall-clock time elapsed:";
    const bool isWallClock = cursor.rest().starts_with(kWallClock);
    if (isWallClock) {
        row.event = cursor.rest().substr(11, 12);
        cursor.advance(kWallClock.size());
    }
    const auto number = decimalAt(cursor.rest());
    if (!number) {
        return std::nullopt;
    }
    row.count = *number;
    row.countText = number->text;
    cursor.advance(number->text.size());
    row.unit = cursor.word();
    cursor.advance(row.unit.size());
    if (isWallClock) {
        return row.unit == "msecs" || row.unit == "msec" ? std::optional(row) : std::nullopt;
    }
    row.event = cursor.word();
    if (row.unit != "seconds" || (row.event != "user" && row.event != "sys")) {
        return std::nullopt;
    }
    cursor.advance(row.event.size());
    cursor.skip("time");
    row.tail = tailOf(cursor);
    return cursor.isAtEnd() ? std::optional(row) : std::nullopt;
}

std::optional<StatRow> sampleRow(std::string_view text)
{
    StatCursor cursor(text);
    const auto number = decimalAt(cursor.rest());
    if (!number) {
        return std::nullopt;
    }
    cursor.advance(number->text.size());
    if (!cursor.rest().starts_with("(+") && !cursor.rest().starts_with("(-")) {
        return std::nullopt;
    }
    const auto difference = decimalAt(cursor.rest().substr(2));
    if (!difference || !cursor.rest().substr(2 + difference->text.size()).starts_with(")")) {
        return std::nullopt;
    }
    return StatRow {.kind = StatRow::Kind::Sample, .countText = number->text, .count = *number};
}

/// Reads what stands before the count when perf did not add everything up.
void readScope(StatCursor& cursor, StatRow& row)
{
    const auto word = cursor.word();
    if (const auto kind = placeKind(word); !kind.empty()) {
        row.scope.emplace(kind, kind == "cpu" ? word.substr(3) : word);
        cursor.advance(word.size());
        if (kind != "cpu") {
            const auto cpus = cursor.word();
            const auto behind = strippedStat(cursor.rest().substr(cpus.size()));
            const bool isCpuCount = !cpus.empty() && cpus.find_first_not_of("0123456789") == std::string_view::npos
                && !behind.empty() && (isDigit(behind.front()) || behind.front() == '<');
            if (isCpuCount) {
                cursor.advance(cpus.size());
            }
        }
        return;
    }
    const auto dash = word.rfind('-');
    const bool isThread = !word.empty() && isLetter(word.front()) && dash != std::string_view::npos
        && dash + 1 < word.size() && word.find_first_not_of("0123456789", dash + 1) == std::string_view::npos;
    const auto behind = strippedStat(cursor.rest().substr(word.size()));
    if (isThread && !behind.empty() && (isDigit(behind.front()) || behind.front() == '<')) {
        row.scope.emplace("thread", word);
        cursor.advance(word.size());
    }
}

bool isEventWord(std::string_view word)
{
    return !word.empty() && isLetter(word.front()) && std::ranges::all_of(word, [](char c) {
        return isLetter(c) || isDigit(c) || std::string_view(":./,=-{}*@+~%?").contains(c);
    });
}

/// Reads "task-clock (msec)", "cs [software]", "cpu-clock   /" (with a cgroup), "task clock ticks".
bool readEvent(StatCursor& cursor, StatRow& row)
{
    const auto begin = cursor.rest();
    row.event = cursor.word().substr(0, cursor.word().find('#'));
    if (!isEventWord(row.event)) {
        return false;
    }
    auto gap = cursor.advance(row.event.size());
    for (int words = 1; !cursor.isAtEnd(); ++words) {
        const auto word = cursor.word();
        if (word.front() == '#' || bracketsAt(cursor.rest()) || isRemark(word)) {
            return true;
        }
        if (word == "(msec)" || word == "(usec)" || word == "(nsec)") {
            row.unit = word.substr(1, word.size() - 2);
        } else if (word.front() == '[') {
            // The unit behind an event ("[software]") is not part of its name.
        } else if (gap >= 2 && (word.front() == '/' || cursor.rest().contains('#'))) {
            row.scope.emplace("cgroup", word);
        } else if (words <= 2 && isEventWord(word) && cursor.rest().contains('#')) {
            row.event = begin.substr(0, static_cast<std::size_t>(word.data() + word.size() - begin.data()));
        } else {
            return false;
        }
        gap = cursor.advance(word.size());
    }
    return true;
}

/// "TopdownL1 (cpu_core)  #  53.4 %  tma_backend_bound"
std::optional<StatRow> groupRow(StatCursor cursor)
{
    StatRow row {.kind = StatRow::Kind::Group};
    const auto begin = cursor.rest();
    const auto word = cursor.word();
    if (!isEventWord(word)) {
        return std::nullopt;
    }
    row.event = word;
    cursor.advance(word.size());
    if (const auto unit = cursor.word(); unit.starts_with('(') && unit.ends_with(')')) {
        row.event = begin.substr(0, static_cast<std::size_t>(unit.data() + unit.size() - begin.data()));
        cursor.advance(unit.size());
    }
    if (!cursor.rest().starts_with('#')) {
        return std::nullopt;
    }
    row.tail = tailOf(cursor);
    const bool isGroup = !row.tail.metrics.empty() && std::ranges::all_of(row.tail.metrics, &StatMetric::isPercent);
    return isGroup ? std::optional(row) : std::nullopt;
}

std::optional<StatRow> countRow(StatCursor cursor, char decimalMark)
{
    StatRow row;
    if (isTimeStamp(cursor.word())) {
        row.time = decimalAt(cursor.word());
        cursor.advance(cursor.word().size());
    }
    readScope(cursor, row);
    row.countText = cursor.rest();
    if (cursor.rest().starts_with("<not ")) {
        const auto end = cursor.rest().find('>');
        row.kind = StatRow::Kind::Missing;
        row.missing = cursor.rest().substr(1, end - 1);
        if (end == std::string_view::npos || (row.missing != "not counted" && row.missing != "not supported")) {
            return std::nullopt;
        }
        cursor.advance(end + 1);
    } else {
        const auto count = countAt(cursor.rest(), false, decimalMark);
        if (!count || count->text.size() >= cursor.rest().size() || !isSpace(cursor.rest()[count->text.size()])) {
            return std::nullopt;
        }
        row.count = *count;
        cursor.advance(count->text.size());
    }
    if (const auto unit = cursor.word(); std::ranges::contains(kUnits, unit)) {
        const auto behind = strippedStat(cursor.rest().substr(unit.size()));
        if (!behind.empty() && isLetter(behind.front())) {
            row.unit = unit;
            cursor.advance(unit.size());
        }
    }
    if (!readEvent(cursor, row)) {
        return std::nullopt;
    }
    row.tail = tailOf(cursor);
    if (!cursor.isAtEnd()) {
        return std::nullopt;
    }
    if (row.kind == StatRow::Kind::Count && !row.unit.empty()) {
        row.count = *countAt(row.countText, true, decimalMark);
    }
    return row;
}

bool hasComma(const StatNumber& number)
{
    return number.text.contains(',') && !number.text.contains('.');
}

}

std::string_view placeKind(std::string_view word)
{
    if (word.starts_with("CPU") && word.size() > 3
        && word.find_first_not_of("-0123456789", 3) == std::string_view::npos) {
        return "cpu";
    }
    const bool isPlace = word.size() > 1 && (word.front() == 'S' || word.front() == 'N')
        && (isDigit(word[1]) || word[1] == '-')
        && word.find_first_not_of("SNDCLID-0123456789") == std::string_view::npos;
    if (!isPlace) {
        return {};
    }
    return word.front() == 'N'  ? "node"
        : word.contains("-CLS") ? "cluster"
        : word.contains("-C")   ? "core"
        : word.contains("-L")   ? "cache"
        : word.contains("-D")   ? "die"
                                : "socket";
}

bool isTimeStamp(std::string_view word)
{
    const auto point = word.find('.');
    return point != std::string_view::npos && point > 0 && word.size() - point == 10
        && word.find_first_not_of("0123456789.") == std::string_view::npos && word.rfind('.') == point;
}

bool StatRow::isSure() const
{
    if (kind == Kind::Missing || time || (kind == Kind::Time && event == "time elapsed")) {
        return true;
    }
    const bool isClock = unit == "msec" && (event.starts_with("task-clock") || event.starts_with("cpu-clock"));
    return isClock || tail.noise.has_value() || (tail.running.has_value() && isKnownEvent(event))
        || std::ranges::any_of(tail.metrics, isKnownMetric);
}

bool StatRow::hasDecimalComma() const
{
    const bool isTime = kind == Kind::Time && hasComma(count);
    return isTime || (tail.noise && hasComma(*tail.noise)) || (tail.running && hasComma(*tail.running))
        || std::ranges::any_of(tail.metrics, [](const StatMetric& metric) { return hasComma(metric.number); });
}

std::optional<StatRow> statRow(std::string_view text, char decimalMark)
{
    StatCursor cursor(text);
    cursor.skip("^C");
    if (cursor.skip("+ \"")) { // a report kept in the strings of a program
        const auto end = cursor.rest().rfind('"');
        text = cursor.rest().substr(0, end);
        cursor = StatCursor(text);
    }
    char sign = 0;
    if (cursor.rest().size() > 1 && (cursor.rest()[0] == '-' || cursor.rest()[0] == '+') && isSpace(cursor.rest()[1])) {
        sign = cursor.rest()[0];
        cursor.advance(1);
    }
    std::optional<StatRow> row;
    if (const auto elapsed = cursor.rest().find(kElapsed); elapsed != std::string_view::npos) {
        row = elapsedRow(cursor.rest(), elapsed);
    } else {
        row = otherTimeRow(cursor.rest());
        if (!row) {
            row = countRow(cursor, decimalMark);
        }
        if (!row) {
            row = groupRow(cursor);
        }
        if (!row) {
            row = sampleRow(cursor.rest());
        }
    }
    if (row) {
        row->sign = sign;
    }
    return row;
}

bool continuesRow(std::string_view row, std::string_view line)
{
    const auto text = strippedStat(line);
    if (text.empty()) {
        return false;
    }
    if (bracketsAt(text)) {
        return true;
    }
    if (text.front() == '#') {
        const StatCursor cursor(text.substr(1));
        return decimalAt(cursor.rest()).has_value() && cursor.rest().size() > decimalAt(cursor.rest())->text.size();
    }
    const auto hash = row.rfind('#');
    if (hash == std::string_view::npos || !isLetter(text.front())) {
        return false;
    }
    const auto last = strippedStat(row.substr(hash + 1));
    const auto firstWord = text.substr(0, text.find_first_of(kStatSpace));
    return std::ranges::any_of(metricPhrases(), [&](std::string_view phrase) {
        for (auto blank = phrase.find(' '); blank != std::string_view::npos; blank = phrase.find(' ', blank + 1)) {
            const auto rest = phrase.substr(blank + 1);
            if (last.ends_with(phrase.substr(0, blank)) && rest.substr(0, rest.find(' ')) == firstWord) {
                return true;
            }
        }
        return false;
    });
}

}
