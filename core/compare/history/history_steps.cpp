// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/history_steps.h"

#include "core/stats/change_points.h"
#include "core/stats/ratio_interval.h"

#include <algorithm>
#include <cmath>

namespace patchscale {
namespace {

constexpr double kConfidence = 0.95;

/// n over k, as far as it matters.
double choices(std::size_t n, std::size_t k)
{
    double ways = 1;
    for (std::size_t i = 1; i <= k; ++i) {
        ways = ways * static_cast<double>(n - k + i) / static_cast<double>(i);
    }
    return ways;
}

/// Whether @p behind values of @p all that are all above, or all below, the others are rare enough among their orders.
bool isRare(std::size_t all, std::size_t behind)
{
    return 2 / choices(all, behind) <= ChangePointRule {}.alpha;
}

Verdict verdictOf(double change, Better better)
{
    if (better == Better::Unknown) {
        return Verdict::NotComparable;
    }
    return (change > 0) == (better == Better::Higher) ? Verdict::Improved : Verdict::Regressed;
}

}

std::size_t fewestUnits()
{
    std::size_t units = 2;
    while (!isRare(units, units / 2)) {
        ++units;
    }
    return units;
}

std::size_t fewestBehind(std::size_t units)
{
    constexpr std::size_t kLeast = 2; // one value alone is an outlier, no level
    std::size_t behind = kLeast;
    while (2 * behind < units && !isRare(units, behind)) {
        ++behind;
    }
    return behind;
}

void findSteps(HistorySeries& series, double limit, RankTests& tests, int permutations)
{
    series.steps.clear();
    series.isTooShort = series.units.size() < fewestUnits();
    if (series.isTooShort) {
        return;
    }
    std::vector<double> values;
    for (const auto& unit : series.units) {
        values.push_back(unit.value);
    }
    ChangePointRule rule;
    rule.leastChange = limit;
    rule.permutations = permutations;
    const auto points = changePoints(values, rule);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& point = points[i];
        const std::size_t begin = i == 0 ? 0 : points[i - 1].index;
        const std::size_t end = i + 1 == points.size() ? values.size() : points[i + 1].index;
        HistoryStep step;
        step.unit = point.index;
        step.place = series.units[point.index].place;
        step.isWithinPlace = series.units[point.index - 1].place == step.place;
        step.before = series.places[series.units[point.index - 1].place].label;
        step.after = series.places[step.place].label;
        step.levelBefore = point.before;
        step.levelAfter = point.after;
        step.change = point.change();
        step.p = point.p;
        const std::span<const double> all(values);
        const auto ratio = ratioInterval(all.subspan(begin, point.index - begin),
                                         all.subspan(point.index, end - point.index), kConfidence, tests);
        if (ratio && ratio->interval) {
            step.interval = Interval {.low = ratio->interval->first, .high = ratio->interval->second};
        }
        // Without a percentage, a rise is still a rise.
        step.verdict = verdictOf(point.before > 0 ? step.change : point.after - point.before, series.better);
        series.steps.push_back(std::move(step));
    }
}

}
