// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/history/history_report.h"

#include "core/base/join.h"
#include "core/compare/figures.h"
#include "core/report/group_title.h"
#include "core/report/report_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace patchscale {
namespace {

struct Form
{
    std::string_view id;
    std::string (*render)(const History&);
};

constexpr auto kForms = std::to_array<Form>({{"text", historyText},
                                             {"markdown", historyMarkdown},
                                             {"csv", historyCsv},
                                             {"tsv", historyTsv},
                                             {"json", historyJson}});

/// The smallest and the largest unit of the series.
std::pair<double, double> rangeOf(const HistorySeries& series)
{
    const auto [low, high] = std::ranges::minmax(series.units, {}, &HistoryUnit::value);
    return {low.value, high.value};
}

/// Where @p value lies between the ends, in steps from 0 to @p most.
std::size_t stepOf(double value, const std::pair<double, double>& range, std::size_t most)
{
    const double width = range.second - range.first;
    const double part = width > 0 ? (value - range.first) / width : 0.5;
    return static_cast<std::size_t>(std::lround(part * static_cast<double>(most)));
}

}

std::vector<std::string_view> historyFormats()
{
    std::vector<std::string_view> ids;
    for (const auto& form : kForms) {
        ids.push_back(form.id);
    }
    return ids;
}

std::optional<std::string> renderHistory(const History& history, std::string_view format)
{
    const auto* const form = std::ranges::find(kForms, format, &Form::id);
    return form == kForms.end() ? std::nullopt : std::optional(form->render(history));
}

std::string historyTest(const HistorySeries& series)
{
    std::string text = series.test.empty() ? series.metric : series.test;
    const auto words = parameterWords(series.parameters);
    return words.empty() ? text : text + ", " + join(words, ", ");
}

std::string historyCircumstances(const HistorySeries& series)
{
    std::vector<std::string> parts;
    const auto benchmark = displayedBenchmark(series.benchmark);
    for (const auto& part : {benchmark, series.metric == series.test ? std::string() : series.metric,
                             series.better == Better::Higher      ? std::string("higher is better")
                                 : series.better == Better::Lower ? std::string("lower is better")
                                                                  : std::string("no direction known"),
                             series.machine.empty() ? std::string() : "on " + series.machine}) {
        if (!part.empty()) {
            parts.push_back(part);
        }
    }
    return join(parts, ", ");
}

std::string_view placeHead(HistoryOrder order)
{
    switch (order) {
    case HistoryOrder::Release:
        return "Release";
    case HistoryOrder::Date:
        return "Date";
    case HistoryOrder::Import:
        break;
    }
    return "Commit or Boot";
}

int historyDecimals(const HistorySeries& series)
{
    constexpr int kMost = 4;
    constexpr double kDigits = 5; // significant ones of the largest value
    int written = 0;
    double largest = 0;
    for (const auto& place : series.places) {
        written = std::max(written, decimalsOf(place.median));
        largest = std::max(largest, std::abs(place.median));
    }
    const int wanted = largest > 0 ? static_cast<int>(kDigits - 1 - std::floor(std::log10(largest))) : 0;
    return std::clamp(std::min(written, wanted), 0, kMost + 2);
}

std::string placeStrip(const HistorySeries& series, const HistoryPlace& place, std::size_t width)
{
    const auto range = rangeOf(series);
    std::string strip(width, ' ');
    for (auto at = stepOf(place.low, range, width - 1); at <= stepOf(place.high, range, width - 1); ++at) {
        strip[at] = '-';
    }
    strip[stepOf(place.median, range, width - 1)] = 'o';
    return strip;
}

std::string sparkline(const HistorySeries& series, std::size_t width)
{
    constexpr auto kBlocks = std::to_array<std::string_view>({"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"});
    const auto [low, high] = std::ranges::minmax(series.places, {}, &HistoryPlace::median);
    std::string line;
    for (std::size_t i = series.places.size() - std::min(width, series.places.size()); i < series.places.size(); ++i) {
        line += kBlocks.at(stepOf(series.places[i].median, {low.median, high.median}, kBlocks.size() - 1));
    }
    return line;
}

bool hasStepAt(const HistorySeries& series, std::size_t place)
{
    return std::ranges::contains(series.steps, place, &HistoryStep::place);
}

}
