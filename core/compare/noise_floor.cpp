// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/noise_floor.h"

#include "core/compare/suites.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace patchscale {
namespace {

constexpr double kConfidence = 0.95;
constexpr double kMostApart = 2; // factor between repeats of one thing
constexpr int kFewestDegrees = 2; // with 1 Student's t is 12.7 and the floor says nothing

void add(std::string& key, const Parameters& parameters)
{
    for (const auto& [name, value] : parameters) {
        key.append("\x1f").append(name).append("=").append(value);
    }
}

/// What results have in common that may be compared as one test on one machine; empty where the machine has no name.
std::string keyOf(const Run& run, const TestResult& result)
{
    if (run.machine.label.empty()) {
        return {};
    }
    auto key = run.machine.label + '\x1f' + foldName(run.benchmark) + '\x1f'
        + foldName(canonicalTest(run.benchmark, result.test)) + '\x1f' + foldName(result.metric);
    add(key, run.parameters);
    key += '\x1e';
    add(key, result.parameters);
    return key;
}

/// The centre of each boot in @p result, or its one value, with the boot's number; as written values are in any unit,
/// in the base unit.
std::vector<std::pair<int, double>> centresOf(const TestResult& result)
{
    std::map<int, std::vector<double>> boots;
    for (const auto& sample : result.samples) {
        if (!sample.isExcluded) {
            boots[sample.boot].push_back(sample.value);
        }
    }
    if (boots.size() < 2) {
        return {{boots.empty() ? 0 : boots.begin()->first, result.baseValue}};
    }
    const double factor = std::abs(result.value) > 0 ? result.baseValue / result.value : 1;
    std::vector<std::pair<int, double>> centres;
    for (const auto& [boot, samples] : boots) {
        centres.emplace_back(boot, median(samples) * factor);
    }
    return centres;
}

/// What is known of one thing under one variant. Runs within one boot do not see what differs from boot to boot, so a
/// boot counts once where it is told.
class Repeats
{
public:
    void add(const Run& run, int boot, double value)
    {
        const auto id = run.machine.facts.find("kernel.boot-id");
        if (id == run.machine.facts.end() || id->second.empty()) {
            m_loose.insert(value);
        } else {
            m_byBoot[{id->second, std::max(1, boot)}].insert(value);
        }
    }
    [[nodiscard]] std::set<double> values() const
    {
        auto values = m_loose;
        for (const auto& [boot, centres] : m_byBoot) {
            values.insert(median(std::vector(centres.begin(), centres.end())));
        }
        return values;
    }

private:
    std::set<double> m_loose;
    std::map<std::pair<std::string, int>, std::set<double>> m_byBoot;
};

/// Runs and boots on one side that tell the spread between them.
double unitsOf(std::span<const Run> runs, const Side& side)
{
    if (!side.boots.empty()) {
        return static_cast<double>(side.boots.size());
    }
    double units = 0;
    for (const auto ref : side.results) {
        std::set<int> boots;
        for (const auto& sample : runs[ref.run].results[ref.result].samples) {
            boots.insert(sample.boot);
        }
        units += static_cast<double>(std::max<std::size_t>(1, boots.size()));
    }
    return units;
}

}

NoiseFloors::NoiseFloors(std::span<const Run> runs)
{
    // Repeats by the thing that was measured and by the variant that it was measured under.
    std::unordered_map<std::string, std::map<std::string, Repeats>> repeats;
    for (const auto& run : runs) {
        if (run.isFailed || run.variant.label.empty() || run.variant.isAssumed) {
            continue;
        }
        const auto variant = foldName(run.variant.label) + '\x1f' + run.machine.kernel;
        for (const auto& result : run.results) {
            auto key = keyOf(run, result);
            if (key.empty()) {
                break;
            }
            auto& known = repeats[std::move(key)][variant];
            for (const auto& [boot, value] : centresOf(result)) {
                if (value > 0 && std::isfinite(value)) {
                    known.add(run, boot, value);
                }
            }
        }
    }
    for (auto& [key, byVariant] : repeats) {
        RunSpread spread;
        for (const auto& [variant, known] : byVariant) {
            const auto values = known.values();
            if (values.size() > 1 && *values.rbegin() <= *values.begin() * kMostApart) {
                spread.addRepeats(std::vector(values.begin(), values.end()));
            }
        }
        if (spread.degrees() >= kFewestDegrees) {
            m_byResult.emplace(key, spread);
        }
    }
}

const RunSpread* NoiseFloors::find(const Run& run, const TestResult& result) const
{
    if (m_byResult.empty()) {
        return nullptr;
    }
    const auto entry = m_byResult.find(keyOf(run, result));
    return entry == m_byResult.end() ? nullptr : &entry->second;
}

void applyNoiseFloor(std::span<const Run> runs, const NoiseFloors& floors, ComparisonRow& row, Estimate& estimate)
{
    if (!row.change || row.baseline.results.empty() || row.candidate.results.empty() || estimate.isByBoot) {
        return;
    }
    if (!row.baseline.boots.empty() && row.baseline.boots == row.candidate.boots) {
        return; // both sides share what differs from boot to boot
    }
    const auto spreadOf = [&](const Side& side) {
        const auto& run = runs[side.results.front().run];
        return floors.find(run, run.results[side.results.front().result]);
    };
    const auto* const spread = spreadOf(row.baseline);
    if (spread == nullptr || spreadOf(row.candidate) == nullptr) {
        return;
    }
    const double before = unitsOf(runs, row.baseline);
    const double after = unitsOf(runs, row.candidate);
    const auto reach = spread->reach(kConfidence, before, after);
    const auto p = spread->pOf(estimate.effect, before, after);
    if (!reach || !p) {
        return;
    }
    switch (estimate.basis) {
    case Basis::Bare:
    case Basis::SpreadOnly:
    case Basis::FewSamples:
        estimate.basis = Basis::NoiseFloor;
        estimate.variation = spread->deviation();
        break;
    case Basis::Samples:
    case Basis::Summary:
        if (before > 1 && after > 1) {
            return;
        }
        break;
    case Basis::NoPartner:
    case Basis::Units:
    case Basis::NoRatio:
    case Basis::NoiseFloor:
    case Basis::NotSteady:
        return;
    }
    estimate.floor = *reach;
    estimate.equivalence.reset(); // of the interval that is widened here
    row.p = std::max(row.p.value_or(0), *p);
    const double low = (1 + estimate.effect) / (1 + *reach) - 1;
    const double high = (1 + estimate.effect) * (1 + *reach) - 1;
    row.interval = Interval {.low = row.interval ? std::min(row.interval->low, low) : low,
                             .high = row.interval ? std::max(row.interval->high, high) : high};
}

}
