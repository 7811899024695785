// SPDX-License-Identifier: GPL-3.0-or-later
// The room for histories: a test over kernel releases, or over dates, with the places where its level changes. A series
// is gathered (history_series), searched (history_steps) and put into words (history_words).
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/compare/compare.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace patchscale {

class NoiseFloors;

/// What a history is ordered by.
enum class HistoryOrder : std::uint8_t {
    Release, ///< the kernel's
    Date, ///< when a run was started
    Import, ///< when it came into the workspace: commits and boots have no order of their own
};

/// A history as a question.
struct HistorySpec
{
    std::string since; ///< a kernel release, a date or another place's label; empty: from the first run on
    std::vector<std::string> tests; ///< names or parts of names in any spelling; empty: all
    std::vector<std::string>
        variants; ///< only runs of these; empty: all but candidates that stand on their baseline's kernel
    std::string metric; ///< empty: what each benchmark is judged by; "all": every metric
    std::optional<HistoryOrder> order; ///< nothing: by release where two are told, else by date, else by import
    double limit = 0.01; ///< the smallest change of the level that matters, as a fraction
    std::map<std::string, Better> better; ///< see ComparisonSpec::better
    Adjustment adjustment = Adjustment::BenjaminiHochberg; ///< of p, over all histories of the answer
};

/// What a history is made from besides runs; everything may be missing.
struct HistorySources
{
    std::vector<std::size_t> documentOfRun; ///< for each run the number of its document
    std::vector<std::pair<RunResultRef, std::string>> notes; ///< the user's
    const NoiseFloors* floors = nullptr;
};

/// One observation: what was measured in one boot, or in one run where boots are not told.
struct HistoryUnit
{
    double value = 0; ///< median of its samples, in the series' unit
    std::size_t samples = 0; ///< 0: a bare value
    std::vector<RunResultRef> results; ///< where it comes from
    std::optional<std::int64_t> started; ///< seconds since 1970, UTC
    std::size_t place = 0; ///< index into HistorySeries::places
};

/// One release, date, commit or boot.
struct HistoryPlace
{
    std::string label; ///< "6.10-rc1", "2026-11-30"
    std::size_t firstUnit = 0;
    std::size_t units = 0;
    std::size_t samples = 0;
    double median = 0; ///< of its units
    double low = 0; ///< the smallest and the largest unit
    double high = 0;
    std::optional<double> change; ///< against the place before
};

/// A place where the level changes.
struct HistoryStep
{
    std::size_t unit = 0; ///< the first of the new level
    std::size_t place = 0; ///< that it belongs to
    bool isWithinPlace = false; ///< the unit before belongs to the same place
    std::string before; ///< the last label of the old level
    std::string after; ///< the first label of the new one
    double levelBefore = 0; ///< medians of the units between the neighbouring steps
    double levelAfter = 0;
    double change = 0;
    std::optional<Interval> interval; ///< of the change, 95 %; missing where there are too few units
    double p = 1; ///< by permutation, never 0
    double pAdjusted = 1; ///< for all change points and histories without one: see adjustSteps()
    /// Regressed or Improved; NotComparable where no direction is known, Undecided where it may be chance among so
    /// many.
    Verdict verdict = Verdict::NotComparable;
    std::string sentence; ///< "-8.20 % at 6.10-rc1 …"
    std::vector<std::string> explanations; ///< the runs around it, what changed with it, notes
};

/// One test on one machine under one set of parameters.
struct HistorySeries
{
    std::string benchmark;
    std::string machine;
    std::string test;
    Parameters parameters;
    std::string metric;
    std::string unit;
    Better better = Better::Unknown;
    bool isTotal = false;
    HistoryOrder order = HistoryOrder::Release;
    std::vector<HistoryPlace> places;
    std::vector<HistoryUnit> units; ///< in the order of the places
    std::vector<HistoryStep> steps;
    std::optional<double> change; ///< of the last place against the first
    bool isTooShort = false; ///< no change could be told from chance
    std::string sentence;
    std::vector<std::string> notes; ///< what limits the answer
};

struct History
{
    std::vector<HistorySeries>
        series; ///< worst step first, then improved, then the others in the order of their import
    int regressed = 0; ///< series with a step to the worse
    int improved = 0; ///< series with a step to the better and none to the worse
    int changed = 0; ///< series with steps whose direction is not known
    int undecided = 0; ///< series with steps that may all be chance among so many
    int unchanged = 0;
    int tooShort = 0;
    std::string sentence; ///< the answer over all series
    std::vector<std::string> warnings; ///< what was left out, and why
};

/// The histories of all tests in @p runs, which stand in the order of their import. Pure: no store, no clock, no
/// locale. Fails with Usage when no series has two places, or nothing is left of what was asked for; the hint says what
/// there is.
Result<History> historyOf(std::span<const Run> runs, const HistorySources& sources, const HistorySpec& spec,
                          const Job& job);

/// "release", "date" or "import" as output names an order; and back.
std::string_view orderWord(HistoryOrder order);

}
