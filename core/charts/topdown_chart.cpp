// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/topdown_chart.h"

#include "core/charts/axis_ticks.h"
#include "core/compare/topdown.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace patchscale {

std::optional<ChartSpec> topdownChart(const ComparisonGroup& group)
{
    const auto places = topdownOf(group);
    if (places.empty()) {
        return std::nullopt;
    }
    ChartSpec chart;
    chart.kind = ChartKind::Bars;
    chart.title = "Topdown level 1: where the slots of the pipeline went";
    chart.subtitle = group.machine;
    chart.legend.assign(kTopdownParts.begin(), kTopdownParts.end());
    double widest = 100;
    for (const auto& place : places) {
        bool isFirst = true;
        for (const auto& [name, parts] :
             {std::pair(group.baseline.empty() ? "baseline" : group.baseline, place.baseline),
              {group.candidate.empty() ? "candidate" : group.candidate, place.candidate}}) {
            chart.bars.push_back({.label = place.label.empty() ? name : place.label + ", " + name,
                                  .parts = {parts.begin(), parts.end()},
                                  .isFirstOfPair = isFirst && places.size() > 1});
            widest = std::max(widest, std::accumulate(parts.begin(), parts.end(), 0.0));
            isFirst = false;
        }
    }
    constexpr double kRounding = 0.5; // parts are rounded, so that they may add up to a little more
    chart.axis = roundAxis(0, widest > 100 + kRounding ? widest : 100, "share of the slots", "%");
    chart.caption = "Each bar: " + group.benchmark
        + ", slots in percent; retiring is work that is kept, all else is lost. Bars end before 100 % where parts were "
          "rounded or not told.";
    return chart;
}

}
