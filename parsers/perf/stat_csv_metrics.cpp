// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_csv_metrics.h"

#include "parsers/perf/stat_metric_table.h"
#include "parsers/perf/stat_time_row.h"
#include "parsers/perf/symbol_row.h"

#include <algorithm>
#include <array>
#include <optional>

namespace patchscale::perf {
namespace {

constexpr std::size_t kMostLines = 1U << 20U;
constexpr std::size_t kLongestHead = 4096;
constexpr std::string_view kSeparators = ",;|\t";

/// Heads of the columns before the metrics.
constexpr auto kPlaceHeads = std::to_array<std::string_view>(
    {"time", "CPU", "cpu", "core", "cpus", "ctrs", "socket", "die", "node", "cache", "cluster", "comm-pid"});
constexpr std::string_view kPlaceStarts = "tCcsdn"; ///< their first letters

/// How many columns before the metrics a head names: "time,", "core,cpus,".
std::size_t placeColumns(const std::vector<std::string_view>& names)
{
    std::size_t count = 0;
    while (count < names.size() && std::ranges::contains(kPlaceHeads, names[count])) {
        ++count;
    }
    return count;
}

/// The separator of a head: it stands behind the last name too, but for heads without any metric.
char separatorOf(std::string_view head)
{
    if (kSeparators.contains(head.back())) {
        return head.back();
    }
    if (!kPlaceStarts.contains(head.front())) {
        return '\0'; // runs on every line of a text
    }
    for (const auto place : kPlaceHeads) {
        if (head.size() > place.size() && head.starts_with(place) && kSeparators.contains(head[place.size()])) {
            return head[place.size()];
        }
    }
    return '\0';
}

/// @p text without the blanks around it; a tab may be the separator.
std::string_view withoutBlanks(std::string_view text)
{
    const auto begin = text.find_first_not_of(' ');
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// The cells of @p line; the separator stands behind the last one too.
std::vector<std::string_view> cellsOf(std::string_view line, char separator)
{
    std::vector<std::string_view> cells;
    line = withoutBlanks(line);
    while (!line.empty()) {
        const auto end = line.find(separator);
        cells.push_back(trimmed(line.substr(0, end)));
        line = end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
    }
    return cells;
}

/// How many cells cellsOf() makes.
std::ptrdiff_t countCells(std::string_view line, char separator)
{
    line = withoutBlanks(line);
    return line.empty() ? 0 : std::ranges::count(line, separator) + (line.back() == separator ? 0 : 1);
}

bool isMetricName(std::string_view name)
{
    constexpr auto kTopdown =
        std::to_array<std::string_view>({"retiring", "bad speculation", "frontend bound", "backend bound"});
    const bool isPercent = name.starts_with('%');
    const StatMetric metric {.number = {}, .isPercent = isPercent, .words = isPercent ? trimmed(name.substr(1)) : name};
    return std::ranges::contains(kTopdown, name) || (!metric.words.empty() && isKnownMetric(metric))
        || name.contains(" of all ");
}

/// The rows of a line of values, or nothing if it is none.
std::optional<std::vector<StatRow>> rowsOf(const std::vector<std::string_view>& names, std::size_t places,
                                           const std::vector<std::string_view>& cells)
{
    std::vector<StatRow> rows;
    if (cells.size() != names.size()) {
        return std::nullopt;
    }
    std::optional<StatNumber> time;
    StatScope scope;
    for (std::size_t i = 0; i < places; ++i) {
        if (names[i] == "time" && isTimeStamp(cells[i])) {
            time = plainDecimal(cells[i]);
        } else if (names[i] == "cpus" || names[i] == "ctrs") {
            scope.cpus = plainDecimal(cells[i]);
        } else if (const auto kind = placeKind(cells[i]); !kind.empty()) {
            scope.kind = kind;
            scope.name = kind == "cpu" ? cells[i].substr(3) : cells[i];
        } else if (names[i] == "comm-pid") {
            scope.kind = "thread";
            scope.name = cells[i];
        } else {
            return std::nullopt;
        }
    }
    for (std::size_t i = places; i < cells.size(); ++i) {
        const auto number = decimalAt(cells[i]);
        if (!number) {
            if (!cells[i].empty()) {
                return std::nullopt;
            }
            continue; // perf has no value for it
        }
        const auto behind = cells[i].substr(number->text.size());
        if (!behind.empty() && trimmed(behind) != "%") {
            return std::nullopt;
        }
        auto row = metricRow(names[i], cells[i], *number);
        row.time = time;
        row.scope = scope;
        rows.push_back(std::move(row));
    }
    return rows;
}

}

bool mayNameMetrics(std::string_view line)
{
    line = withoutBlanks(line);
    return !line.empty() && line.size() < kLongestHead && separatorOf(line) != '\0';
}

bool isEmptyCsvRow(std::string_view line)
{
    line = withoutBlanks(line);
    return line.size() >= 2 && kSeparators.contains(line.front())
        && line.find_first_not_of(line.front()) == std::string_view::npos;
}

CsvMetricTable csvMetricTableAt(const Text& text, std::size_t first)
{
    CsvMetricTable table;
    const auto head = withoutBlanks(text.line(first));
    const char separator = head.empty() ? '\0' : separatorOf(head);
    const auto isRow = [&](std::size_t line) {
        return line < text.lines().size() && text.lines()[line].kind == LineKind::Body
            && text.line(line).contains(separator)
            && countCells(text.line(line), separator) == countCells(head, separator);
    };
    if (separator == '\0' || !isRow(first + 1)) { // as for each sentence that breaks behind a comma
        return table;
    }
    const auto names = cellsOf(head, separator);
    const auto places = placeColumns(names);
    const bool hasMetrics = places < names.size();
    const bool isHead = hasMetrics ? std::ranges::none_of(names, &std::string_view::empty)
            && std::any_of(names.begin() + static_cast<std::ptrdiff_t>(places), names.end(), isMetricName)
                                   : places > 1;
    if (!isHead) {
        return table;
    }
    const auto end = std::min(text.lines().size(), first + kMostLines);
    for (auto next = first + 1; next < end && text.lines()[next].kind == LineKind::Body; ++next) {
        auto rows = rowsOf(names, places, cellsOf(text.line(next), separator));
        if (!rows) {
            break;
        }
        std::ranges::move(*rows, std::back_inserter(table.rows));
        table.end = next + 1;
    }
    return table;
}

}
