// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/history_view.h"

#include "app/cli/text_table.h"
#include "app/workbench/history_service.h"
#include "core/base/join.h"
#include "core/compare/figures.h"
#include "core/report/history/history_report.h"

#include <algorithm>
#include <format>
#include <set>

namespace patchscale::cli {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kTextWidth = 78;
constexpr std::size_t kStrip = 28;
constexpr std::size_t kSparkline = 24;
constexpr std::size_t kFewSeries = 3; // so few are shown point by point even without a step

std::string wrapped(std::string_view text, std::size_t indent)
{
    std::string out;
    do {
        out += std::string(indent, ' ') + takeLine(text, kTextWidth - indent) + '\n';
    } while (!text.empty());
    return out;
}

struct StepLook
{
    std::string_view sign;
    std::string_view word;
    Ink ink = Ink::Plain;
};

StepLook lookOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Regressed:
        return {.sign = "▼", .word = "worse", .ink = Ink::Worse};
    case Verdict::Improved:
        return {.sign = "▲", .word = "better", .ink = Ink::Better};
    case Verdict::Undecided:
        return {.sign = "?", .word = "may be chance", .ink = Ink::Faint};
    default:
        return {.sign = "●", .word = "changed", .ink = Ink::Plain};
    }
}

/// What a line says of a history: its steps, each as short as it can be.
TextTable::Cell stepsCell(const Output& out, const HistorySeries& series)
{
    if (series.isTooShort) {
        return {.text = "too short to tell", .ink = Ink::Faint};
    }
    if (series.steps.empty()) {
        return {.text = "no change point"};
    }
    const auto text = join(series.steps, ", ", [&](const HistoryStep& step) {
        const auto look = lookOf(step.verdict);
        return std::format("{} {} {}", out.hasSigns() ? look.sign : look.word,
                           step.levelBefore > 0 ? changeText(step.change) : std::string("changed"),
                           (step.isWithinPlace ? "within " : "at ") + step.after);
    });
    return {.text = text, .ink = lookOf(series.steps.front().verdict).ink};
}

void printSummary(Output& out, const History& history)
{
    const bool hasManyMetrics = std::ranges::any_of(
        history.series, [&](const HistorySeries& series) { return series.metric != history.series.front().metric; });
    TextTable table;
    table.addColumn("Test");
    table.addColumn("Metric");
    table.addColumn("Machine");
    table.addColumn("From");
    table.addColumn("To");
    table.addColumn("Runs", Align::Right);
    table.addColumn("First", Align::Right);
    table.addColumn("Last", Align::Right);
    table.addColumn("Unit");
    table.addColumn("Change", Align::Right);
    table.addColumn("Course");
    table.addColumn("Change Points");
    for (const auto& series : history.series) {
        const int decimals = historyDecimals(series);
        table.addRow({{.text = historyTest(series), .ink = series.isTotal ? Ink::Strong : Ink::Plain},
                      {.text = hasManyMetrics ? series.metric : std::string()},
                      {.text = series.machine},
                      {.text = series.places.front().label},
                      {.text = series.places.back().label},
                      {.text = std::to_string(series.units.size())},
                      {.text = fixedText(series.places.front().median, decimals)},
                      {.text = fixedText(series.places.back().median, decimals)},
                      {.text = series.unit, .ink = Ink::Faint},
                      {.text = series.change ? changeText(*series.change) : std::string("-")},
                      {.text = out.hasSigns() ? sparkline(series, kSparkline) : std::string()},
                      stepsCell(out, series)});
    }
    table.print(out, 2);
}

/// The runs that a place was measured in, as 'show' takes them.
std::string runsText(const StoredHistory& stored, const HistorySeries& series, const HistoryPlace& place)
{
    constexpr std::size_t kMost = 4;
    std::set<std::int64_t> ids;
    for (std::size_t i = 0; i < place.units; ++i) {
        for (const auto ref : series.units[place.firstUnit + i].results) {
            ids.insert(stored.runs[ref.run].id.value);
        }
    }
    std::vector<std::int64_t> shown(ids.begin(), ids.end());
    const std::size_t more = shown.size() > kMost ? shown.size() - kMost : 0;
    shown.resize(shown.size() - more);
    return join(shown, ", ", [](std::int64_t id) { return std::to_string(id); })
        + (more > 0 ? std::format(", +{}", more) : std::string());
}

void printSeries(Output& out, const StoredHistory& stored, const HistorySeries& series)
{
    out.write('\n' + out.paint(Ink::Strong, printableLine(historyTest(series))) + '\n');
    out.write(wrapped(printableLine(historyCircumstances(series)), 2) + '\n');
    const int decimals = historyDecimals(series);
    TextTable table;
    table.addColumn(std::string(placeHead(series.order)));
    table.addColumn("n", Align::Right);
    table.addColumn("Median", Align::Right);
    table.addColumn("Unit");
    table.addColumn("Change", Align::Right);
    table.addColumn("Low to High");
    table.addColumn("");
    table.addColumn("Run");
    for (std::size_t i = 0; i < series.places.size(); ++i) {
        const auto& place = series.places[i];
        const auto step = std::ranges::find(series.steps, i, &HistoryStep::place);
        const auto look = step == series.steps.end() ? StepLook {} : lookOf(step->verdict);
        table.addRow({{.text = place.label},
                      {.text = std::to_string(place.units)},
                      {.text = fixedText(place.median, decimals)},
                      {.text = series.unit, .ink = Ink::Faint},
                      {.text = place.change ? changeText(*place.change) : std::string(), .ink = look.ink},
                      {.text = '|' + placeStrip(series, place, kStrip) + '|', .ink = Ink::Faint},
                      {.text = std::string(step == series.steps.end() ? ""
                                               : out.hasSigns()       ? look.sign
                                                                      : look.word),
                       .ink = look.ink},
                      {.text = runsText(stored, series, place), .ink = Ink::Faint}});
    }
    table.print(out, 2);
    if (series.steps.empty()) {
        out.write(wrapped(printableLine(series.sentence), 2));
    }
    for (const auto& step : series.steps) {
        out.write(out.paint(lookOf(step.verdict).ink, wrapped(printableLine(step.sentence), 2)));
        for (const auto& explanation : step.explanations) {
            out.write(wrapped(printableLine(explanation), 4));
        }
    }
    for (const auto& note : series.notes) {
        out.write(wrapped("Note: " + printableLine(note), 2));
    }
}

}

void printHistory(Output& out, const StoredHistory& stored)
{
    const auto& history = stored.history;
    out.write(out.paint(Ink::Strong, printableLine(history.sentence)) + "\n\n");
    printSummary(out, history);
    for (const auto& series : history.series) {
        if (!series.steps.empty() || history.series.size() <= kFewSeries) {
            printSeries(out, stored, series);
            out.flushIfLarge();
        }
    }
    out.write(history.warnings.empty() ? "" : "\n");
    for (const auto& warning : history.warnings) {
        out.write(wrapped("Note: " + printableLine(warning), 0));
    }
}

}
