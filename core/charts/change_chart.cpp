// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/change_chart.h"

#include "core/compare/figures.h"
#include "core/compare/series.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>
#include <functional>
#include <set>

namespace patchscale {
namespace {

constexpr double kOutlier = 4; // a value so many times the next one flattens the others
constexpr double kMostOutliers = 0.25; // of all values

/// The next end of an axis that reads well: 1, 1.5, 2, 3, 4, 5, 7.5 and their multiples by ten.
double niceAbove(double value)
{
    static constexpr auto kSteps = std::to_array({1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.5, 10.0});
    const double scale = std::pow(10.0, std::floor(std::log10(value)));
    const auto* const step =
        std::ranges::find_if(kSteps, [&](double each) { return each * scale >= value * (1 - 1e-9); });
    return (step == kSteps.end() ? 10.0 : *step) * scale;
}

/// Half of the axis: what holds all sizes but outliers, with some air, and shows the limit as a band within it.
double axisEnd(std::vector<double> sizes, double limit)
{
    std::ranges::sort(sizes, std::greater<>());
    const auto most = static_cast<std::size_t>(std::ceil(kMostOutliers * static_cast<double>(sizes.size())));
    std::size_t skipped = 0;
    double widestGap = kOutlier;
    for (std::size_t i = 0; i < most && i + 1 < sizes.size(); ++i) {
        // The limit is visible anyway: what is near it needs no room made for it.
        const double gap = sizes[i] / std::max({sizes[i + 1], limit, 1e-9});
        if (gap > widestGap) {
            widestGap = gap;
            skipped = i + 1;
        }
    }
    const double largest = skipped < sizes.size() ? sizes[skipped] : 0;
    constexpr double kAir = 1.1;
    const double fallback = 0.05;
    return niceAbove(std::max({largest * kAir, 2 * limit, limit > 0 || largest > 0 ? 0.0 : fallback}));
}

std::string labelOf(const ComparisonRow& row)
{
    std::string label = row.test.empty() ? row.metric : row.test;
    for (const auto& [name, value] : row.parameters) {
        label.append(" ").append(name).append("=").append(value);
    }
    return label;
}

ChartMark markOf(const ComparisonRow& row, std::size_t index, double end)
{
    ChartMark mark;
    mark.label = labelOf(row);
    mark.value = *row.change;
    mark.text = changeText(*row.change);
    mark.verdict = row.verdict;
    mark.isTotal = row.isTotal;
    mark.row = index;
    const bool isBare = row.evidence == Evidence::Threshold || row.evidence == Evidence::None;
    mark.shape = isBare ? MarkShape::HollowDot : MarkShape::Dot;
    if (row.interval && row.interval->low < end && row.interval->high > -end) {
        mark.whisker = Interval {.low = std::max(row.interval->low, -end), .high = std::min(row.interval->high, end)};
    }
    if (mark.value > end) {
        mark.shape = MarkShape::ArrowHigh;
    } else if (mark.value < -end) {
        mark.shape = MarkShape::ArrowLow;
    }
    mark.value = std::clamp(mark.value, -end, end);
    return mark;
}

ChartAxis axisOf(double end)
{
    ChartAxis axis {.title = "change", .unit = "%", .low = -end, .high = end, .ticks = {}};
    for (const double part : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
        const double value = part * end;
        const auto size = limitText(std::abs(value));
        axis.ticks.push_back({.value = value, .text = part < 0 ? "-" + size : part > 0 ? "+" + size : "0"});
    }
    return axis;
}

/// What a side's centre is taken from: "mean of 10 runs", "median of 5 runs", "single value".
std::string locationOf(const ComparisonRow& row, const Side& side)
{
    if (row.series && row.series->window) {
        return "mean of a series while it is steady";
    }
    if (side.samples.size() > 1) {
        return std::format("median of {} runs", side.samples.size());
    }
    return side.count && *side.count > 1 ? std::format("mean of {} runs", *side.count) : std::string("single value");
}

std::string captionOf(const ComparisonGroup& group, const ChartSpec& chart, std::size_t comparable)
{
    std::set<std::string> locations;
    std::size_t intervals = 0;
    std::size_t arrows = 0;
    for (const auto& mark : chart.marks) {
        const auto& row = group.rows[mark.row];
        locations.insert(locationOf(row, row.baseline));
        locations.insert(locationOf(row, row.candidate));
        intervals += row.interval ? 1 : 0;
        arrows += mark.shape == MarkShape::ArrowHigh || mark.shape == MarkShape::ArrowLow ? 1 : 0;
    }
    std::string caption =
        std::format("Change of {} against {} (baseline)", group.candidate.empty() ? "the candidate" : group.candidate,
                    group.baseline.empty() ? "the baseline" : group.baseline);
    std::string where;
    for (const auto& location : locations) {
        where += (where.empty() ? "" : " or ") + location;
    }
    if (!where.empty()) {
        caption += "; each side: " + where;
    }
    caption += intervals == 0            ? "; no spread known, so no interval"
        : intervals < chart.marks.size() ? "; whisker: 95 % interval, where a spread is known"
                                         : "; whisker: 95 % interval";
    if (chart.band) {
        caption += "; band: " + chart.band->text;
    }
    if (arrows > 0) {
        caption += "; arrow: beyond the axis";
    }
    if (chart.marks.size() < comparable) {
        caption += std::format("; {} of {} tests shown", chart.marks.size(), comparable);
    }
    if (comparable < group.rows.size()) {
        caption += std::format("; {} without a partner or a percentage not shown", group.rows.size() - comparable);
    }
    return caption + ".";
}

}

ChartSpec changeChart(const ComparisonGroup& group, const ChangeChartOptions& options)
{
    ChartSpec chart;
    chart.title = group.sentence;
    chart.subtitle = group.machine;
    for (const auto& [name, value] : group.parameters) {
        chart.subtitle += (chart.subtitle.empty() ? "" : ", ") + name + "=" + value;
    }

    std::vector<std::size_t> shown;
    std::vector<double> sizes;
    std::size_t comparable = 0;
    double limit = 0;
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
        const auto& row = group.rows[i];
        if (!row.change || !std::isfinite(*row.change)) {
            continue;
        }
        ++comparable;
        // Rows beyond the limit of marks are the smallest changes; a total always has its place.
        if (shown.size() < options.mostMarks || row.isTotal) {
            shown.push_back(i);
            sizes.push_back(std::abs(*row.change));
            limit = std::max(limit, row.limit);
        }
    }
    const double end = axisEnd(std::move(sizes), limit);
    chart.axis = axisOf(end);
    chart.line = 0;
    if (limit > 0) {
        chart.band = ChartBand {.low = -limit, .high = limit, .text = "limit of \u00b1" + limitText(limit)};
    }
    for (const std::size_t index : shown) {
        chart.marks.push_back(markOf(group.rows[index], index, end));
    }
    chart.caption = captionOf(group, chart, comparable);
    return chart;
}

}
