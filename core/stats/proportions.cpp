// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/proportions.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include <algorithm>
#include <cmath>

namespace patchscale {
namespace {

constexpr double kFewestExpected = 10;

/// Wilson's interval of a share.
std::pair<double, double> wilson(double hits, double total, double z)
{
    const double share = hits / total;
    const double z2 = z * z;
    const double middle = (share + z2 / (2 * total)) / (1 + z2 / total);
    const double half = z / (1 + z2 / total) * std::sqrt(share * (1 - share) / total + z2 / (4 * total * total));
    return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

double logChoices(double total, double chosen)
{
    // Not std::lgamma(), which writes its sign to a global.
    using boost::math::lgamma;
    return lgamma(total + 1) - lgamma(chosen + 1) - lgamma(total - chosen + 1);
}

/// Fisher's exact test, two-sided: all tables of the same margins that are no more likely than this one.
double fisher(double hitsA, double totalA, double hitsB, double totalB)
{
    const double hits = hitsA + hitsB;
    const auto logLikelihood = [&](double ofA) {
        return logChoices(totalA, ofA) + logChoices(totalB, hits - ofA) - logChoices(totalA + totalB, hits);
    };
    constexpr double kSame = 1e-7; // tables that are equally likely differ by rounding
    const double own = logLikelihood(hitsA);
    double p = 0;
    for (double ofA = std::max(0.0, hits - totalB); ofA <= std::min(hits, totalA); ++ofA) {
        const double other = logLikelihood(ofA);
        p += other <= own + kSame ? std::exp(other) : 0;
    }
    return std::min(1.0, p);
}

}

std::optional<ProportionTest> compareProportions(double baselineHits, double baselineTotal, double candidateHits,
                                                 double candidateTotal, double confidence)
{
    const auto isShare = [](double hits, double total) {
        return std::isfinite(total) && total >= 1 && hits >= 0 && hits <= total;
    };
    if (!isShare(baselineHits, baselineTotal) || !isShare(candidateHits, candidateTotal)) {
        return std::nullopt;
    }
    const double before = baselineHits / baselineTotal;
    const double after = candidateHits / candidateTotal;
    const double z = boost::math::quantile(boost::math::normal(), 0.5 + confidence / 2);
    const auto [lowBefore, highBefore] = wilson(baselineHits, baselineTotal, z);
    const auto [lowAfter, highAfter] = wilson(candidateHits, candidateTotal, z);
    ProportionTest test {.difference = after - before, .interval = {}, .p = 1, .isExact = false};
    test.interval = {test.difference - std::hypot(after - lowAfter, highBefore - before),
                     test.difference + std::hypot(highAfter - after, before - lowBefore)};

    const double pooled = (baselineHits + candidateHits) / (baselineTotal + candidateTotal);
    const double smallest = std::min(baselineTotal, candidateTotal);
    if (std::min(pooled, 1 - pooled) * smallest < kFewestExpected) {
        test.isExact = true;
        // The rarer of hit and miss is counted, so that few tables have to be gone through.
        test.p = pooled <= 0.5 ? fisher(std::round(baselineHits), std::round(baselineTotal), std::round(candidateHits),
                                        std::round(candidateTotal))
                               : fisher(std::round(baselineTotal - baselineHits), std::round(baselineTotal),
                                        std::round(candidateTotal - candidateHits), std::round(candidateTotal));
        return test;
    }
    const double error = std::sqrt(pooled * (1 - pooled) * (1 / baselineTotal + 1 / candidateTotal));
    test.p = std::min(
        1.0, 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), std::abs(test.difference) / error)));
    return test;
}

}
