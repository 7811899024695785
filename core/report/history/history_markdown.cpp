// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/figures.h"
#include "core/report/history/history_report.h"

#include <algorithm>
#include <format>

namespace patchscale {
namespace {

/// @p text so that Markdown shows it as it is: what it would read as markup becomes code.
std::string cell(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        out += c == '|' ? "\\|" : std::string(1, c == '\n' || c == '\r' || c == '\t' ? ' ' : c);
    }
    const bool isMarkup = out.starts_with('_') || out.find_first_of("*<[") != std::string::npos;
    return isMarkup && !out.contains('`') ? "`" + out + "`" : out;
}

void writePlaces(std::string& out, const HistorySeries& series)
{
    const int decimals = historyDecimals(series);
    out += std::format("\n| {} | Runs | Median{} | Change | Step |\n|---|--:|--:|--:|---|\n", placeHead(series.order),
                       series.unit.empty() ? "" : ", " + cell(series.unit));
    for (std::size_t i = 0; i < series.places.size(); ++i) {
        const auto& place = series.places[i];
        std::string steps;
        for (const auto& step : series.steps) {
            if (step.place == i) {
                steps += (steps.empty() ? "" : "; ") + step.sentence;
            }
        }
        out += std::format("| {} | {} | {} | {} | {} |\n", cell(place.label), place.units,
                           fixedText(place.median, decimals), place.change ? changeText(*place.change) : std::string(),
                           cell(steps));
    }
}

}

std::string historyMarkdown(const History& history)
{
    std::string out = history.sentence + '\n';
    for (const auto& series : history.series) {
        // Headings are bold, not '#': such lines vanish from a commit message.
        out += std::format("\n**{}**, {}\n", cell(historyTest(series)), cell(historyCircumstances(series)));
        writePlaces(out, series);
        out += '\n' + cell(series.sentence) + '\n';
        for (const auto& step : series.steps) {
            out += '\n';
            for (const auto& explanation : step.explanations) {
                out +=
                    std::format("- {}{}\n", series.steps.size() > 1 ? cell(step.after) + ": " : "", cell(explanation));
            }
        }
        for (const auto& note : series.notes) {
            out += "\n*" + note + ".*\n";
        }
    }
    for (const auto& warning : history.warnings) {
        out += "\n*" + warning + ".*\n";
    }
    return out;
}

}
