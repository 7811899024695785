// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_tables.h"

#include "core/compare/figures.h"
#include "core/compare/series.h"
#include "core/compare/topdown.h"
#include "core/report/report_words.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace patchscale {
namespace {

/// Digits behind the point that show @p value: all that were printed, of a computed mean seven figures.
int shownDecimals(const Side& side)
{
    if (!side.value) {
        return 0;
    }
    const int decimals = decimalsOf(*side.value);
    constexpr int kPrinted = 3; // tools print no more; what has more is computed, or small
    constexpr int kFigures = 7;
    if (decimals <= kPrinted) {
        return decimals;
    }
    const double size = std::abs(*side.value);
    const int magnitude = size > 0 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1;
    return std::clamp(kFigures - magnitude, kPrinted, decimals);
}

int shownDecimals(const ReportLine& line)
{
    int decimals = shownDecimals(line.first->baseline);
    for (const auto* row : line.rows) {
        if (row != nullptr) {
            decimals = std::max({decimals, shownDecimals(row->baseline), shownDecimals(row->candidate)});
        }
    }
    return decimals;
}

/// "+- 1.2" as the document tells it, or the standard deviation of the samples.
std::string spreadText(const Side& side, int decimals)
{
    if (side.samples.size() > 1) {
        return " +- " + fixedText(standardDeviation(side.samples), decimals);
    }
    if (!side.spread) {
        return {};
    }
    if (side.spread->kind == SpreadKind::Cv) {
        return " +- " + fixedText(side.spread->value * 100, 2) + "%";
    }
    if (side.spread->kind == SpreadKind::Range) {
        return {}; // a range is no +-
    }
    const auto own = spreadValueText(side.spread->value);
    return " +- " + (decimalsOf(side.spread->value) > decimals ? own : fixedText(side.spread->value, decimals));
}

std::string cellText(const Side& side, int decimals, const std::string& unit)
{
    if (!side.value) {
        return "-";
    }
    auto text = fixedText(*side.value, decimals);
    if (!unit.empty()) {
        text += unit == "%" ? unit : " " + unit;
    }
    return text + spreadText(side, decimals);
}

/// A change as tables in mails write it, without a blank before the sign: "-0.0009%".
std::string changeCell(const ComparisonRow& row)
{
    if (!row.change) {
        return "-";
    }
    auto text = exactChangeText(*row.change);
    std::erase(text, ' ');
    return text;
}

const char* directionWords(Better better)
{
    switch (better) {
    case Better::Higher:
        return "higher is better";
    case Better::Lower:
        return "lower is better";
    case Better::Unknown:
        break;
    }
    return "direction not known";
}

/// The words that @p wordOf has for the sides of all rows, each once; a side may have none.
template<class WordOf>
std::set<std::string> wordsOfSides(const std::vector<const ReportLine*>& lines, WordOf wordOf)
{
    std::set<std::string> words;
    for (const auto* line : lines) {
        for (const auto* row : line->rows) {
            if (row == nullptr) {
                continue;
            }
            for (const auto* side : {&row->baseline, &row->candidate}) {
                if (auto word = wordOf(*row, *side); !word.empty()) {
                    words.insert(std::move(word));
                }
            }
        }
    }
    return words;
}

std::string runWord(const ComparisonRow& row, const Side& side)
{
    if (!side.value) {
        return {};
    }
    if (row.series && row.series->window) {
        return "mean while steady";
    }
    if (side.samples.size() > 1) {
        return std::format("median of {} runs", side.samples.size());
    }
    return side.count && *side.count > 1 ? std::format("mean of {} runs", *side.count) : "single values";
}

std::string spreadWord(const ComparisonRow& row, const Side& side)
{
    if (row.series && row.series->window) {
        return "standard deviation of the stretches compared";
    }
    if (side.samples.size() > 1) {
        return "standard deviation";
    }
    if (!side.spread || side.spread->kind == SpreadKind::Range) {
        return {};
    }
    return side.spread->kind == SpreadKind::Stderr ? "standard error"
        : side.spread->kind == SpreadKind::Ci95    ? "95% interval"
                                                   : "standard deviation";
}

/// What the values of a table are, when all are the same: "mean of 10 runs".
std::string runWords(const std::vector<const ReportLine*>& lines)
{
    const auto kinds = wordsOfSides(lines, runWord);
    return kinds.size() == 1 ? *kinds.begin() : std::string();
}

/// What "+-" means in a table, where it stands.
std::string spreadWords(const std::vector<const ReportLine*>& lines)
{
    const auto kinds = wordsOfSides(lines, spreadWord);
    return kinds.size() == 1 ? "+- is the " + *kinds.begin() : std::string();
}

template<class Get>
std::string shared(const std::vector<const ReportLine*>& lines, Get get)
{
    const std::string first = get(*lines.front()->first);
    const bool isShared =
        std::ranges::all_of(lines, [&](const ReportLine* line) { return get(*line->first) == first; });
    return isShared ? first : std::string();
}

ReportTable tableOf(const GroupSet& set, const std::vector<const ReportLine*>& lines,
                    const Parameters& sharedParameters)
{
    const auto unit = shared(lines, [](const ComparisonRow& row) { return row.unit; });
    const bool isOneUnit =
        std::ranges::all_of(lines, [&](const ReportLine* line) { return line->first->unit == unit; });
    const auto metric = shared(lines, [](const ComparisonRow& row) { return row.metric; });

    ReportTable table;
    table.title = displayedBenchmark(set.front()->benchmark);
    if (!metric.empty()) {
        table.title += (table.title.empty() ? "" : " ") + metric;
    }
    if (!unit.empty() && unit != metric) {
        table.title += (table.title.empty() ? "" : ", ") + unit;
    }
    table.title += (table.title.empty() ? "" : ", ") + std::string(directionWords(lines.front()->first->better));
    for (const auto& words : {runWords(lines), spreadWords(lines)}) {
        if (!words.empty()) {
            table.title += ", " + words;
        }
    }

    int columnDecimals = 0;
    for (const auto* line : lines) {
        columnDecimals = std::max(columnDecimals, shownDecimals(*line));
    }
    for (const auto* line : lines) {
        const int decimals = isOneUnit ? columnDecimals : shownDecimals(*line);
        const auto unitInCell = isOneUnit ? std::string() : line->first->unit;
        auto& row = table.rows.emplace_back();
        row.name = displayedTest(*line->first, sharedParameters);
        row.isTotal = line->first->isTotal;
        row.baseline = cellText(line->first->baseline, decimals, unitInCell);
        for (const auto* cells : line->rows) {
            row.candidates.push_back(cells == nullptr
                                         ? ReportCells {.value = "-", .change = "-", .row = nullptr}
                                         : ReportCells {.value = cellText(cells->candidate, decimals, unitInCell),
                                                        .change = changeCell(*cells),
                                                        .row = cells});
        }
    }
    return table;
}

/// Topdown level 1 in one small table: its parts differ in direction, so that they stand apart in the others.
std::optional<ReportTable> topdownTable(const GroupSet& set)
{
    std::vector<std::vector<Topdown>> sides;
    std::ranges::transform(set, std::back_inserter(sides), [](const auto* group) { return topdownOf(*group); });
    if (sides.front().empty()) {
        return std::nullopt;
    }
    ReportTable table;
    table.title = "Topdown level 1, % of slots, change in points";
    for (const auto& place : sides.front()) {
        for (std::size_t part = 0; part < kTopdownParts.size(); ++part) {
            auto& row = table.rows.emplace_back();
            row.name = (place.label.empty() ? "" : place.label + " ") + std::string(kTopdownParts[part]);
            row.baseline = fixedText(place.baseline[part], 1);
            for (std::size_t i = 0; i < set.size(); ++i) {
                const auto other = std::ranges::find(sides[i], place.label, &Topdown::label);
                if (other == sides[i].end()) {
                    row.candidates.push_back({.value = "-", .change = "-", .row = nullptr});
                    continue;
                }
                const double moved = other->candidate[part] - other->baseline[part];
                row.candidates.push_back({.value = fixedText(other->candidate[part], 1),
                                          .change = std::format("{:+.1f}", moved),
                                          .row = &set[i]->rows[other->rows[part]]});
            }
        }
    }
    return table;
}

}

std::vector<ReportTable> tablesOf(const GroupSet& set, const std::vector<ReportLine>& lines,
                                  const Parameters& sharedParameters)
{
    // A test with several metrics (children and self, bandwidth and IOPS) has one table for each.
    std::unordered_map<std::string, std::set<std::string>> metricsOfTest;
    for (const auto& line : lines) {
        metricsOfTest[displayedTest(*line.first, {})].insert(line.first->metric);
    }
    const bool hasSeveral =
        std::ranges::any_of(metricsOfTest, [](const auto& entry) { return entry.second.size() > 1; });
    std::vector<std::vector<const ReportLine*>> parts;
    std::map<std::pair<std::string, Better>, std::size_t> byKind;
    for (const auto& line : lines) {
        const auto kind = std::pair(hasSeveral ? line.first->metric : std::string(), line.first->better);
        const auto [entry, isNew] = byKind.try_emplace(kind, parts.size());
        if (isNew) {
            parts.emplace_back();
        }
        parts[entry->second].push_back(&line);
    }
    std::vector<ReportTable> tables;
    tables.reserve(parts.size());
    for (const auto& part : parts) {
        tables.push_back(tableOf(set, part, sharedParameters));
    }
    if (auto topdown = topdownTable(set)) {
        tables.push_back(std::move(*topdown));
    }
    return tables;
}

}
