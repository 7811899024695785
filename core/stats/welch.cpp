// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/welch.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace patchscale {

std::optional<WelchTest> welch(const MeanSummary& a, const MeanSummary& b)
{
    if (a.count < 2 || b.count < 2) {
        return std::nullopt;
    }
    const double varianceA = a.stddev * a.stddev / a.count;
    const double varianceB = b.stddev * b.stddev / b.count;
    const double variance = varianceA + varianceB;
    if (!(variance > 0) || !std::isfinite(variance)) {
        return std::nullopt;
    }
    WelchTest test;
    test.t = (a.mean - b.mean) / std::sqrt(variance);
    test.degrees =
        variance * variance / (varianceA * varianceA / (a.count - 1) + varianceB * varianceB / (b.count - 1));
    if (!std::isfinite(test.t) || !std::isfinite(test.degrees)) {
        return std::nullopt;
    }
    const boost::math::students_t distribution(test.degrees);
    test.p = std::min(1.0, 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(test.t))));
    return test;
}

std::optional<std::pair<double, double>> ratioOfMeansInterval(const MeanSummary& a, const MeanSummary& b,
                                                              double confidence)
{
    if (a.count < 2 || b.count < 2 || !(a.mean > 0) || !(b.mean > 0)) {
        return std::nullopt;
    }
    const auto halfWidth = [confidence](const MeanSummary& side) {
        return studentQuantile(0.5 + confidence / 2, side.count - 1) * side.stddev / std::sqrt(side.count);
    };
    const double ha = halfWidth(a);
    const double hb = halfWidth(b);
    const double product = a.mean * b.mean;
    const double denominator = a.mean * a.mean - ha * ha;
    const double root = product * product - denominator * (b.mean * b.mean - hb * hb);
    if (!(denominator > 0) || root < 0) {
        return std::nullopt;
    }
    return std::pair {(product - std::sqrt(root)) / denominator, (product + std::sqrt(root)) / denominator};
}

double studentQuantile(double probability, double degrees)
{
    return boost::math::quantile(boost::math::students_t(degrees), probability);
}

}
