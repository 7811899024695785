// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/claim.h"
#include "core/model/run.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// The statement about a row. Regressed and Improved are beyond the limit; Minor is real but below it.
enum class Verdict : std::uint8_t { Regressed, Improved, Unchanged, Minor, Undecided, NotComparable };

/// What a verdict rests on.
enum class Evidence : std::uint8_t {
    None,
    Threshold, ///< bare values: a percentage, no spread known, never a p-value
    NoiseFloor, ///< spread this test is known to have on this machine
    Summary, ///< reported mean ± spread and n
    Tested, ///< samples
};

/// Reported or computed interval of a change, as fractions.
struct Interval
{
    double low = 0;
    double high = 0;
};

/// A result with the place it has in the set of runs that is compared.
struct RunResultRef
{
    std::size_t run = 0; ///< index into the runs handed to compare()
    std::size_t result = 0;

    friend bool operator==(const RunResultRef&, const RunResultRef&) = default;
};

/// One side of a row.
struct Side
{
    std::string label;
    std::optional<double> value; ///< centre in the row's unit; missing when the side has no such test
    std::vector<double> samples; ///< in the row's unit; a bare value is no sample
    std::optional<Spread> spread;
    std::optional<int> count; ///< how many observations the centre covers, when known
    std::vector<RunResultRef> results; ///< where it comes from
    std::vector<std::string> boots {}; ///< the boots it was measured in; empty where not all of it tells its boot
    std::vector<double> bootCentres {}; ///< one for each boot: the median of what was observed in it
};

/// A note on a row, by the program or the user.
struct Annotation
{
    std::string code; ///< "hidden-by-total", "claim-wrong", "user", …
    std::string text;
    bool isUsers = false;
};

struct SeriesComparison;

struct ComparisonRow
{
    std::string benchmark;
    std::string machine;
    std::string test;
    Parameters parameters;
    std::string metric;
    std::string unit; ///< common unit of both sides, as the baseline wrote it; the base unit where one word means two
    Better better = Better::Unknown;
    Side baseline;
    Side candidate;
    std::optional<double> change; ///< candidate / baseline - 1; missing when a side is missing or the baseline is 0
    std::optional<Interval> interval;
    std::optional<double> p;
    std::optional<double> pAdjusted;
    std::optional<double> effect; ///< Cliff's delta, -1…1
    Verdict verdict = Verdict::NotComparable;
    Evidence evidence = Evidence::None;
    std::string reason; ///< in words that a reviewer accepts
    std::vector<Annotation> annotations;
    std::vector<std::size_t> claims; ///< indexes into Comparison::claims
    bool isTotal = false; ///< a score over other rows
    std::optional<double> contribution; ///< what this row alone does to the total: (c/b)^(1/n) - 1
    double limit = 0.01; ///< the limit that was used
    std::shared_ptr<const SeriesComparison> series {}; ///< where it was logged over time: core/compare/series.h
};

struct VerdictCounts
{
    int regressed = 0;
    int improved = 0;
    int unchanged = 0;
    int minor = 0;
    int undecided = 0;
    int notComparable = 0;

    [[nodiscard]] int total() const
    {
        return regressed + improved + unchanged + minor + undecided + notComparable;
    }

    VerdictCounts& operator+=(const VerdictCounts& other)
    {
        regressed += other.regressed;
        improved += other.improved;
        unchanged += other.unchanged;
        minor += other.minor;
        undecided += other.undecided;
        notComparable += other.notComparable;
        return *this;
    }
};

/// A suite's total, recomputed from its rows.
struct SuiteIndex
{
    std::string name; ///< "System Benchmarks Index Score"
    double baseline = 0; ///< recomputed geometric mean
    double candidate = 0;
    std::optional<double> statedBaseline;
    std::optional<double> statedCandidate;
    bool agrees = true; ///< stated and recomputed are equal within the printed digits
    double change = 0; ///< of the stated totals when both are stated, else of the recomputed
    std::string biggestTest; ///< the row that contributes most to the change
    double biggestContribution = 0; ///< of that row alone, as a fraction of the total: (c/b)^(1/n) - 1
    double othersChange = 0; ///< geometric mean of the other rows' ratios, -1
    std::size_t rows = 0;
};

/// The rows of one machine and scenario under one pair of variants.
struct ComparisonGroup
{
    std::string benchmark;
    std::string machine;
    Parameters parameters;
    std::string baseline;
    std::string candidate;
    std::vector<std::string> documents; ///< that its runs come from, where the comparison has several, else empty
    std::vector<ComparisonRow> rows; ///< regressions first by size, then improvements, then the rest; totals last
    VerdictCounts counts; ///< totals are counted only where there is nothing else
    std::optional<double> geomean; ///< geometric mean of the rows' ratios, -1, over rows of one direction
    std::optional<Interval> geomeanInterval; ///< where every row of it has an interval
    std::optional<SuiteIndex> index;
    std::string sentence; ///< the answer: "The score rose 8.06 %, but …"
    std::vector<std::string> warnings; ///< "only in A: …", assumed roles, differing machine facts
};

struct Comparison
{
    std::vector<ComparisonGroup> groups;
    std::vector<Claim> claims; ///< audited
    VerdictCounts counts;
    std::vector<std::string> warnings;
};

}
