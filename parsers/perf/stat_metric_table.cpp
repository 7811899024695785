// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_metric_table.h"

#include "parsers/perf/stat_time_row.h"
#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <array>
#include <optional>

namespace patchscale::perf {
namespace {

constexpr std::size_t kMostLines = 1U << 20U;

/// A piece of a line and where it ends on the screen.
struct Cell
{
    std::string_view text;
    std::size_t edge = 0;
};

Cell cellAt(std::string_view line, std::string_view part)
{
    const auto end = static_cast<std::size_t>(part.data() + part.size() - line.data());
    return {.text = part, .edge = visualColumn(line, end)};
}

/// Heads of the columns before the metrics.
bool isPlaceHead(std::string_view word)
{
    constexpr auto kHeads = std::to_array<std::string_view>({"time", "CPU", "cpu", "core", "cpus", "ctrs", "socket",
                                                             "die", "node", "cache", "cluster", "comm-pid", "thread"});
    return std::ranges::contains(kHeads, word);
}

/// The names in a head; "%  tma_retiring" is one of them.
std::vector<Cell> namesOf(std::string_view line)
{
    std::vector<std::string_view> parts;
    constexpr std::string_view kPercent = "%  ";
    if (line.contains(kPercent)) {
        for (auto pos = line.find(kPercent); pos != std::string_view::npos;) {
            const auto next = line.find(kPercent, pos + 1);
            parts.push_back(trimmed(line.substr(pos, next == std::string_view::npos ? next : next - pos)));
            pos = next;
        }
    } else {
        splitCells(line, 0, parts);
    }
    std::vector<Cell> out;
    for (auto part : parts) {
        StatCursor cursor(part);
        cursor.skip("#");
        while (!cursor.isAtEnd() && isPlaceHead(cursor.word())) {
            cursor.advance(cursor.word().size());
        }
        if (!cursor.isAtEnd()) {
            out.push_back(cellAt(line, cursor.rest()));
        }
    }
    return out;
}

struct ValueLine
{
    std::optional<StatNumber> time;
    StatScope scope;
    std::vector<Cell> values;
};

/// True for metrics that are percentages, which CSV and JSON write without the mark.
bool isShareName(std::string_view name)
{
    constexpr auto kShares = std::to_array<std::string_view>({"frontend cycles idle", "backend cycles idle", "retiring",
                                                              "bad speculation", "frontend bound", "backend bound"});
    return std::ranges::contains(kShares, name) || name.contains(" of all ");
}

/// A line of nothing but a time, a place and numbers.
std::optional<ValueLine> valuesOf(std::string_view line)
{
    ValueLine out;
    StatCursor cursor(line);
    cursor.skip("^C");
    if (isTimeStamp(cursor.word())) {
        out.time = decimalAt(cursor.word());
        cursor.advance(cursor.word().size());
    }
    out.scope = scopeAt(cursor);
    while (!cursor.isAtEnd()) {
        const auto word = cursor.word();
        const auto number = decimalAt(word);
        const bool isPercent = number && word.substr(number->text.size()) == "%";
        if (!number || (number->text.size() != word.size() && !isPercent)) {
            return std::nullopt;
        }
        out.values.push_back(cellAt(line, word));
        cursor.advance(word.size());
    }
    return out.values.empty() && !out.time ? std::nullopt : std::optional(out);
}

/// The names above @p values, cut where these end: a name wider than its column leaves one blank to the next.
std::vector<Cell> namesAbove(std::string_view line, const std::vector<Cell>& values)
{
    std::vector<Cell> names;
    std::size_t begin = 0;
    for (const auto& value : values) {
        const auto end = line.find(' ', value.edge == 0 ? 0 : value.edge - 1);
        const auto name = begin < line.size() ? trimmed(line.substr(begin, end - begin)) : std::string_view();
        if (name.empty()) {
            return {};
        }
        names.push_back(cellAt(line, name));
        begin = std::min(end, line.size());
    }
    return names;
}

/// For each value the place of its name; empty if they do not fit.
std::vector<std::size_t> match(const std::vector<Cell>& names, const std::vector<Cell>& values)
{
    std::vector<std::size_t> out;
    if (names.size() == values.size()) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            out.push_back(i);
        }
        return out;
    }
    for (const auto& value : values) { // perf leaves a value out that it does not have
        const auto name = std::ranges::find_if(
            names, [&](const Cell& cell) { return cell.edge <= value.edge + 1 && value.edge <= cell.edge + 1; });
        const auto index = static_cast<std::size_t>(name - names.begin());
        if (name == names.end() || (!out.empty() && out.back() >= index)) {
            return {};
        }
        out.push_back(index);
    }
    return out;
}

bool isBody(const Text& text, std::size_t line)
{
    return line < text.lines().size() && text.lines()[line].kind == LineKind::Body;
}

/// A head and values that a mailer broke in two: the second halves stand below the first ones.
MetricTable brokenTable(const Text& text, std::size_t first, std::vector<Cell> names)
{
    MetricTable table;
    if (!isBody(text, first + 1) || !isBody(text, first + 2)) {
        return table;
    }
    std::ranges::copy(namesOf(text.line(first + 1)), std::back_inserter(names));
    ValueLine all;
    auto next = first + 2;
    for (; isBody(text, next) && all.values.size() < names.size(); ++next) {
        const auto line = valuesOf(text.line(next));
        if (!line) {
            return table;
        }
        std::ranges::copy(line->values, std::back_inserter(all.values));
    }
    if (all.values.size() != names.size()) {
        return table;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto value = all.values[i].text;
        table.rows.push_back(metricRow(names[i].text, value, *decimalAt(value)));
    }
    table.end = next;
    return table;
}

}

StatRow metricRow(std::string_view name, std::string_view value, const StatNumber& number)
{
    StatRow row {.kind = StatRow::Kind::Metric, .countText = number.text, .count = number};
    const bool isPercent = name.starts_with('%');
    row.event = isPercent ? trimmed(name.substr(1)) : name;
    const auto behind = static_cast<std::size_t>(number.text.data() + number.text.size() - value.data());
    const auto mark = isPercent ? name.substr(0, 1) : trimmed(value.substr(std::min(behind, value.size())));
    row.unit = mark.starts_with('%') || isShareName(row.event) ? "%" : std::string_view();
    // "branch-misses of all branches" is the metric that stands behind the event elsewhere.
    if (const auto of = row.event.find(" of all "); of != std::string_view::npos) {
        row.kind = StatRow::Kind::Group;
        row.tail.metrics.push_back({.number = number, .isPercent = true, .words = row.event.substr(of + 1)});
        row.event = row.event.substr(0, of);
    }
    return row;
}

MetricTable metricTableAt(const Text& text, std::size_t first, bool hasTimes)
{
    MetricTable table;
    auto names = namesOf(text.line(first));
    if (names.empty()) {
        return table;
    }
    table.end = first + 1;
    const auto end = std::min(text.lines().size(), first + kMostLines);
    for (auto next = first + 1; next < end && isBody(text, next); ++next) {
        if (text.line(next) == text.line(first)) {
            continue; // perf repeats the head every 25 intervals
        }
        const auto line = valuesOf(text.line(next));
        if (table.rows.empty() && line && line->values.size() > names.size()) {
            names = namesAbove(text.line(first), line->values);
        }
        const auto places =
            line && line->time.has_value() == hasTimes ? match(names, line->values) : std::vector<std::size_t>();
        if (places.empty()) {
            break;
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto value = line->values[i].text;
            auto row = metricRow(names[places[i]].text, value, *decimalAt(value));
            row.time = line->time;
            row.scope = line->scope;
            table.rows.push_back(std::move(row));
        }
        table.end = next + 1;
    }
    return table.rows.empty() && !hasTimes ? brokenTable(text, first, std::move(names)) : table;
}

}
