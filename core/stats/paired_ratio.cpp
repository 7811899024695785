// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/paired_ratio.h"

#include "core/stats/summary.h"
#include "core/stats/welch.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace patchscale {

std::optional<PairedRatio> pairedRatio(std::span<const double> baseline, std::span<const double> candidate,
                                       double confidence)
{
    if (baseline.size() != candidate.size() || baseline.size() < 2) {
        return std::nullopt;
    }
    std::vector<double> logs;
    for (std::size_t i = 0; i < baseline.size(); ++i) {
        const double ratio = candidate[i] / baseline[i];
        if (!(baseline[i] > 0) || !(ratio > 0) || !std::isfinite(ratio)) {
            return std::nullopt;
        }
        logs.push_back(std::log(ratio));
    }
    const auto ratios = summarize(logs);
    if (!(ratios.stddev > 0)) {
        return std::nullopt;
    }
    const double error = ratios.stddev / std::sqrt(ratios.count);
    const double reach = studentQuantile(0.5 + confidence / 2, ratios.count - 1) * error;
    const boost::math::students_t distribution(ratios.count - 1);
    return PairedRatio {
        .change = std::expm1(ratios.mean),
        .interval = {std::expm1(ratios.mean - reach), std::expm1(ratios.mean + reach)},
        .p = std::min(1.0, 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(ratios.mean / error)))),
        .deviation = ratios.stddev};
}

}
