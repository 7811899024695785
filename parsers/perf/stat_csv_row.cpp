// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_csv_row.h"

#include "core/base/characters.h"
#include "parsers/perf/stat_csv_usual.h"
#include "parsers/perf/stat_event.h"
#include "parsers/perf/stat_time_row.h"
#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <array>

namespace patchscale::perf {
namespace {

constexpr std::size_t kFewestFields = 2; ///< value and event, which is all that the first versions print
constexpr std::size_t kLongestEvent = 200;
constexpr std::size_t kLongestFirstField = 40;

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// perf 6.12 writes "cs [software]" when counts are not added up.
std::string_view withoutUnit(std::string_view event)
{
    return event.substr(0, event.find(" ["));
}

bool isEventName(std::string_view event)
{
    return !event.empty() && event.size() <= kLongestEvent && (isLetter(event.front()) || event.front() == '{')
        && !event.contains("  ") && !event.ends_with('%');
}

}

bool isSureEvent(std::string_view event)
{
    const auto colon = event.find(':');
    const bool isTracepoint =
        colon != std::string_view::npos && colon > 1 && event.find_first_of(" %") == std::string_view::npos;
    const auto slash = event.find('/');
    const bool isPmuEvent = slash != std::string_view::npos && slash > 0 && event.find('/', slash + 1) > slash + 1
        && event.find('/', slash + 1) != std::string_view::npos;
    return isKnownEvent(event) || isTracepoint || isPmuEvent;
}

bool mayBeCsvRow(std::string_view line)
{
    std::size_t pos = 0;
    while (pos < line.size() && line[pos] == ' ') {
        ++pos;
    }
    const bool isLeft = pos == 0;
    for (const auto limit = std::min(line.size(), pos + kLongestFirstField); pos < limit; ++pos) {
        const char c = line[pos];
        if (kCsvSeparators.contains(c)) {
            const bool isUsual = c == ',' || c == ';' || c == '|' || c == '\t';
            return isUsual ? pos > 0 || line.size() > kFewestFields : std::ranges::count(line, c) >= 4;
        }
        if (c == ' ' && !line.substr(0, pos).ends_with("<not")) {
            // With a blank for a separator a row is a number, a unit or nothing, and a name.
            return isLeft && pos + 2 < line.size() && isDigit(line[0]) && std::ranges::count(line, ' ') >= 4
                && (isLetter(line[pos + 1]) || (line[pos + 1] == ' ' && isLetter(line[pos + 2])));
        }
    }
    return false;
}

bool StatCsvReader::read(std::string_view line)
{
    const auto before = m_fields.separator();
    if (readUsual(line) || (line.contains(before) && readWith(line))) {
        return true;
    }
    for (const char c : std::string_view(",;|\t:!^~@#&/ ")) {
        for (const std::size_t length : {1U, 2U}) {
            const std::string separator(length, c);
            if (separator == before || !line.contains(separator)) {
                continue;
            }
            m_fields.setSeparator(separator);
            if (readWith(line)) {
                return true;
            }
        }
    }
    m_fields.setSeparator(before);
    return false;
}

bool StatCsvReader::readUsual(std::string_view line)
{
    const auto& separator = m_fields.separator();
    UsualCsvRow row;
    // These separators may also stand within a number or a name, or around a field.
    if (separator.size() != 1 || std::string_view(" \t:/").contains(separator.front())
        || !readUsualCsvRow(line, separator.front(), row) || !isEventName(withoutUnit(row.event))) {
        return false;
    }
    clear();
    m_row.time = row.time;
    m_row.countText = row.value.text;
    m_row.count = row.value;
    m_row.unit = row.unit;
    m_row.event = withoutUnit(row.event);
    m_row.runTime = row.runTime;
    m_row.tail.running = row.running;
    if (const auto number = wholeDecimal(row.metric); number && !row.words.empty()) {
        addMetric(*number, row.words);
    }
    m_event = m_row.event;
    m_time = m_row.time;
    m_scope = m_row.scope;
    return true;
}

void StatCsvReader::clear()
{
    auto metrics = std::move(m_row.tail.metrics);
    metrics.clear();
    m_row = {};
    m_row.tail.metrics = std::move(metrics);
    m_hasCutMetric = false;
    m_hasDecimalComma = false;
    m_isSummary = false;
}

bool StatCsvReader::readWith(std::string_view line)
{
    if (!m_fields.split(line) || m_fields.size() < kFewestFields) {
        return false;
    }
    clear();
    std::size_t next = 0;
    if (!(readTime(next) && readScope(next) && readValue(next) && readEvent(next) && readTail(next))) {
        return false;
    }
    m_event = m_row.event;
    m_time = m_row.time;
    m_scope = m_row.scope;
    return true;
}

bool StatCsvReader::readTime(std::size_t& next)
{
    const auto word = m_fields.at(0);
    if (word == "summary") {
        m_isSummary = true;
        ++next;
    } else if (isTimeStamp(word)) {
        m_row.time = plainDecimal(word);
        ++next;
    }
    return true;
}

bool StatCsvReader::readScope(std::size_t& next)
{
    const auto word = m_fields.at(next);
    if (word.empty() || isDigit(word.front()) || word.front() == '<') {
        return true;
    }
    const auto kind = placeKind(word);
    if (kind.empty()) {
        const auto dash = word.rfind('-');
        if (dash == std::string_view::npos || dash == 0 || !isDigits(word.substr(dash + 1))) {
            return false;
        }
    }
    m_row.scope.kind = kind.empty() ? "thread" : kind;
    m_row.scope.name = kind == "cpu" ? word.substr(3) : word;
    ++next;
    const auto behind = m_fields.at(next + 1);
    if (!kind.empty() && kind != "cpu" && isDigits(m_fields.at(next)) && !behind.empty()
        && (isDigit(behind.front()) || behind.starts_with("<not "))) {
        m_row.scope.cpus = plainDecimal(m_fields.at(next));
        ++next;
    }
    return true;
}

bool StatCsvReader::readValue(std::size_t& next)
{
    const auto text = m_fields.at(next);
    if (text.starts_with("<not ")) {
        m_row.kind = StatRow::Kind::Missing;
        m_row.missing = text.substr(1, text.find('>') - 1);
        ++next;
        return m_row.missing == "not counted" || m_row.missing == "not supported";
    }
    m_row.countText = text;
    const auto fraction = m_fields.at(next + 1);
    if (m_fields.separator() == "," && isDigits(text) && isDigits(fraction)
        && !countUnit(m_fields.at(next + 2)).empty()) {
        m_row.countText = m_fields.joined(next, next + 1); // "390,97,msec"
        ++next;
    }
    const auto number = wholeDecimal(m_row.countText);
    if (!number) {
        return false;
    }
    m_row.count = *number;
    m_hasDecimalComma = m_row.countText.contains(',');
    ++next;
    return true;
}

bool StatCsvReader::readEvent(std::size_t& next)
{
    const auto unit = m_fields.at(next);
    auto first = next;
    if (unit.empty() || !countUnit(unit).empty()) {
        m_row.unit = unit;
        ++first;
    } else if (m_fields.isTailAt(next + 2) || m_fields.at(next + 2).ends_with('%')) {
        m_row.unit = unit; // one that we do not know
        ++first;
    }
    // A name goes on over separators up to what follows an event; a control group stands between.
    auto end = first + 1;
    const auto isEnd = [&](std::size_t index) {
        auto noise = index;
        return index >= m_fields.size() || m_fields.isTailAt(index) || m_fields.decimal(noise, 2, "%").has_value();
    };
    while (!isEnd(end)) {
        ++end;
    }
    auto name = m_fields.at(first);
    auto last = first;
    const bool isOpen = std::ranges::count(name, '/') == 1;
    if (end < m_fields.size() || m_fields.size() <= first + 2) {
        if (isOpen) {
            while (last + 1 < end && !m_fields.at(last + 1).contains('/')) {
                ++last;
            }
            last = std::min(last + 1, end - 1);
        } else if (m_fields.separator() == ":" && end > first + 1) {
            last = end - 1;
        }
        name = m_fields.joined(first, last);
    }
    if (last + 2 == end && end < m_fields.size()) {
        m_row.scope.cgroup = m_fields.at(last + 1);
    } else if (last + 1 != end && end < m_fields.size()) {
        return false;
    }
    m_row.event = withoutUnit(name);
    next = end < m_fields.size() ? end : last + 1;
    return isEventName(m_row.event);
}

bool StatCsvReader::readTail(std::size_t next)
{
    auto& tail = m_row.tail;
    const auto before = next;
    tail.noise = m_fields.decimal(next, 2, "%");
    m_hasDecimalComma = m_hasDecimalComma || next == before + 2;
    if (!m_fields.isTailAt(next)) {
        // The first versions end here; nothing but empty fields may follow.
        const bool isOld = m_fields.isEmptyFrom(next);
        return isOld && isKnownEvent(m_row.event) && (tail.noise || next >= 2);
    }
    m_row.runTime = plainDecimal(m_fields.at(next));
    ++next;
    const auto share = next;
    tail.running = m_fields.decimal(next, 2, {});
    m_hasDecimalComma = m_hasDecimalComma || next == share + 2 || tail.running->text.contains(',')
        || (tail.noise && tail.noise->text.contains(','));
    readMetricAt(next);
    return true;
}

void StatCsvReader::readMetricAt(std::size_t next)
{
    auto number = wholeDecimal(m_fields.at(next));
    auto words = m_fields.at(next + 1);
    if (m_fields.separator() == "/" && next + 1 < m_fields.size()) { // "K/sec"
        words = m_fields.joined(next + 1, m_fields.size() - 1);
    }
    const bool isWhole =
        m_hasDecimalComma && m_fields.separator() == "," && isDigits(m_fields.at(next)) && isDigits(words);
    if (isWhole) {
        number = decimalAt(m_fields.joined(next, next + 1));
        words = m_fields.at(next + 2);
    }
    if (number && !words.empty()) {
        addMetric(*number, words);
    }
}

void StatCsvReader::addMetric(const StatNumber& number, std::string_view words)
{
    const bool isPercent = words.starts_with('%');
    const StatMetric metric {
        .number = number, .isPercent = isPercent, .words = isPercent ? trimmed(words.substr(1)) : words};
    if (m_hasDecimalComma && isDigits(metric.number.text)) {
        m_cutMetric = metric;
        m_hasCutMetric = true;
        return;
    }
    m_row.tail.metrics.push_back(metric);
}

bool StatCsvReader::readMetric(std::string_view line)
{
    // ",,,,,87.9,%  tma_bad_speculation": nothing, or what stands before every value, up to the metric.
    m_row = {};
    m_row.event = m_event;
    m_row.time = m_time;
    m_row.scope = m_scope;
    m_row.kind = StatRow::Kind::Group;
    m_hasCutMetric = false;
    bool isMetric = m_fields.split(line) && m_fields.size() >= 4;
    std::size_t next = 0;
    if (isMetric) {
        next = isTimeStamp(m_fields.at(0)) ? 1 : 0;
        isMetric = readScope(next) && m_fields.at(next).empty();
    }
    while (isMetric && next < m_fields.size() && m_fields.at(next).empty()) {
        ++next;
    }
    if (isMetric && m_fields.isTailAt(next)) { // run time and share of a group
        next += 2;
        while (next < m_fields.size() && m_fields.at(next).empty()) {
            ++next;
        }
    }
    if (isMetric) {
        readMetricAt(next);
        isMetric = !m_row.tail.metrics.empty() || m_hasCutMetric || next + 1 == m_fields.size();
    }
    return isMetric;
}

}
