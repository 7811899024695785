// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/judge.h"

#include "core/compare/figures.h"
#include "core/stats/power.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <initializer_list>
#include <string_view>

namespace patchscale {
namespace {

constexpr double kAlpha = 0.05;
constexpr std::size_t kAdvisedSamples = 4;

/// @p parts behind each other: most rows are bare values, for which std::format would cost most of the judging.
std::string joined(std::initializer_list<std::string_view> parts)
{
    std::size_t size = 0;
    for (const auto part : parts) {
        size += part.size();
    }
    std::string text;
    text.reserve(size);
    for (const auto part : parts) {
        text += part;
    }
    return text;
}

std::string unknownDirection(const ComparisonRow& row)
{
    return std::format("whether higher or lower is better is not known for {}: set its direction to get a verdict",
                       row.metric.empty() ? row.test : row.metric);
}

bool isBeyond(double change, double limit)
{
    // A change that is the limit to the last bit is within it, however it was computed.
    return std::abs(change) > limit * (1 + 1e-9);
}

Verdict verdictOf(double change, Better better)
{
    const bool isGood = (change > 0) == (better == Better::Higher);
    return isGood ? Verdict::Improved : Verdict::Regressed;
}

/// "single values", "mean of 10 runs": what a bare side is.
std::string bareWords(const ComparisonRow& row)
{
    const auto isSingle = [](const Side& side) { return side.samples.size() < 2 && side.count.value_or(1) <= 1; };
    if (isSingle(row.baseline) && isSingle(row.candidate)) {
        return "single values, no spread known";
    }
    const auto words = [](const Side& side) -> std::string {
        if (side.samples.size() > 1) {
            return std::format("median of {} runs", side.samples.size());
        }
        return side.count && *side.count > 1 ? std::format("mean of {} runs", *side.count) : "single value";
    };
    const auto baseline = words(row.baseline);
    const auto candidate = words(row.candidate);
    if (baseline != candidate) {
        return std::format("{} against {}, no spread known", baseline, candidate);
    }
    return baseline + ", spread not given";
}

/// True when both values are neighbours in the digits that were printed, so that rounding alone may be the change.
bool isOneDigit(const ComparisonRow& row)
{
    const int decimals = std::max(decimalsOf(*row.baseline.value), decimalsOf(*row.candidate.value));
    const double unit = std::pow(10.0, -decimals);
    const double difference = std::abs(*row.candidate.value - *row.baseline.value);
    return difference > unit / 2 && difference < unit * 1.5;
}

void judgeBare(ComparisonRow& row)
{
    row.evidence = Evidence::Threshold;
    const auto change = changeText(*row.change);
    if (!isBeyond(*row.change, row.limit)) {
        row.verdict = Verdict::Unchanged;
        row.reason = joined({change, ", within the limit of ", limitText(row.limit), "; ", bareWords(row)});
        return;
    }
    if (row.better == Better::Unknown) {
        row.verdict = Verdict::Undecided;
        row.reason = std::format("{}; {}", change, unknownDirection(row));
        return;
    }
    row.verdict = verdictOf(*row.change, row.better);
    row.reason = joined({change, "; ", bareWords(row), ": confirm with more runs"});
    if (isOneDigit(row)) {
        row.annotations.push_back({.code = "coarse-digits",
                                   .text = "one unit of the last printed digit: rounding alone may be the change",
                                   .isUsers = false});
    }
}

void judgeSpreadOnly(ComparisonRow& row, const Estimate& estimate)
{
    row.evidence = Evidence::Threshold;
    const auto words = std::format("{}; spread +-{} of the difference, number of runs not given",
                                   changeText(*row.change), sizeText(estimate.noise));
    if (!isBeyond(*row.change, row.limit)) {
        row.verdict = Verdict::Unchanged;
        row.reason = std::format("{}: within the limit of {}", words, limitText(row.limit));
    } else if (std::abs(*row.change) <= estimate.noise) {
        row.verdict = Verdict::Undecided;
        row.reason = words + ": the spread is larger than the change";
    } else if (row.better == Better::Unknown) {
        row.verdict = Verdict::Undecided;
        row.reason = std::format("{}; {}", words, unknownDirection(row));
    } else {
        row.verdict = verdictOf(*row.change, row.better);
        row.reason = words + ": confirm with more runs";
    }
}

std::size_t fewestOf(const ComparisonRow& row)
{
    const auto count = [](const Side& side) {
        return side.samples.empty() ? static_cast<std::size_t>(side.count.value_or(1)) : side.samples.size();
    };
    return std::min(count(row.baseline), count(row.candidate));
}

/// What p of this row alone has to reach, so that it stays below kAlpha when it is adjusted for the number of rows.
double ownAlpha(const ComparisonRow& row)
{
    const bool isAdjusted = row.p && row.pAdjusted && *row.p > 0 && *row.pAdjusted > *row.p;
    return isAdjusted ? kAlpha * *row.p / *row.pAdjusted : kAlpha;
}

/// What a series of one run lacks: @p times as many stretches.
std::string longerRuns(double times)
{
    constexpr double kMostTimes = 100;
    if (!(times <= kMostTimes)) {
        return "too noisy: runs of more than 100 times this length would be needed";
    }
    return std::format("runs about {} times as long would settle it",
                       valueText(std::max(1.5, std::ceil(times * 2) / 2)));
}

/// "about 6 more rounds on each side would settle it": enough to tell the change from none, or to bring it within the
/// limit where it is smaller.
std::string moreRounds(const ComparisonRow& row, const Estimate& estimate)
{
    constexpr double kMostAdvised = 1000;
    const double needed = observationsToSettle(
        {.effect = estimate.effect, .variation = estimate.variation, .limit = row.limit, .alpha = ownAlpha(row)});
    if (estimate.isByStretch) {
        return longerRuns(needed / static_cast<double>(std::max<std::size_t>(1, fewestOf(row))));
    }
    const auto there =
        estimate.isByBoot ? std::min(row.baseline.boots.size(), row.candidate.boots.size()) : fewestOf(row);
    const double missing = std::max(1.0, needed - static_cast<double>(there));
    if (!(missing <= kMostAdvised)) {
        return std::format("too noisy: more than 1000 {} on each side would be needed",
                           estimate.isByBoot ? "boots" : "rounds");
    }
    return std::format("about {} on each side would settle it",
                       countText(static_cast<std::size_t>(missing), estimate.isByBoot ? "more boot" : "more round",
                                 estimate.isByBoot ? "more boots" : "more rounds"));
}

std::string sampleWords(const ComparisonRow& row)
{
    const auto count = [](const Side& side) {
        return side.samples.empty() ? side.count.value_or(1) : static_cast<int>(side.samples.size());
    };
    const auto words = std::format("n = {} and {}", count(row.baseline), count(row.candidate));
    const auto before = row.baseline.boots.size();
    const auto after = row.candidate.boots.size();
    if (before == 0 || after == 0 || (before == 1 && row.baseline.boots == row.candidate.boots)) {
        return words; // nothing is known of boots, or both sides share one
    }
    return before == 1 && after == 1 ? words + " in one boot each"
                                     : std::format("{} in {} and {} boots", words, before, after);
}

/// What a row without a change does not rule out: "no change seen, but up to +-4.2 % would have been missed: ".
std::string missedWords(const ComparisonRow& row)
{
    if (!row.interval || row.p.value_or(1) <= kAlpha) {
        return {};
    }
    const double farther = std::max(std::abs(row.interval->low), std::abs(row.interval->high));
    return std::format("no change seen, but up to +-{} would have been missed: ", sizeText(farther, 1));
}

std::string intervalWords(const ComparisonRow& row)
{
    if (!row.interval) {
        return {};
    }
    return std::format(" (95 % interval {} to {})", changeText(row.interval->low), changeText(row.interval->high));
}

constexpr std::string_view kMoreRuns = "repeat whole runs, after a boot each, to see more";

std::string floorWords(double floor)
{
    return std::format("+-{} this test varies on this machine", sizeText(floor, 1));
}

/// A change of bare values, or of few samples, by what the test is known to vary from run to run.
void judgeByNoiseFloor(ComparisonRow& row, const Estimate& estimate)
{
    row.evidence = Evidence::NoiseFloor;
    const double floor = estimate.floor.value_or(0);
    const double p = row.pAdjusted.value_or(row.p.value_or(1));
    const auto change = changeText(*row.change);
    const auto words = floorWords(floor);
    if (p <= kAlpha && !isBeyond(estimate.effect, row.limit)) {
        row.verdict = Verdict::Minor;
        row.reason = std::format("{}, outside the {}, but below the limit of {}", change, words, limitText(row.limit));
    } else if (p <= kAlpha && row.better == Better::Unknown) {
        row.verdict = Verdict::Undecided;
        row.reason = std::format("{}, outside the {}; {}", change, words, unknownDirection(row));
    } else if (p <= kAlpha) {
        row.verdict = verdictOf(estimate.effect, row.better);
        row.reason = std::format("{}, outside the {}", change, words);
    } else if (row.interval && !isBeyond(row.interval->low, row.limit) && !isBeyond(row.interval->high, row.limit)) {
        row.verdict = Verdict::Unchanged;
        row.reason =
            std::format("{}, within the {} and with that within the limit of {}", change, words, limitText(row.limit));
    } else if (std::abs(estimate.effect) > floor) {
        row.verdict = Verdict::Undecided;
        row.reason =
            std::format("{}, outside the {}, but among so many rows that may be chance (p = {:.2g} adjusted for "
                        "their number): {}",
                        change, words, p, moreRounds(row, estimate));
    } else {
        row.verdict = Verdict::Undecided;
        row.reason = std::format("{}, within the {}: {}", change, words, moreRounds(row, estimate));
    }
}

void judgeTested(ComparisonRow& row, const Estimate& estimate)
{
    row.evidence = estimate.basis == Basis::Samples ? Evidence::Tested : Evidence::Summary;
    const double p = row.pAdjusted.value_or(row.p.value_or(1));
    const auto facts =
        std::format("{}{}, p = {:.2g}{}, {}", changeText(*row.change), intervalWords(row), p,
                    row.pAdjusted && row.p && *row.pAdjusted > *row.p ? " adjusted for the number of rows" : "",
                    estimate.words.empty() ? sampleWords(row) : estimate.words);
    const auto limit = limitText(row.limit);
    if (estimate.floor && p > kAlpha && std::abs(estimate.effect) <= *estimate.floor
        && isBeyond(estimate.effect, row.limit)) {
        row.verdict = Verdict::Undecided;
        row.reason = std::format("{}: within the {}: {}", facts, floorWords(*estimate.floor), kMoreRuns);
        return;
    }
    if (p <= kAlpha) {
        if (!isBeyond(estimate.effect, row.limit)) {
            row.verdict = Verdict::Minor;
            row.reason = std::format("{}: real, but below the limit of {}", facts, limit);
        } else if (row.better == Better::Unknown) {
            row.verdict = Verdict::Undecided;
            row.reason = std::format("{}: real; {}", facts, unknownDirection(row));
        } else {
            row.verdict = verdictOf(estimate.effect, row.better);
            row.reason = facts;
        }
        return;
    }
    const bool isInside =
        row.interval && !isBeyond(row.interval->low, row.limit) && !isBeyond(row.interval->high, row.limit);
    if (isInside) {
        row.verdict = Verdict::Unchanged;
        row.reason =
            std::format("{}: equivalent within +-{}{}", facts, limit,
                        estimate.equivalence ? std::format(" (p = {:.2g})", *estimate.equivalence) : std::string());
        return;
    }
    row.verdict = Verdict::Undecided;
    row.reason = std::format("{}: {}{}", facts, missedWords(row), moreRounds(row, estimate));
}

}

void judgeRow(ComparisonRow& row, const Estimate& estimate)
{
    switch (estimate.basis) {
    case Basis::NoPartner:
        row.verdict = Verdict::NotComparable;
        row.reason = row.baseline.value ? "only in the baseline"
            : row.candidate.value       ? "only in the candidate"
                                        : "neither side has a value that can be used";
        return;
    case Basis::Units:
        row.verdict = Verdict::NotComparable;
        row.reason = "the units of the two sides do not go together";
        return;
    case Basis::NoRatio:
        row.evidence = Evidence::Threshold;
        if (std::abs(*row.baseline.value) > 0) {
            row.verdict = Verdict::Undecided;
            row.reason = "the baseline is too near to 0 for a percentage";
        } else if (std::abs(*row.candidate.value) > 0) {
            row.verdict = Verdict::Undecided;
            row.reason =
                std::format("from 0 to {}: a change from 0 has no percentage", valueText(*row.candidate.value));
        } else {
            row.verdict = Verdict::Unchanged;
            row.reason = "0 on both sides";
        }
        return;
    case Basis::Bare:
        judgeBare(row);
        return;
    case Basis::SpreadOnly:
        judgeSpreadOnly(row, estimate);
        return;
    case Basis::FewSamples: {
        const auto fewest = fewestOf(row);
        const auto missing = fewest < kAdvisedSamples ? kAdvisedSamples - fewest : 1;
        row.verdict = Verdict::Undecided;
        row.evidence = Evidence::None;
        row.reason = std::format("{}; {} samples: {} on each side, then a test can tell", changeText(*row.change),
                                 sampleWords(row), "at least " + countText(missing, "more round", "more rounds"));
        return;
    }
    case Basis::NoiseFloor:
        judgeByNoiseFloor(row, estimate);
        return;
    case Basis::NotSteady:
        row.verdict = Verdict::Undecided;
        row.evidence = Evidence::None;
        row.reason = std::format("{} over the whole series; {}", changeText(*row.change), estimate.words);
        return;
    case Basis::Summary:
    case Basis::Samples:
        judgeTested(row, estimate);
        return;
    }
}

}
