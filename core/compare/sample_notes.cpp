// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/sample_notes.h"

#include "core/compare/figures.h"
#include "core/stats/series.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <span>
#include <string>
#include <vector>

namespace patchscale {
namespace {

constexpr double kMuch = 0.01; // below 1 % of the median nobody would act on it
constexpr double kSure = 0.01; // p of a drift; many rows are looked at

void note(ComparisonRow& row, std::string code, std::string text)
{
    row.annotations.push_back({.code = std::move(code), .text = std::move(text), .isUsers = false});
}

/// Long series in blocks: their medians drift like the values do, and pairs of thousands of values would take seconds.
std::vector<double> thinned(std::span<const double> values)
{
    constexpr std::size_t kMost = 400;
    if (values.size() <= kMost) {
        return {values.begin(), values.end()};
    }
    std::vector<double> medians;
    for (std::size_t block = 0; block < kMost; ++block) {
        const std::size_t begin = values.size() * block / kMost;
        const std::size_t end = values.size() * (block + 1) / kMost;
        medians.push_back(median(values.subspan(begin, end - begin)));
    }
    return medians;
}

std::vector<std::size_t> farOut(std::span<const double> samples, double middle)
{
    auto places = outliersOf(samples);
    std::erase_if(places, [&](std::size_t place) { return std::abs(samples[place] - middle) < kMuch * middle; });
    return places;
}

std::vector<double> without(std::span<const double> samples, const std::vector<std::size_t>& places)
{
    std::vector<double> kept;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (!std::ranges::binary_search(places, i)) {
            kept.push_back(samples[i]);
        }
    }
    return kept;
}

/// What one side shows besides outliers; true where it has two modes, of which neither holds outliers.
bool noteSide(ComparisonRow& row, const Side& side, const char* name)
{
    const std::span<const double> samples(side.samples);
    const auto modes = twoModesOf(samples);
    if (modes && modes->low > 0 && modes->high >= modes->low * (1 + kMuch)) {
        note(row, "two-modes",
             std::format("{}: {} samples lie about {} and {} about {}: the median tells of one of them only", name,
                         modes->lowCount, valueText(modes->low), modes->highCount, valueText(modes->high)));
        return true;
    }
    const auto trend = side.results.size() == 1 ? trendOf(thinned(samples)) : std::nullopt; // pooled runs have no order
    if (trend && trend->p < kSure && std::abs(trend->change) >= kMuch) {
        note(row, "drift",
             std::format("{}: drifts by {} over its {} samples: only rounds that take both sides in turn compare such",
                         name, changeText(trend->change, 1), samples.size()));
    }
    return false;
}

}

void noteSamples(ComparisonRow& row)
{
    constexpr std::size_t kFewest = 5; // below, nothing is far out
    const auto& a = row.baseline.samples;
    const auto& b = row.candidate.samples;
    if (std::max(a.size(), b.size()) < kFewest || !(median(a) > 0) || !(median(b) > 0)) {
        return;
    }
    const bool hasModesBefore = noteSide(row, row.baseline, "baseline");
    const bool hasModesAfter = noteSide(row, row.candidate, "candidate");
    const auto before = hasModesBefore ? std::vector<std::size_t> {} : farOut(a, median(a));
    const auto after = hasModesAfter ? std::vector<std::size_t> {} : farOut(b, median(b));
    if (before.empty() && after.empty()) {
        return;
    }
    std::string text;
    const auto tell = [&](const char* name, const std::vector<double>& samples,
                          const std::vector<std::size_t>& places) {
        if (places.empty()) {
            return;
        }
        const double middle = median(samples);
        text += std::format("{}{}: {} of {} samples far out ({} from the median{}), kept", text.empty() ? "" : "; ",
                            name, places.size(), samples.size(), changeText(samples[places.front()] / middle - 1, 1),
                            places.size() > 1 ? " and more" : "");
    };
    tell("baseline", a, before);
    tell("candidate", b, after);
    const double left = median(without(a, before));
    if (row.change && left > 0) {
        text += std::format("; without {} the change is {}", before.size() + after.size() == 1 ? "it" : "them",
                            changeText(median(without(b, after)) / left - 1));
    }
    note(row, "outliers", std::move(text));
}

}
