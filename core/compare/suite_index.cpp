// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/suite_index.h"

#include "core/compare/figures.h"
#include "core/compare/suites.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace patchscale {
namespace {

/// Half a unit of the last digit that the values of one column are printed with.
double halfUnit(int decimals)
{
    return 0.5 * std::pow(10.0, -decimals);
}

struct Column
{
    std::vector<double> values;
    int decimals = 0;

    void add(double value)
    {
        values.push_back(value);
        decimals = std::max(decimals, decimalsOf(value));
    }
};

bool isIndexRow(const ComparisonRow& row)
{
    return !row.isTotal && isFoldedName(row.metric, "index");
}

/// The total that is a score over the group's rows: the system score before the graphics score before a partial one.
const ComparisonRow* findTotal(const std::vector<ComparisonRow>& rows)
{
    const ComparisonRow* best = nullptr;
    int bestRank = 0;
    for (const auto& row : rows) {
        if (row.isTotal) {
            const int rank = isPartialTotal(row.test) ? 1 : foldName(row.test).starts_with("system") ? 3 : 2;
            if (rank > bestRank) {
                bestRank = rank;
                best = &row;
            }
        }
    }
    return best;
}

/// Whether @p stated is the geometric mean @p recomputed, up to what rounding of the score and of its rows explains.
/// UnixBench prints one decimal; more decimals, or a count, mean averages over runs, and the average of scores is not
/// the score of averages: 0.1 % is allowed there.
bool agrees(double stated, double recomputed, const Column& rows, const Side& total)
{
    double relative = 0;
    for (const double value : rows.values) {
        relative += halfUnit(rows.decimals) / value;
    }
    relative /= static_cast<double>(rows.values.size());
    double tolerance = halfUnit(std::max(1, decimalsOf(stated))) + recomputed * relative;
    if (rows.decimals > 1 || total.count.value_or(1) > 1) {
        tolerance = std::max(tolerance, 0.001 * recomputed);
    }
    return std::abs(stated - recomputed) <= tolerance * (1 + 1e-9);
}

}

std::optional<SuiteIndex> suiteIndex(ComparisonGroup& group)
{
    if (!isUnixBench(group.benchmark)) {
        return std::nullopt;
    }
    const auto* total = findTotal(group.rows);
    // Graphics tests have a score of their own; the system score is over the system tests where their names are known.
    const bool knowsNames = std::ranges::any_of(
        group.rows, [](const ComparisonRow& row) { return isIndexRow(row) && isSystemIndexTest(row.test); });
    const bool isPartial = total != nullptr && isPartialTotal(total->test);

    Column baseline;
    Column candidate;
    std::vector<ComparisonRow*> both;
    for (auto& row : group.rows) {
        if (!isIndexRow(row) || (knowsNames && !isPartial && !isSystemIndexTest(row.test))) {
            continue;
        }
        if (row.baseline.value) {
            baseline.add(*row.baseline.value);
        }
        if (row.candidate.value) {
            candidate.add(*row.candidate.value);
        }
        if (row.baseline.value && row.candidate.value) {
            both.push_back(&row);
        }
    }
    const auto baselineScore = geometricMean(baseline.values);
    const auto candidateScore = geometricMean(candidate.values);
    const bool isScore = both.size() > 1 || (total != nullptr && !both.empty()); // one test alone is no suite
    const bool isUsable = baselineScore && candidateScore && std::isfinite(*baselineScore)
        && std::isfinite(*candidateScore) && *baselineScore > 0 && *candidateScore > 0
        && std::isfinite(*candidateScore / *baselineScore);
    if (!isScore || !isUsable) {
        return std::nullopt;
    }

    SuiteIndex index;
    index.name = total != nullptr ? total->test : "Geometric mean of the index rows";
    index.baseline = *baselineScore;
    index.candidate = *candidateScore;
    index.rows = both.size();
    if (total != nullptr) {
        index.statedBaseline = total->baseline.value;
        index.statedCandidate = total->candidate.value;
        index.agrees =
            (!index.statedBaseline || agrees(*index.statedBaseline, index.baseline, baseline, total->baseline))
            && (!index.statedCandidate || agrees(*index.statedCandidate, index.candidate, candidate, total->candidate));
    }
    index.change = index.statedBaseline && index.statedCandidate && *index.statedBaseline > 0
        ? *index.statedCandidate / *index.statedBaseline - 1
        : index.candidate / index.baseline - 1;

    const auto count = static_cast<double>(both.size());
    double sum = 0;
    double biggest = 0;
    for (auto* row : both) {
        const double logRatio = std::log(*row->candidate.value / *row->baseline.value);
        sum += logRatio;
        row->contribution = std::expm1(logRatio / count);
        if (std::abs(logRatio) > std::abs(biggest) || index.biggestTest.empty()) {
            biggest = logRatio;
            index.biggestTest = row->test;
            index.biggestContribution = *row->contribution;
        }
    }
    index.othersChange = both.size() > 1 ? std::expm1((sum - biggest) / (count - 1)) : 0;
    return std::isfinite(index.change) ? std::optional(index) : std::nullopt;
}

}
