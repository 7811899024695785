// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/measures.h"

#include "core/base/units.h"
#include "parsers/context/vocabulary.h"
#include "parsers/table/naming.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace patchscale::table {
namespace {

/// "0.08" of a top-down analysis; a count of 0 or 1 is written without decimals.
bool isFraction(const Number& number)
{
    return number.unit.empty() && std::abs(number.value) <= 1 && number.resolution < 0.5;
}

constexpr std::size_t kLongestCaption = 60;
constexpr std::size_t kLongestLead = 90; ///< of a caption that ends in a colon

/// A table whose baseline is 1 throughout holds ratios, whatever units its labels name.
bool isNormalised(const Table& table, const Layout& layout)
{
    std::size_t ones = 0;
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < layout.columns.size(); ++i) {
            const auto& column = layout.columns[i];
            if (column.kind != ColumnKind::Value || layout.variants[column.variant].role != Role::Baseline
                || row.cells[i].kind != CellKind::Value) {
                continue;
            }
            const auto& value = row.cells[i].value;
            if (value.value != 1 && !(value.value == 100 && value.isPercent())) {
                return false;
            }
            ++ones;
        }
    }
    return ones >= 2;
}

/// "0.148 T/sec" and "18.794 /sec" beside "3.394 B/sec": events per second as stress-ng prints them, whose B is a
/// billion.
bool countsEvents(const Table& table)
{
    return std::ranges::any_of(table.rows, [](const Row& row) {
        return std::ranges::any_of(row.cells, [](const Cell& cell) {
            const auto unit = cell.value.unit;
            return cell.kind == CellKind::Value
                && (unit == "/sec" || unit == "K/sec" || unit == "M/sec" || unit == "T/sec");
        });
    });
}

bool isUnitOf(std::string_view unit, std::string_view base)
{
    const auto known = findUnit(unit);
    return known && known->base == base;
}

/// The unit that a column's head tells: of its own words, else of those over several columns ("us" over "base new").
std::string_view unitOfHead(const Head& head)
{
    if (!head.unit.empty()) { // "(KB/s,IOPS,us)" in its own words is told of all parts
        return head.unit;
    }
    const auto own = unitIn(head.text);
    if (!own.empty() || head.group.empty()) {
        return own;
    }
    return findUnit(head.group) ? head.group : unitIn(head.group);
}

/// "lat" and "bw" stand over its columns.
bool holdsTimesAndRates(const Layout& layout)
{
    bool hasTime = false;
    bool hasRate = false;
    for (const auto& column : layout.columns) {
        const auto name = lowered(column.head.group);
        const auto has = [&](std::string_view word) { return name.contains(word); };
        hasTime = hasTime || has("lat") || has("time");
        hasRate = hasRate || has("bw") || has("bandwidth") || has("iops") || has("tput") || has("throughput");
    }
    return hasTime && hasRate;
}

}

Measures::Measures(const Table& table, const Heads& heads, const Layout& layout)
{
    // "Sleep time (s)" over 5, 10, 30 tells of the case and not of the values
    const bool isOverCases = !layout.columns.empty() && layout.columns.front().kind == ColumnKind::Parameter
        && (metricIn(heads.corner) == "time" || isUnitOf(unitIn(heads.corner), "s")
            || isUnitOf(unitIn(heads.corner), "B"));
    std::vector<std::string_view> near {isOverCases ? std::string_view {} : heads.corner};
    std::ranges::copy_if(heads.others, std::back_inserter(near), [&](std::string_view other) {
        return std::ranges::none_of(heads.columns, [&](const Head& head) { return head.group == other; });
    }); // what stands over some of the columns is theirs alone
    const auto last = table.titles.begin() + static_cast<std::ptrdiff_t>(table.nearTitles);
    near.insert(near.end(), table.titles.begin(), last);
    const auto nearest = near.size();
    const auto far = last != table.titles.end() && table.nearTitles == 0 ? table.titles.front() : std::string_view {};
    if (!far.empty() && (far.size() < kLongestCaption || (far.ends_with(':') && far.size() < kLongestLead))) {
        near.push_back(table.titles.front()); // a heading may stand one blank line above
    }
    for (std::size_t i = 0; i < near.size(); ++i) {
        const auto text = near[i];
        if (const auto unit = unitIn(text); m_unit.empty() && (unit != "%" || text == heads.corner)) {
            m_unit = unit; // a "%" in a sentence above is seldom what the values are in
        }
        if (m_metric.empty()) {
            m_metric = i < nearest - table.nearTitles ? metricIn(text) : onlyMetricIn(text);
            // "this time …": a sentence that only says the word is no heading
            const bool isAside = m_metric == "time" && text.size() >= kLongestCaption && !isUnitOf(unitIn(text), "s")
                && i >= nearest - table.nearTitles;
            m_metric = isAside ? std::string_view {} : m_metric;
            m_isOfHead = !m_metric.empty() && i < nearest - table.nearTitles;
        }
        if (m_better == Better::Unknown && i < nearest) {
            m_better = statedDirection(text);
        }
    }
    if (m_unit.empty()) {
        m_unit = unitIn(table.unitSentence);
    }
    if (holdsTimesAndRates(layout)) { // what a line above says is true of one of them at most
        m_unit = {};
        m_metric = {};
        m_better = Better::Unknown;
    }
    m_isNormalised = isNormalised(table, layout);
    m_countsEvents = countsEvents(table);
}

void Measures::measure(const Number& number, const Column& column, const RowName& name, TestResult& result) const
{
    setUnit(number, column, name, result);
    if (name.benchmark == "perf stat" && result.unit.empty()) {
        result.baseUnit = std::abs(result.value) <= 1 ? "ratio" : "count";
    }
    result.metric = metricOf(number, column, name, result);
    result.better = m_better;
    if (m_better == Better::Unknown && isScaleOnly(result.unit)) {
        result.better = knownDirection(name.benchmark, name.test, result.metric, m_unit);
    }
}

/// "k" of "520.3k" under "msg/sec"
bool Measures::isScaleOnly(std::string_view unit) const
{
    const auto known = findUnit(unit);
    return known && known->base == "count" && !m_unit.empty();
}

void Measures::setUnit(const Number& number, const Column& column, const RowName& name, TestResult& result) const
{
    std::string_view context = m_unit;
    if (const auto unit = unitOfHead(column.head); !unit.empty()) {
        context = unit;
    }
    if (!name.unit.empty()) {
        context = name.unit;
    }
    if (m_isNormalised) {
        context = "ratio";
    }
    if (context.empty() && name.benchmark == "perf stat" && isFraction(number)) {
        context = "fraction";
    }
    const std::string_view written = number.unit.empty() ? context : number.unit;
    auto unit = unitOf(written);
    const auto known = findUnit(context);
    if (!number.unit.empty() && unit.base == "count" && known && known->base != "count") { // "193k" under "IOPS"
        unit = {.factor = unit.factor * known->factor, .base = known->base};
    }
    if (written == "B/sec" && m_countsEvents) {
        unit = {.factor = 1e9, .base = "1/s"};
    }
    if (written == "KBps" && name.benchmark == "unixbench") { // its K is 1024
        unit.factor = 1024;
    }
    result.unit = std::string(written);
    result.baseValue = result.value * unit.factor * column.head.factor * name.unitFactor;
    result.baseUnit = std::string(unit.base);
}

std::string Measures::metricOf(const Number& number, const Column& column, const RowName& name,
                               const TestResult& result) const
{
    if (name.benchmark == "perf stat") {
        const bool isRate = result.baseUnit == "1/s";
        return isRate ? "rate" : number.isPercent() ? "share" : isFraction(number) ? "fraction" : "value";
    }
    if (!name.metric.empty()) {
        return name.metric;
    }
    if (!column.head.group.empty()) {
        const auto& group = column.head.group; // "bw (MiB/s)"
        if (findUnit(group)) {
            const auto lower = lowered(group);
            const auto told = lower.ends_with("iops") ? std::string_view("iops") : metricFor(group);
            return told == "value" ? lower : std::string(told);
        }
        const auto named = group.contains('(') || group.contains('[') ? metricIn(group) : std::string_view {};
        return named.empty() ? lowered(group) : std::string(named);
    }
    if (m_isNormalised) {
        return "ratio";
    }
    if (name.benchmark == "fio" && result.baseUnit == "B/s") {
        return "bandwidth";
    }
    // "slat (nsec)" and "CPU util%" below a row of throughput are none
    const bool isOther =
        ((result.baseUnit == "s" || number.isPercent())
         && (m_metric == "throughput" || m_metric == "bandwidth" || m_metric == "iops" || m_metric == "score"))
        || ((result.baseUnit == "B/s" || result.baseUnit == "1/s")
            && (m_metric == "time" || m_metric == "latency" || m_metric == "runtime" || m_metric == "duration"
                || m_metric == "elapsed"));
    if (const auto own = metricIn(name.test); !own.empty() && own != m_metric && own != "time" && !m_isOfHead
        && !number.isPercent() && !(result.baseUnit == "B/s" && own == "latency")) {
        return std::string(own); // "gmean score" below a line about latencies
    }
    if (!m_metric.empty() && !isOther) {
        return std::string(m_metric);
    }
    if (m_countsEvents && result.unit == "B/sec") {
        return "rate";
    }
    return std::string(metricFor(isScaleOnly(result.unit) ? m_unit : result.unit));
}

std::optional<Spread> spreadOf(const Number& number, std::string_view unit)
{
    Spread spread {
        .kind = SpreadKind::Stddev, .value = std::abs(number.value), .low = {}, .high = {}, .span = number.span};
    if (number.isPercent()) {
        spread.kind = SpreadKind::Cv;
        spread.value /= 100;
    } else if (!number.unit.empty() && !unit.empty()) {
        const auto own = unitOf(number.unit);
        const auto other = unitOf(unit);
        spread.value *= own.base == other.base ? own.factor / other.factor : 1;
    }
    if (!std::isfinite(spread.value)) {
        return std::nullopt;
    }
    return spread;
}

}
