// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/estimate.h"

#include "core/compare/reduce.h"
#include "core/stats/ratio_interval.h"
#include "core/stats/summary.h"
#include "core/stats/welch.h"

#include <algorithm>
#include <cmath>

namespace patchscale {
namespace {

constexpr std::size_t kFewestSamples = 4; // 4 + 4: the smallest that reaches p < 0.05 (2/70)
constexpr double kConfidence = 0.95;

double relativeVariation(const MeanSummary& a, const MeanSummary& b)
{
    const double left = std::abs(a.mean) > 0 ? a.stddev / std::abs(a.mean) : 0;
    const double right = std::abs(b.mean) > 0 ? b.stddev / std::abs(b.mean) : 0;
    return std::sqrt((left * left + right * right) / 2);
}

void estimateSamples(ComparisonRow& row, Estimate& estimate, RankTests& tests)
{
    const auto& a = row.baseline.samples;
    const auto& b = row.candidate.samples;
    estimate.basis = Basis::Samples;
    row.p = tests.mannWhitney(a, b).p;
    row.effect = cliffsDelta(a, b);
    estimate.variation = relativeVariation(summarize(a), summarize(b));
    const auto ratio = ratioInterval(a, b, kConfidence, tests);
    if (!ratio) {
        return; // a ratio of values around 0 says nothing; the change of the medians stands
    }
    estimate.effect = ratio->change;
    if (ratio->interval) {
        row.interval = Interval {.low = ratio->interval->first, .high = ratio->interval->second};
    }
}

bool estimateSummary(ComparisonRow& row, Estimate& estimate)
{
    const auto a = reportedSummary(row.baseline);
    const auto b = reportedSummary(row.candidate);
    if (!a || !b) {
        return false;
    }
    const auto test = welch(*a, *b);
    if (!test) {
        return false;
    }
    estimate.basis = Basis::Summary;
    estimate.variation = relativeVariation(*a, *b);
    row.p = test->p;
    if (const auto ratio = ratioOfMeansInterval(*a, *b)) {
        row.interval = Interval {.low = ratio->first - 1, .high = ratio->second - 1};
    }
    return true;
}

}

Estimate estimateRow(ComparisonRow& row, bool haveUnits, RankTests& tests)
{
    Estimate estimate;
    if (!row.baseline.value || !row.candidate.value) {
        estimate.basis = Basis::NoPartner;
        return estimate;
    }
    if (!haveUnits) {
        estimate.basis = Basis::Units;
        return estimate;
    }
    const double baseline = *row.baseline.value;
    if (!(std::abs(baseline) > 0)) {
        estimate.basis = Basis::NoRatio;
        return estimate;
    }
    // The size of the baseline, so that a rise of a negative value is a rise.
    const double change = (*row.candidate.value - baseline) / std::abs(baseline);
    if (!std::isfinite(change)) {
        estimate.basis = Basis::NoRatio; // next to a baseline that is nearly 0
        return estimate;
    }
    row.change = change;
    estimate.effect = change;

    const auto fewest = std::min(row.baseline.samples.size(), row.candidate.samples.size());
    if (fewest >= kFewestSamples) {
        estimateSamples(row, estimate, tests);
    } else if (fewest >= 2) {
        estimate.basis = Basis::FewSamples;
        estimate.variation = relativeVariation(summarize(row.baseline.samples), summarize(row.candidate.samples));
    } else if (!estimateSummary(row, estimate)) {
        const auto a = reportedNoise(row.baseline);
        const auto b = reportedNoise(row.candidate);
        if (a && b) {
            estimate.basis = Basis::SpreadOnly;
            estimate.noise = std::hypot(*a, *b) / std::abs(baseline);
        }
    }
    return estimate;
}

}
