// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/run_spread.h"

#include "core/stats/summary.h"
#include "core/stats/welch.h"

#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <vector>

namespace patchscale {
namespace {

/// Standard error of a difference of means of so many runs, for a deviation of 1.
double errorOf(double baselineRuns, double candidateRuns)
{
    return std::sqrt(1 / baselineRuns + 1 / candidateRuns);
}

}

void RunSpread::addRepeats(std::span<const double> values)
{
    if (values.size() < 2) {
        return;
    }
    std::vector<double> logs;
    logs.reserve(values.size());
    for (const double value : values) {
        if (!(value > 0) || !std::isfinite(value)) {
            return;
        }
        logs.push_back(std::log(value));
    }
    const double spread = standardDeviation(logs);
    const auto degrees = static_cast<int>(logs.size()) - 1;
    m_squares += spread * spread * degrees;
    m_degrees += degrees;
}

double RunSpread::deviation() const
{
    return m_degrees > 0 ? std::sqrt(m_squares / m_degrees) : 0;
}

std::optional<double> RunSpread::reach(double confidence, double baselineRuns, double candidateRuns) const
{
    if (m_degrees < 1) {
        return std::nullopt;
    }
    const double quantile = studentQuantile(0.5 + confidence / 2, m_degrees);
    return std::expm1(quantile * deviation() * errorOf(baselineRuns, candidateRuns));
}

std::optional<double> RunSpread::pOf(double change, double baselineRuns, double candidateRuns) const
{
    if (m_degrees < 1 || !(deviation() > 0) || !(change > -1)) {
        return std::nullopt;
    }
    const double t = std::abs(std::log1p(change)) / (deviation() * errorOf(baselineRuns, candidateRuns));
    const boost::math::students_t distribution(m_degrees);
    return std::isfinite(t) ? 2 * boost::math::cdf(boost::math::complement(distribution, t)) : 0;
}

}
