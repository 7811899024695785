// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/join.h"
#include "core/report/delimited.h"
#include "core/report/history/history_report.h"
#include "core/report/report_words.h"

namespace patchscale {
namespace {

/// Scripts depend on the names of the columns: only add at the end.
const std::vector<std::string_view>& columns()
{
    static const std::vector<std::string_view> names {
        "benchmark", "machine", "test",    "parameters", "metric", "unit",       "better", "order",
        "place",     "runs",    "samples", "median",     "low",    "high",       "change", "step_change",
        "ci_low",    "ci_high", "p",       "verdict",    "step",   "explanation"};
    return names;
}

/// One row a place; a place with a step tells it, and a second step within it has a row of its own.
std::vector<std::vector<DelimitedCell>> rowsOf(const History& history)
{
    std::vector<std::vector<DelimitedCell>> rows;
    for (const auto& series : history.series) {
        for (std::size_t i = 0; i < series.places.size(); ++i) {
            const auto& place = series.places[i];
            std::vector<const HistoryStep*> steps;
            for (const auto& step : series.steps) {
                if (step.place == i) {
                    steps.push_back(&step);
                }
            }
            if (steps.empty()) {
                steps.push_back(nullptr);
            }
            for (const auto* const step : steps) {
                const auto interval = step == nullptr ? std::nullopt : step->interval;
                rows.push_back({textCell(series.benchmark),
                                textCell(series.machine),
                                textCell(series.test),
                                parametersCell(series.parameters),
                                textCell(series.metric),
                                textCell(series.unit),
                                ownCell(reportedWord(series.better)),
                                ownCell(orderWord(series.order)),
                                textCell(place.label),
                                numberCell(static_cast<double>(place.units)),
                                numberCell(static_cast<double>(place.samples)),
                                numberCell(place.median),
                                numberCell(place.low),
                                numberCell(place.high),
                                numberCell(place.change),
                                numberCell(step == nullptr ? std::nullopt : std::optional(step->change)),
                                numberCell(interval.transform([](const Interval& each) { return each.low; })),
                                numberCell(interval.transform([](const Interval& each) { return each.high; })),
                                numberCell(step == nullptr ? std::nullopt : std::optional(step->p)),
                                ownCell(step == nullptr ? "" : reportedWord(step->verdict)),
                                textCell(step == nullptr ? std::string() : step->sentence),
                                textCell(step == nullptr ? std::string() : join(step->explanations, "; "))});
            }
        }
    }
    return rows;
}

std::string written(const History& history, std::string_view separator, std::string (*cell)(const DelimitedCell&))
{
    auto out = join(columns(), separator, [](std::string_view name) { return std::string(name); }) + '\n';
    for (const auto& row : rowsOf(history)) {
        out += join(row, separator, cell) + '\n';
    }
    return out;
}

}

std::string historyCsv(const History& history)
{
    return written(history, ",", csvCell);
}

std::string historyTsv(const History& history)
{
    return written(history, "\t", tsvCell);
}

}
