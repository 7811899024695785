// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_time_row.h"

namespace patchscale::perf {
namespace {

constexpr std::string_view kElapsed = "seconds time elapsed";
constexpr std::size_t kLongestLabel = 100;

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

/// Takes the number at the cursor for the row's value and leaves the cursor at its unit; false if there is none.
bool takeAmount(StatCursor& cursor, StatRow& row)
{
    const auto number = decimalAt(cursor.rest());
    if (!number) {
        return false;
    }
    row.count = *number;
    row.countText = number->text;
    cursor.advance(number->text.size());
    row.unit = cursor.word();
    return true;
}

/// "Wall-clock time elapsed:   123.786620 msecs" of the first versions.
std::optional<StatRow> wallClockRow(std::string_view text)
{
    constexpr std::string_view kWallClock = "Wall-clock time elapsed:";
    StatRow row {.kind = StatRow::Kind::Time};
    row.event = text.substr(11, 12);
    StatCursor cursor(text.substr(kWallClock.size()));
    if (!takeAmount(cursor, row)) {
        return std::nullopt;
    }
    return row.unit == "msecs" || row.unit == "msec" ? std::optional(row) : std::nullopt;
}

/// "0.018243000 seconds user", in which older texts write "user time".
std::optional<StatRow> processorRow(std::string_view text)
{
    StatCursor cursor(text);
    StatRow row {.kind = StatRow::Kind::Time};
    if (!takeAmount(cursor, row)) {
        return std::nullopt;
    }
    cursor.advance(row.unit.size());
    row.event = cursor.word();
    if (row.unit != "seconds" || (row.event != "user" && row.event != "sys")) {
        return std::nullopt;
    }
    cursor.advance(row.event.size());
    cursor.skip("time");
    row.tail = tailOf(cursor);
    return cursor.isAtEnd() ? std::optional(row) : std::nullopt;
}

}

std::optional<StatRow> timeRow(std::string_view text)
{
    if (const auto elapsed = text.find(kElapsed); elapsed != std::string_view::npos) {
        return elapsedRow(text, elapsed);
    }
    return text.starts_with("Wall-clock time elapsed:") ? wallClockRow(text) : processorRow(text);
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

bool isTimeStamp(std::string_view word)
{
    const auto point = word.find('.');
    return point != std::string_view::npos && point > 0 && word.size() - point == 10
        && word.find_first_not_of("0123456789.") == std::string_view::npos && word.rfind('.') == point;
}

}
