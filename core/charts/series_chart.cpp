// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/series_chart.h"

#include "core/charts/axis_ticks.h"
#include "core/compare/figures.h"
#include "core/compare/series.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <limits>
#include <utility>

namespace patchscale {
namespace {

struct Range
{
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();

    void take(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

/// A prefix that keeps the figures of an upright axis short.
struct Scale
{
    double factor = 1;
    std::string unit;
};

Scale scaleFor(double largest, const std::string& unit)
{
    if (unit == "KiB/s" && largest >= 10'240) {
        return largest >= 10'240.0 * 1024 ? Scale {.factor = 1.0 / (1024 * 1024), .unit = "GiB/s"}
                                          : Scale {.factor = 1.0 / 1024, .unit = "MiB/s"};
    }
    if (unit == "ns" && largest >= 10'000) {
        return largest >= 1e7 ? Scale {.factor = 1e-6, .unit = "ms"} : Scale {.factor = 1e-3, .unit = "us"};
    }
    if (largest >= 1e6) {
        const bool isMillions = largest < 1e10;
        const std::string word = isMillions ? "millions" : "10^9";
        return {.factor = isMillions ? 1e-6 : 1e-9, .unit = unit.empty() ? word : word + " of " + unit};
    }
    return {.factor = 1, .unit = unit};
}

/// Five figures: as exact as a mean over time is.
std::string figureText(double value)
{
    if (!(std::abs(value) > 0)) {
        return "0";
    }
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 4);
    return valueText(std::round(value / unit) * unit);
}

void addLines(const std::vector<SeriesTrack>& tracks, const std::string& label, ChartSide side, double step,
              double factor, ChartSpec& chart)
{
    bool isFirst = true;
    for (const auto& track : tracks) {
        auto& line = chart.lines.emplace_back();
        line.label = isFirst ? label : std::string();
        line.side = side;
        line.points.reserve(track.values.size());
        for (std::size_t i = 0; i < track.values.size(); ++i) {
            // The middle of the time that the value speaks of.
            line.points.push_back(
                {.x = (static_cast<double>(track.first + i) + 0.5) * step, .y = track.values[i] * factor});
        }
        isFirst = false;
    }
}

std::string nameOf(const ComparisonRow& row)
{
    auto name = row.test.empty() ? row.metric : row.test;
    for (const auto& [parameter, value] : row.parameters) {
        name.append(" ").append(parameter).append("=").append(value);
    }
    return row.metric.empty() || row.metric == "value" || row.metric == row.test ? name : name + ", " + row.metric;
}

}

ChartSpec seriesChart(const ComparisonRow& row)
{
    const auto& series = *row.series;
    Range time;
    Range values;
    for (const auto* side : {&series.baseline, &series.candidate}) {
        for (const auto& track : *side) {
            time.take(static_cast<double>(track.first) * series.step);
            time.take(static_cast<double>(track.first + track.values.size()) * series.step);
            std::ranges::for_each(track.values, [&](double value) { values.take(value); });
        }
    }
    const auto scale = scaleFor(std::max(std::abs(values.low), std::abs(values.high)), row.unit);

    ChartSpec chart;
    chart.kind = ChartKind::Lines;
    chart.title = nameOf(row) + " over time";
    if (row.change) {
        chart.title += series.window ? ": " + changeText(*row.change) + " where both are steady" : ": not decided";
    }
    chart.axis = roundAxis(time.low, time.high, "time", "s");
    chart.axis.low = std::min(time.low, chart.axis.high);
    chart.axis.high = time.high;
    std::erase_if(chart.axis.ticks, [&](const ChartTick& tick) {
        return tick.value < chart.axis.low - 1e-9 || tick.value > chart.axis.high * (1 + 1e-9);
    });
    chart.upright = roundAxis(values.low * scale.factor, values.high * scale.factor, row.metric, scale.unit);
    if (series.window) {
        chart.band =
            ChartBand {.low = series.window->from, .high = series.window->to, .text = "the time that is compared"};
    }
    addLines(series.baseline, row.baseline.label.empty() ? "baseline" : row.baseline.label, ChartSide::Baseline,
             series.step, scale.factor, chart);
    addLines(series.candidate, row.candidate.label.empty() ? "candidate" : row.candidate.label, ChartSide::Candidate,
             series.step, scale.factor, chart);
    chart.caption = series.words;
    if (!chart.caption.empty() && chart.caption.front() >= 'a' && chart.caption.front() <= 'z') {
        chart.caption.front() = static_cast<char>(chart.caption.front() - 'a' + 'A');
    }
    if (series.window && row.baseline.value && row.candidate.value) {
        chart.caption +=
            std::format("; means {} and {}{}", figureText(*row.baseline.value * scale.factor),
                        figureText(*row.candidate.value * scale.factor), scale.unit.empty() ? "" : " " + scale.unit);
        if (row.interval) {
            chart.caption += std::format("; 95 % interval of the change {} to {}", changeText(row.interval->low),
                                         changeText(row.interval->high));
        }
        chart.caption += "; shaded: " + chart.band->text;
    }
    chart.caption += std::format("; grid of {}.", timeText(series, series.step));
    return chart;
}

std::vector<ChartSpec> seriesCharts(const ComparisonGroup& group, std::size_t most)
{
    std::vector<ChartSpec> charts;
    for (const auto& row : group.rows) {
        if (row.series && charts.size() < most) {
            charts.push_back(seriesChart(row));
        }
    }
    return charts;
}

}
