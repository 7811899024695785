// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/ratio_interval.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace patchscale {
namespace {

/// Logarithms of positive, finite samples; empty when one is neither.
std::vector<double> logarithms(std::span<const double> samples)
{
    std::vector<double> logs;
    logs.reserve(samples.size());
    for (const double sample : samples) {
        if (!(sample > 0) || !std::isfinite(sample)) {
            return {};
        }
        logs.push_back(std::log(sample));
    }
    return logs;
}

}

std::optional<double> RatioInterval::reach() const
{
    if (!interval) {
        return std::nullopt;
    }
    return std::max(interval->second - change, change - interval->first) / ratio();
}

std::optional<RatioInterval> ratioInterval(std::span<const double> baseline, std::span<const double> candidate,
                                           double confidence, RankTests& tests)
{
    const auto a = logarithms(baseline);
    const auto b = logarithms(candidate);
    if (a.empty() || b.empty()) {
        return std::nullopt;
    }
    const auto shift = tests.hodgesLehmann(a, b, confidence);
    RatioInterval result {.change = std::expm1(shift.estimate), .interval = {}, .coverage = shift.coverage};
    if (shift.interval) {
        result.interval = std::pair {std::expm1(shift.interval->first), std::expm1(shift.interval->second)};
    }
    return result;
}

std::optional<std::pair<double, double>> geometricMeanInterval(std::span<const std::pair<double, double>> intervals)
{
    double middles = 0;
    double squares = 0;
    for (const auto& [low, high] : intervals) {
        if (!(low > -1) || !std::isfinite(high)) {
            return std::nullopt;
        }
        const double from = std::log1p(low);
        const double to = std::log1p(high);
        middles += (from + to) / 2;
        squares += (to - from) * (to - from) / 4;
    }
    if (intervals.empty()) {
        return std::nullopt;
    }
    const auto count = static_cast<double>(intervals.size());
    const double half = std::sqrt(squares) / count;
    return std::pair {std::expm1(middles / count - half), std::expm1(middles / count + half)};
}

}
