// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_row.h"

#include "parsers/perf/stat_event.h"
#include "parsers/perf/stat_time_row.h"
#include "parsers/perf/symbol_row.h"

#include <algorithm>

namespace patchscale::perf {
namespace {

bool isSpace(char c)
{
    return kStatSpace.contains(c);
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
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

/// "<not counted>" at @p cursor, which moves behind it.
bool readMissing(StatCursor& cursor, StatRow& row)
{
    const auto end = cursor.rest().find('>');
    if (end == std::string_view::npos) {
        return false;
    }
    row.kind = StatRow::Kind::Missing;
    row.missing = cursor.rest().substr(1, end - 1);
    cursor.advance(end + 1);
    return row.missing == "not counted" || row.missing == "not supported";
}

std::optional<StatRow> countRow(StatCursor cursor, char decimalMark)
{
    StatRow row;
    if (isTimeStamp(cursor.word())) {
        row.time = decimalAt(cursor.word());
        cursor.advance(cursor.word().size());
    }
    row.scope = scopeAt(cursor);
    row.countText = cursor.rest();
    if (cursor.rest().starts_with("<not ")) {
        if (!readMissing(cursor, row)) {
            return std::nullopt;
        }
    } else {
        const auto count = countAt(cursor.rest(), false, decimalMark);
        if (!count || count->text.size() >= cursor.rest().size() || !isSpace(cursor.rest()[count->text.size()])) {
            return std::nullopt;
        }
        row.count = *count;
        cursor.advance(count->text.size());
    }
    if (const auto unit = countUnit(cursor.word()); !unit.empty()) {
        const auto behind = strippedStat(cursor.rest().substr(unit.size()));
        if (!behind.empty() && isLetter(behind.front())) {
            row.unit = unit;
            cursor.advance(unit.size());
        }
    }
    const auto event = eventAt(cursor);
    if (!event) {
        return std::nullopt;
    }
    row.event = event->name;
    row.unit = event->unit.empty() ? row.unit : event->unit;
    row.scope.cgroup = event->cgroup;
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
    auto row = timeRow(cursor.rest());
    if (!row && !cursor.rest().contains("seconds time elapsed")) {
        row = countRow(cursor, decimalMark);
        row = row ? row : groupRow(cursor);
        row = row ? row : sampleRow(cursor.rest());
    }
    if (row) {
        row->sign = sign;
    }
    return row;
}

bool mayStartRow(std::string_view text)
{
    if (text.front() == '-' || text.front() == '+' || text.starts_with("^C")) {
        text = trimmed(text.substr(text.front() == '^' ? 2 : 1));
    }
    if (text.starts_with("<not ")) {
        return true;
    }
    std::size_t end = 0;
    while (end < text.size() && text[end] != ' ' && text[end] != '\t') {
        ++end;
    }
    const auto word = text.substr(0, end);
    const auto behind = trimmed(text.substr(end));
    if (word.empty() || behind.empty()) {
        return false;
    }
    if (word.front() < '0' || word.front() > '9') {
        return text.contains('#');
    }
    const bool isNumber = std::ranges::all_of(word, [](char c) {
        return (c >= '0' && c <= '9') || c == ',' || c == '.' || c == '\'' || static_cast<unsigned char>(c) >= 0x80U;
    });
    const char next = behind.front();
    const bool isName = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '<';
    return isNumber && (isName || text.contains('#') || text.contains("+-") || text.contains("(") || isTimeStamp(word));
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
