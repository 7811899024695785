// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/history_chart.h"

#include "core/compare/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>

namespace patchscale {
namespace {

/// The step between ticks that reads well: 1, 2, 2.5 or 5 times a power of ten, the first that needs at most six.
double tickStep(double width)
{
    constexpr double kMostTicks = 6;
    constexpr auto kSteps = std::to_array({1.0, 2.0, 2.5, 5.0, 10.0});
    const double least = width / kMostTicks;
    const double scale = std::pow(10.0, std::floor(std::log10(least)));
    const auto* const step = std::ranges::find_if(kSteps, [&](double each) { return each * scale >= least; });
    return (step == kSteps.end() ? kSteps.back() : *step) * scale;
}

ChartAxis axisOf(const HistorySeries& series)
{
    const auto [least, most] = std::ranges::minmax(series.units, {}, &HistoryUnit::value);
    double low = least.value;
    double high = most.value;
    const double size = std::max(std::abs(low), std::abs(high));
    // Values that hardly differ must not look as if they did: the axis spans at least 4 %.
    constexpr double kLeastSpan = 0.04;
    const double missing = std::max(size * kLeastSpan, size > 0 ? 0.0 : 1.0) - (high - low);
    if (missing > 0) {
        low -= missing / 2;
        high += missing / 2;
    }
    if (least.value >= 0) {
        low = std::max(low, 0.0);
    }
    const double step = tickStep(high - low);
    ChartAxis axis {.title = series.metric, .unit = series.unit, .low = 0, .high = 0, .ticks = {}};
    const double first = std::floor(low / step);
    const double last = std::ceil(high / step);
    axis.low = first * step;
    axis.high = last * step;
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    const bool isHalf = std::abs(step * std::pow(10.0, decimals) - std::round(step * std::pow(10.0, decimals))) > 1e-9;
    for (double at = first; at <= last + 0.5; ++at) {
        axis.ticks.push_back({.value = at * step, .text = fixedText(at * step, decimals + (isHalf ? 1 : 0))});
    }
    return axis;
}

std::string placeTitle(HistoryOrder order)
{
    switch (order) {
    case HistoryOrder::Release:
        return "kernel release";
    case HistoryOrder::Date:
        return "date of the run (UTC)";
    case HistoryOrder::Import:
        break;
    }
    return "commit or boot, in the order of import";
}

std::string captionOf(const HistorySeries& series)
{
    std::string caption = std::format("{}, one dot each (median of its samples); line: the median of each {}",
                                      countText(series.units.size(), "boot or run", "boots or runs"),
                                      series.order == HistoryOrder::Release    ? "release"
                                          : series.order == HistoryOrder::Date ? "date"
                                                                               : "commit or boot");
    if (series.isTooShort) {
        return caption + "; too few to tell a change from chance.";
    }
    caption += series.steps.empty()
        ? "; no change point (E-divisive, p < 0.01)"
        : "; bar: the level between change points (E-divisive, p < 0.01 each, by permutation)";
    return caption + (series.better == Better::Unknown ? "; no direction is known." : ".");
}

std::string subtitleOf(const HistorySeries& series)
{
    std::string text = series.metric;
    const auto add = [&](const std::string& part) { text += (text.empty() || part.empty() ? "" : ", ") + part; };
    add(series.unit == series.metric ? std::string() : series.unit);
    add(series.better == Better::Higher ? "higher is better" : series.better == Better::Lower ? "lower is better" : "");
    add(series.machine);
    return text;
}

}

ChartSpec historyChart(const HistorySeries& series)
{
    ChartSpec chart;
    chart.title = series.test;
    for (const auto& [name, value] : series.parameters) {
        chart.title.append(" ").append(name).append("=").append(value);
    }
    chart.subtitle = subtitleOf(series);
    chart.axis = axisOf(series);
    ChartCourse course;
    course.placeTitle = placeTitle(series.order);
    for (const auto& place : series.places) {
        course.places.push_back(place.label);
        course.medians.push_back(place.median);
    }
    for (std::size_t i = 0; i < series.units.size(); ++i) {
        course.dots.push_back({.place = series.units[i].place, .value = series.units[i].value, .unit = i});
    }
    std::size_t begin = 0;
    for (const auto& step : series.steps) {
        course.levels.push_back({.firstPlace = series.units[begin].place,
                                 .lastPlace = series.units[step.unit - 1].place,
                                 .value = step.levelBefore});
        course.steps.push_back({.place = step.place,
                                .isWithinPlace = step.isWithinPlace,
                                .text = std::format("{} {}", step.levelBefore > 0 ? changeText(step.change) : "change",
                                                    (step.isWithinPlace ? "within " : "at ") + step.after),
                                .verdict = step.verdict});
        begin = step.unit;
    }
    if (!series.steps.empty()) {
        course.levels.push_back({.firstPlace = series.units[begin].place,
                                 .lastPlace = series.places.size() - 1,
                                 .value = series.steps.back().levelAfter});
    }
    chart.course = std::move(course);
    chart.caption = captionOf(series);
    return chart;
}

}
