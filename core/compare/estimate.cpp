// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/estimate.h"

#include "core/compare/reduce.h"
#include "core/stats/equivalence.h"
#include "core/stats/paired_ratio.h"
#include "core/stats/power.h"
#include "core/stats/ratio_interval.h"
#include "core/stats/summary.h"
#include "core/stats/welch.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

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

/// True where nothing beyond the limit lies in the interval of @p row.
bool isWithinLimit(const ComparisonRow& row)
{
    return row.interval && row.interval->low >= -row.limit && row.interval->high <= row.limit;
}

void estimateSamples(ComparisonRow& row, Estimate& estimate, RankTests& tests)
{
    const auto& a = row.baseline.samples;
    const auto& b = row.candidate.samples;
    estimate.basis = Basis::Samples;
    const auto test = tests.mannWhitney(a, b);
    row.p = test.p;
    row.effect = test.delta;
    estimate.variation = relativeVariation(summarize(a), summarize(b));
    const auto ratio = ratioInterval(a, b, kConfidence, tests);
    if (!ratio) {
        return; // a ratio of values around 0 says nothing; the change of the medians stands
    }
    estimate.effect = ratio->change;
    if (ratio->interval) {
        row.interval = Interval {.low = ratio->interval->first, .high = ratio->interval->second};
        estimate.variation = variationOf(row.interval->low, row.interval->high, static_cast<double>(a.size()),
                                         static_cast<double>(b.size()));
        if (isWithinLimit(row)) {
            estimate.equivalence = equivalenceOfSamples(a, b, row.limit, tests);
        }
    }
}

/// The centres of the candidate's boots in the order of the baseline's, where both were measured in the same boots.
std::vector<double> pairedWith(const Side& baseline, const Side& candidate)
{
    std::vector<double> paired;
    for (const auto& boot : baseline.boots) {
        const auto hit = std::ranges::find(candidate.boots, boot);
        if (hit != candidate.boots.end()) {
            paired.push_back(candidate.bootCentres[static_cast<std::size_t>(hit - candidate.boots.begin())]);
        }
    }
    return paired.size() == baseline.boots.size() && paired.size() == candidate.boots.size() ? paired
                                                                                             : std::vector<double> {};
}

/// A boot is an observation (Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013: the interval
/// comes from the highest level that was repeated). False where the boots do not vary at all.
bool estimateBoots(ComparisonRow& row, Estimate& estimate, RankTests& tests)
{
    const auto& before = row.baseline.bootCentres;
    const auto& after = row.candidate.bootCentres;
    const auto a = summarize(before);
    const auto b = summarize(after);
    const auto paired = pairedRatio(before, pairedWith(row.baseline, row.candidate), kConfidence);
    const auto test = paired ? std::nullopt : welch(a, b);
    if (!paired && !test) {
        return false;
    }
    estimate.basis = Basis::Samples;
    estimate.isByBoot = true;
    row.effect = tests.mannWhitney(before, after).delta;
    if (paired) {
        row.p = paired->p;
        row.interval = Interval {.low = paired->interval.first, .high = paired->interval.second};
        estimate.effect = paired->change;
        estimate.variation = paired->deviation / std::numbers::sqrt2; // of one side, as if they were not paired
        return true;
    }
    row.p = test->p;
    estimate.variation = relativeVariation(a, b);
    if (const auto ratio = ratioOfMeansInterval(a, b)) {
        row.interval = Interval {.low = ratio->first - 1, .high = ratio->second - 1};
    }
    return true;
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
        estimate.equivalence = isWithinLimit(row) ? equivalenceOfMeans(*a, *b, row.limit) : std::nullopt;
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

    if (isByBoot(row) && estimateBoots(row, estimate, tests)) {
        return estimate;
    }
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
