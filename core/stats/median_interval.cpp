// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/median_interval.h"

#include "core/stats/summary.h"

#include <boost/math/distributions/binomial.hpp>

#include <algorithm>
#include <vector>

namespace patchscale {

std::optional<double> MedianInterval::reach() const
{
    if (!interval || !(median > 0)) {
        return std::nullopt;
    }
    return std::max(interval->second - median, median - interval->first) / median;
}

MedianInterval medianInterval(std::span<const double> samples, double confidence)
{
    MedianInterval result {.median = median(samples), .interval = {}, .coverage = 0};
    if (samples.empty()) {
        return result;
    }
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    const auto size = sorted.size();
    // How many samples lie below the median of the population is binomial with one half.
    const boost::math::binomial below(static_cast<double>(size), 0.5);
    std::size_t skipped = 0; // how many samples fall outside at each end
    while (skipped < size / 2 && 2 * boost::math::cdf(below, static_cast<double>(skipped)) <= 1 - confidence) {
        ++skipped;
        result.coverage = 1 - 2 * boost::math::cdf(below, static_cast<double>(skipped - 1));
    }
    if (skipped > 0) {
        result.interval = std::pair {sorted[skipped - 1], sorted[size - skipped]};
    }
    return result;
}

}
