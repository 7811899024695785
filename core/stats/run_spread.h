// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

namespace patchscale {

/// How much results of the same thing differ from run to run, pooled over groups of repeats: standard deviation of the
/// logarithm, which for a few percent is the relative standard deviation.
class RunSpread
{
public:
    /// Adds runs of one thing: their squared deviations from their own mean, with one degree of freedom less than runs.
    /// Groups with a value that is not positive and finite, or with less than two values, tell nothing.
    void addRepeats(std::span<const double> values);

    /// Degrees of freedom: runs less groups.
    [[nodiscard]] int degrees() const
    {
        return m_degrees;
    }
    /// Standard deviation of one run's logarithm; 0 without degrees.
    [[nodiscard]] double deviation() const;

    /// The change between @p baselineRuns and @p candidateRuns runs of the same thing that is exceeded with probability
    /// 1 - @p confidence, by Student's t: 0.02 for "+-2 %". Nothing without degrees.
    [[nodiscard]] std::optional<double> reach(double confidence, double baselineRuns, double candidateRuns) const;

    /// How likely a change of at least @p change, either way, is between runs of the same thing; nothing without
    /// degrees, without any spread, or for a change of -1 and below.
    [[nodiscard]] std::optional<double> pOf(double change, double baselineRuns, double candidateRuns) const;

    friend bool operator==(const RunSpread&, const RunSpread&) = default;

private:
    double m_squares = 0;
    int m_degrees = 0;
};

}
