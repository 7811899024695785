// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/power.h"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>

namespace patchscale {
namespace {

constexpr double kHalf95 = 1.959963984540054; // normal quantile of 0.975
constexpr double kPower = 0.8416212335729143; // of 0.8
constexpr double kPowerOfBothEnds = 1.2815515655446004; // of 0.9: each end of an interval may miss with 10 %

/// Two samples of this size each tell @p distance with quantiles that add up to @p quantiles.
double sizeFor(double quantiles, double variation, double distance)
{
    const double ratio = quantiles * variation / distance;
    return 2 * ratio * ratio;
}

/// The smallest size at which a rank test of two sides can reach @p alpha: where they are wholly apart.
double fewestFor(double alpha)
{
    constexpr double kMost = 500; // C(1000, 500) is near the largest double
    double smallest = 1; // 2 / C(2n, n) at n = 1
    double size = 1;
    while (smallest > alpha && size < kMost) {
        size += 1;
        smallest *= size / (2 * (2 * size - 1)); // C(2n, n) = C(2n-2, n-1) × 2(2n-1)/n
    }
    return size;
}

}

double observationsToSettle(const OpenChange& change)
{
    const double size = std::abs(change.effect);
    const double tail = std::clamp(change.alpha / 2, 1e-300, 0.5);
    const double alphaQuantile = boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
    double needed = size > 0 ? sizeFor(alphaQuantile + kPower, change.variation, size) : INFINITY;
    if (size < change.limit) {
        needed = std::min(needed, sizeFor(kHalf95 + kPowerOfBothEnds, change.variation, change.limit - size));
    }
    return std::max(fewestFor(change.alpha), std::ceil(needed));
}

double variationOf(double low, double high, double baselineCount, double candidateCount)
{
    const double half = (std::log1p(high) - std::log1p(low)) / 2;
    return half / kHalf95 / std::sqrt(1 / baselineCount + 1 / candidateCount);
}

}
