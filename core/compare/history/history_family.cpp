// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/history_family.h"

#include "core/stats/change_points.h"
#include "core/stats/multiple.h"

#include <algorithm>
#include <vector>

namespace patchscale {
namespace {

constexpr double kAlpha = 0.05;

}

HistoryFamily familyOf(std::span<const HistorySeries> series)
{
    HistoryFamily family;
    for (const auto& each : series) {
        family.points += each.steps.size();
        family.members += each.isTooShort ? 0 : std::max<std::size_t>(1, each.steps.size());
    }
    return family;
}

int permutationsFor(const HistoryFamily& family)
{
    constexpr double kRoom = 2; // a few permutations may reach the statistic
    constexpr double kMost = 9999;
    const double fewest = ChangePointRule {}.permutations;
    if (family.points == 0) {
        return static_cast<int>(fewest);
    }
    const double wanted = kRoom * static_cast<double>(family.members) / (kAlpha * static_cast<double>(family.points));
    return static_cast<int>(std::clamp(wanted, fewest, kMost));
}

void adjustSteps(std::span<HistorySeries> series, Adjustment adjustment)
{
    std::vector<double> p;
    for (const auto& each : series) {
        for (const auto& step : each.steps) {
            p.push_back(step.p);
        }
    }
    p.resize(familyOf(series).members, 1.0); // what was searched and not found
    const auto adjusted = adjustment == Adjustment::Holm ? holm(p) : benjaminiHochberg(p);
    auto next = adjusted.begin();
    for (auto& each : series) {
        for (auto& step : each.steps) {
            step.pAdjusted = *next++;
            step.verdict = step.pAdjusted > kAlpha ? Verdict::Undecided : step.verdict;
        }
    }
}

}
