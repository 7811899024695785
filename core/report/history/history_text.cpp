// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/figures.h"
#include "core/report/history/history_report.h"
#include "core/report/report_words.h"

#include <algorithm>
#include <format>

namespace patchscale {
namespace {

// Every line is indented, and two more columns stay within 80 when a reply quotes the lines: see text_report.cpp.
constexpr std::size_t kWidth = 72;
constexpr std::size_t kStrip = 20;
constexpr std::size_t kLongestLabel = 24;

/// @p text in lines at blanks, the first behind @p indent blanks, the others two further.
void appendWrapped(std::string& out, std::string_view text, std::size_t indent)
{
    std::string line(indent, ' ');
    bool isStart = true;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        const auto word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!isStart && line.size() + 1 + word.size() > kWidth && !word.starts_with('%')) {
            out.append(line).push_back('\n');
            line.assign(indent + 2, ' ');
            isStart = true;
        }
        line.append(isStart ? "" : " ").append(word);
        isStart = false;
    }
    out.append(line).push_back('\n');
}

void writePlaces(std::string& out, const HistorySeries& series)
{
    const int decimals = historyDecimals(series);
    std::size_t label = placeHead(series.order).size();
    std::size_t figure = 6;
    for (const auto& place : series.places) {
        label = std::max(label, std::min(asciiText(place.label).size(), kLongestLabel));
        figure = std::max(figure, fixedText(place.median, decimals).size());
    }
    out += std::format("  {:<{}}  {:>3}  {:>{}}  {:>9}\n", placeHead(series.order), label, "n", "median", figure,
                       "change");
    for (std::size_t i = 0; i < series.places.size(); ++i) {
        const auto& place = series.places[i];
        out += std::format("  {:<{}}  {:>3}  {:>{}}  {:>9}  |{}|{}\n", asciiText(place.label).substr(0, kLongestLabel),
                           label, place.units, fixedText(place.median, decimals), figure,
                           place.change ? changeText(*place.change) : std::string(), placeStrip(series, place, kStrip),
                           hasStepAt(series, i) ? " <" : "");
    }
}

}

std::string historyText(const History& history)
{
    std::string out;
    if (!history.sentence.empty()) {
        appendWrapped(out, asciiText(history.sentence), 2);
    }
    for (const auto& series : history.series) {
        out += out.empty() ? "" : "\n";
        appendWrapped(out, asciiText(historyTest(series)), 2);
        appendWrapped(out, asciiText(historyCircumstances(series) + (series.unit.empty() ? "" : ", in " + series.unit)),
                      2);
        writePlaces(out, series);
        appendWrapped(out, asciiText(series.sentence), 2);
        for (const auto& step : series.steps) {
            if (series.steps.size() > 1) {
                appendWrapped(out, asciiText(step.after + ":"), 4);
            }
            for (const auto& explanation : step.explanations) {
                appendWrapped(out, asciiText(explanation), 4);
            }
        }
        for (const auto& note : series.notes) {
            appendWrapped(out, asciiText(note), 2);
        }
    }
    out += history.warnings.empty() ? "" : "\n";
    for (const auto& warning : history.warnings) {
        appendWrapped(out, asciiText(warning), 2);
    }
    return out;
}

}
