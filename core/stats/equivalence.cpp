// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/equivalence.h"

#include "core/stats/welch.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace patchscale {
namespace {

/// One-sided p that @p other is greater than @p bound, or less, from a two-sided p.
double tailOf(double twoSided, bool isRightWay)
{
    return isRightWay ? twoSided / 2 : 1 - twoSided / 2;
}

MeanSummary scaled(const MeanSummary& summary, double factor)
{
    return {.mean = summary.mean * factor, .stddev = summary.stddev * factor, .count = summary.count};
}

}

std::optional<double> equivalenceOfMeans(const MeanSummary& baseline, const MeanSummary& candidate, double margin)
{
    if (!(baseline.mean > 0)) {
        return std::nullopt;
    }
    const auto low = scaled(baseline, 1 - margin);
    const auto high = scaled(baseline, 1 + margin);
    const auto above = welch(low, candidate);
    const auto below = welch(high, candidate);
    if (!above || !below) {
        return std::nullopt;
    }
    return std::max(tailOf(above->p, candidate.mean > low.mean), tailOf(below->p, candidate.mean < high.mean));
}

double equivalenceOfSamples(std::span<const double> baseline, std::span<const double> candidate, double margin,
                            RankTests& tests)
{
    if (baseline.empty() || candidate.empty()) {
        return 1;
    }
    double worst = 0;
    std::vector<double> bound(baseline.size());
    for (const double side : {-1.0, 1.0}) {
        std::ranges::transform(baseline, bound.begin(), [&](double value) { return value * (1 + side * margin); });
        const auto test = tests.mannWhitney(bound, candidate);
        worst = std::max(worst, tailOf(test.p, side < 0 ? test.delta > 0 : test.delta < 0));
    }
    return worst;
}

}
