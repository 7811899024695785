// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/reduce.h"

#include "core/compare/base_factor.h"
#include "core/stats/welch.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <string>
#include <utility>
#include <vector>

namespace patchscale {
namespace {

const TestResult& resultOf(std::span<const Run> runs, RunResultRef ref)
{
    return runs[ref.run].results[ref.result];
}

std::string_view baseUnitOf(const TestResult& result)
{
    return result.baseUnit.empty() ? std::string_view(result.unit) : std::string_view(result.baseUnit);
}

/// The unit that all results share.
struct CommonUnit
{
    std::string unit;
    double perUnit = 0; ///< what base values are divided by to be in it; 0: every value is written in it
    bool isKnown = false;
};

CommonUnit commonUnit(std::span<const Run> runs, const MatchedRow& matched)
{
    CommonUnit common;
    const TestResult* first = nullptr;
    const TestResult* factor = nullptr; // in the unit of the first, which tells no factor where it is 0
    bool areWrittenAlike = true;
    bool isAmbiguous = false; // "KB" of 1000 bytes beside "KB" of 1024
    for (const auto* refs : {&matched.baseline, &matched.candidate}) {
        for (const auto ref : *refs) {
            const auto& result = resultOf(runs, ref);
            if (first == nullptr) {
                first = &result;
                factor = first;
                continue;
            }
            if (result.unit == first->unit && std::abs(factor->value) <= 0) {
                factor = &result;
            }
            const bool isSameFactor = hasSameFactor(result, *factor);
            areWrittenAlike = areWrittenAlike && result.unit == first->unit && isSameFactor;
            isAmbiguous = isAmbiguous || (result.unit == first->unit && !isSameFactor);
            if (!areWrittenAlike && baseUnitOf(result) != baseUnitOf(*first)) {
                return common;
            }
        }
    }
    if (first != nullptr) {
        // The baseline's unit reads better than the base unit: "231 usec", not "0.0002 s".
        const bool isBase = !areWrittenAlike && (isAmbiguous || first->unit.empty());
        common.unit = isBase ? std::string(baseUnitOf(*first)) : first->unit;
        common.perUnit = areWrittenAlike ? 0 : isBase ? 1 : baseFactor(*factor);
        common.isKnown = true;
    }
    return common;
}

Better commonDirection(std::span<const Run> runs, const MatchedRow& matched)
{
    auto better = Better::Unknown;
    for (const auto* refs : {&matched.baseline, &matched.candidate}) {
        for (const auto ref : *refs) {
            const auto other = resultOf(runs, ref).better;
            if (other == Better::Unknown) {
                continue;
            }
            if (better != Better::Unknown && better != other) {
                return Better::Unknown; // one document says higher, another lower
            }
            better = other;
        }
    }
    return better;
}

Spread scaled(Spread spread, double factor)
{
    if (spread.kind != SpreadKind::Cv) {
        spread.value *= factor;
    }
    for (auto* end : {&spread.low, &spread.high}) {
        if (*end) {
            **end *= factor;
        }
    }
    return spread;
}

/// The value of @p result in a unit that is @p perUnit base units; 0: as written.
double valueIn(const TestResult& result, double perUnit)
{
    return perUnit > 0 ? result.baseValue / perUnit : result.value;
}

/// What a written value of @p result is multiplied with for that.
double factorTo(const TestResult& result, double perUnit)
{
    return perUnit > 0 ? baseFactor(result) / perUnit : 1;
}

/// A reported value with what is told of it.
void takeReported(const TestResult& result, double perUnit, Side& side)
{
    const double value = valueIn(result, perUnit);
    if (!std::isfinite(value)) {
        return; // a number too large to be one: the side has no value
    }
    side.value = value;
    side.count = result.repeats;
    if (result.spread) {
        side.spread = scaled(*result.spread, factorTo(result, perUnit));
    }
}

/// The boot of the machine that a number of @p run was measured in; empty where that is not told. @p number counts the
/// boots of one document.
std::string bootOf(const Run& run, int number)
{
    const auto id = run.machine.facts.find("kernel.boot-id");
    if (id == run.machine.facts.end() || id->second.empty()) {
        return {};
    }
    return number <= 1 ? id->second : std::format("{} {}", id->second, number);
}

/// What was observed in each boot, in the order in which the boots come.
class Boots
{
public:
    void add(const std::string& boot, double value)
    {
        const auto known = std::ranges::find(m_ids, boot);
        if (known == m_ids.end()) {
            m_ids.push_back(boot);
            m_values.push_back({value});
        } else {
            m_values[static_cast<std::size_t>(known - m_ids.begin())].push_back(value);
        }
    }
    void fill(Side& side) &&
    {
        if (std::ranges::contains(m_ids, std::string())) {
            return; // what may have been measured in any boot can be no part of a count of boots
        }
        side.boots = std::move(m_ids);
        for (const auto& values : m_values) {
            side.bootCentres.push_back(median(values));
        }
    }

private:
    std::vector<std::string> m_ids;
    std::vector<std::vector<double>> m_values;
};

void fillSide(std::span<const Run> runs, std::vector<RunResultRef>&& results, double perUnit, Side& side)
{
    side.results = std::move(results);
    const auto& refs = side.results;
    if (refs.empty()) {
        return;
    }
    Boots boots;
    const auto& first = resultOf(runs, refs.front());
    if (refs.size() == 1 && first.samples.empty()) {
        takeReported(first, perUnit, side);
        if (side.value) {
            boots.add(bootOf(runs[refs.front().run], 0), *side.value);
            std::move(boots).fill(side);
        }
        return;
    }
    std::vector<double> observed; // what the centre is taken from
    for (const auto ref : refs) {
        const auto& result = resultOf(runs, ref);
        const double factor = factorTo(result, perUnit);
        const auto before = observed.size();
        for (const auto& sample : result.samples) {
            if (!sample.isExcluded && std::isfinite(sample.value * factor)) {
                observed.push_back(sample.value * factor);
                boots.add(bootOf(runs[ref.run], sample.boot), observed.back());
            }
        }
        const bool isBare = observed.size() == before;
        if (isBare) {
            const double value = valueIn(result, perUnit);
            if (!std::isfinite(value)) {
                continue;
            }
            observed.push_back(value);
            boots.add(bootOf(runs[ref.run], 0), value);
        }
        // A bare value is no sample, but several runs of one variant observe its test several times.
        if (!isBare || refs.size() > 1) {
            side.samples.insert(side.samples.end(), observed.begin() + static_cast<std::ptrdiff_t>(before),
                                observed.end());
        }
    }
    std::move(boots).fill(side);
    if (refs.size() == 1 && side.samples.size() < 2) {
        takeReported(first, perUnit, side);
        if (!side.samples.empty() && !side.count) {
            side.count = 1;
        }
        return;
    }
    if (observed.empty()) {
        return;
    }
    side.value = median(observed);
    side.count = static_cast<int>(observed.size());
}

double halfWidthOf(const Spread& spread)
{
    return spread.low && spread.high ? (*spread.high - *spread.low) / 2 : spread.value;
}

}

bool reduceRow(std::span<const Run> runs, MatchedRow&& matched, ComparisonRow& row)
{
    const auto common = commonUnit(runs, matched);
    row.unit = common.unit;
    row.better = commonDirection(runs, matched);
    row.test = std::move(matched.test);
    row.parameters = std::move(matched.parameters);
    row.metric = std::move(matched.metric);
    fillSide(runs, std::move(matched.baseline), common.isKnown ? common.perUnit : 0, row.baseline);
    fillSide(runs, std::move(matched.candidate), common.isKnown ? common.perUnit : 0, row.candidate);
    if (isByBoot(row)) {
        for (auto* const side : {&row.baseline, &row.candidate}) {
            side->value = mean(side->bootCentres); // each boot counts once, however often it was measured
        }
    }
    return common.isKnown;
}

bool isByBoot(const ComparisonRow& row)
{
    return row.baseline.bootCentres.size() >= 2 && row.candidate.bootCentres.size() >= 2;
}

std::optional<MeanSummary> reportedSummary(const Side& side)
{
    if (!side.value || !side.spread || !side.count || *side.count < 2) {
        return std::nullopt;
    }
    const auto& spread = *side.spread;
    const double root = std::sqrt(static_cast<double>(*side.count));
    MeanSummary summary {.mean = *side.value, .stddev = 0, .count = *side.count};
    switch (spread.kind) {
    case SpreadKind::Stddev:
        summary.stddev = spread.value;
        break;
    case SpreadKind::Cv:
        summary.stddev = spread.value * std::abs(*side.value);
        break;
    case SpreadKind::Stderr:
        summary.stddev = spread.value * root;
        break;
    case SpreadKind::Ci95:
        summary.stddev = halfWidthOf(spread) / studentQuantile(0.975, *side.count - 1) * root;
        break;
    case SpreadKind::Range:
        return std::nullopt; // how wide a range is depends on the shape of the distribution
    }
    return std::isfinite(summary.stddev) && summary.stddev >= 0 ? std::optional(summary) : std::nullopt;
}

std::optional<double> reportedNoise(const Side& side)
{
    if (!side.value || !side.spread) {
        return std::nullopt;
    }
    const auto& spread = *side.spread;
    switch (spread.kind) {
    case SpreadKind::Stddev:
    case SpreadKind::Stderr:
        return std::abs(spread.value);
    case SpreadKind::Cv:
        return std::abs(spread.value * *side.value);
    case SpreadKind::Ci95:
    case SpreadKind::Range:
        return std::abs(halfWidthOf(spread)) / 2;
    }
    return std::nullopt;
}

}
