// SPDX-License-Identifier: GPL-3.0-or-later
// Series of one run over time: which part of them shows the level that the run settled on, and how exactly its mean is
// known although neighbours are alike.
#pragma once

#include "core/stats/summary.h"

#include <cstddef>
#include <optional>
#include <span>

namespace patchscale {

/// Values before it belong to the warm-up, values from `end` on to the tail.
struct SteadyPart
{
    std::size_t begin = 0;
    std::size_t end = 0; ///< behind the last one
};

/// Below so many values nothing is said of a series.
constexpr std::size_t kFewestSeriesValues = 12;

/// Where a series begins and ends to keep its level. The warm-up ends where the standard error of the mean of the rest
/// is smallest (MSER-5: White, An Effective Truncation Heuristic for Bias Reduction in Simulation Output, Simulation
/// 69, 1997: means of 5 values each, of single values where there are fewer than 60; at most half is cut). The tail is
/// what the same rule cuts of the turned series, a quarter at most. A cut that makes the standard error less than 16 %
/// smaller is none, or every other series without a warm-up would lose a piece. Nothing below kFewestSeriesValues.
std::optional<SteadyPart> steadyPart(std::span<const double> values);

/// How far a series is from keeping its level, as fractions of its mean.
struct LevelMove
{
    double excursion = 0; ///< largest less smallest mean of its five rounds
    double slope = 0; ///< rise of the line of least squares through the rounds, from the first to the last

    /// The criterion of SNIA's Solid State Storage Performance Test Specification 2.0.1: over a window of five rounds
    /// the excursion is at most 20 % of the average, the slope at most 10 %.
    [[nodiscard]] bool isSteady() const;
};

/// Takes five equal parts of @p values as rounds. Nothing below five values, or where their mean is 0.
std::optional<LevelMove> levelMove(std::span<const double> values);

/// The mean of a series that keeps its level, with a deviation and a count of independent values that give its error:
/// neighbours are alike, so that it is larger than that of as many repeats. It is the larger one of two, with the fewer
/// degrees of freedom. One is of batch means: 20 equal stretches (Schmeiser, Batch Size Effects in the Analysis of
/// Simulation Output, Operations Research 30, 1982: more gain nothing), or 15, 10, 8, 6 where neighbours are still
/// alike by von Neumann's ratio at 10 % (Fishman, Grouping Observations in Digital Simulation, Management Science 24,
/// 1978), widened by √((1 + r) / (1 - r)) for what correlation is left. The other one is of the effective number of
/// values, n (1 - r) / (1 + r) (Bayley and Hammersley, The Effective Number of Independent Observations in an
/// Autocorrelated Time Series, J. Royal Statistical Society 8, 1946), r with the correction for its bias of Marriott
/// and Pope (1954). Nothing where either has less than six.
std::optional<MeanSummary> seriesMean(std::span<const double> values);

}
