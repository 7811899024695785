// SPDX-License-Identifier: GPL-3.0-or-later
// Rows whose values were logged over time: the runs of both sides on one grid, and the time in which all of them keep
// their level. Warm-up and tail are left out of what is compared.
#pragma once

#include "core/compare/comparison.h"
#include "core/compare/estimate.h"
#include "core/compare/match_rows.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace patchscale {

/// Times in seconds from the start of a run.
struct TimeWindow
{
    double from = 0;
    double to = 0;
};

/// One run over time.
struct SeriesTrack
{
    std::size_t run = 0; ///< index into the runs handed to compare()
    std::size_t first = 0; ///< the cell of the grid that `values` begin with
    std::vector<double> values; ///< one for each cell, in the row's unit; a cell without one is interpolated
    TimeWindow steady; ///< without its own warm-up and tail
};

/// The two sides of a row over time.
struct SeriesComparison
{
    double step = 1; ///< length of a cell of the grid in seconds
    std::vector<SeriesTrack> baseline;
    std::vector<SeriesTrack> candidate;
    std::optional<TimeWindow> window; ///< in which all tracks keep their level; nothing where there is none
    double warmUp = 0; ///< seconds left out before the window, of the run that began last
    double tail = 0; ///< seconds left out behind the window, of the run that ended last
    std::string words; ///< where it is compared, or why it is not: "compared in 12 s to 60 s, where both are steady"
};

/// Which results of the runs of a pair tell the times of others: results "time" of which no sample counts.
class SeriesTimes
{
public:
    SeriesTimes(std::span<const Run> runs, const RunPair& pair);

    [[nodiscard]] bool isEmpty() const
    {
        return m_axes.empty();
    }
    /// True for a row that is nothing but times.
    [[nodiscard]] bool isAxis(const MatchedRow& row) const;
    /// The result that holds the times of @p ref, or null.
    [[nodiscard]] const TestResult* of(RunResultRef ref) const;

private:
    std::span<const Run> m_runs;
    std::vector<RunResultRef> m_axes;
};

/// Where all results of @p row, whose sides are reduced, are series: lays them on one grid, finds the steady window and
/// fills `row.series`.
void findSeries(const SeriesTimes& times, std::span<const Run> runs, ComparisonRow& row);

/// Estimates a row that has a series by its steady window: values become the means in it; the error is that between the
/// runs of a side, or where it has one run, between stretches of it that are independent (seriesMean()).
Estimate estimateSeries(ComparisonRow& row, RankTests& tests);

/// "12 s", "0.5 s": a time as short as the grid of @p series is exact.
std::string timeText(const SeriesComparison& series, double seconds);

}
