// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/levels.h"

#include "core/stats/welch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>

namespace patchscale {
namespace {

constexpr std::array kLevels {Level::Build, Level::Boot, Level::Round, Level::Iteration};

using Place = std::array<int, 3>; // build, boot, round

/// The place of @p value down to @p level; what is inside counts as one.
Place placeOf(const LevelledValue& value, Level level)
{
    return {value.build, level >= Level::Boot ? value.boot : 0, level >= Level::Round ? value.round : 0};
}

/// Means of the members of one level, by the group that they are in.
using Groups = std::vector<std::vector<double>>;

/// The members of @p level as groups of the level above; members appear in the order of their numbers.
Groups membersOf(std::span<const LevelledValue> values, Level level)
{
    // Means of means, from the inside outwards, so that a group with more repeats does not weigh more.
    std::map<Place, std::vector<double>> inside;
    for (const auto& value : values) {
        inside[placeOf(value, Level::Round)].push_back(value.value);
    }
    for (auto reached = Level::Iteration; reached > level;) {
        reached = static_cast<Level>(static_cast<int>(reached) - 1);
        std::map<Place, std::vector<double>> outside;
        for (const auto& [place, members] : inside) {
            Place above = place;
            std::fill(above.begin() + static_cast<std::ptrdiff_t>(reached), above.end(), 0);
            outside[above].push_back(mean(members));
        }
        inside = std::move(outside);
    }
    Groups groups;
    for (auto& [place, members] : inside) {
        groups.push_back(std::move(members));
    }
    return groups;
}

/// Groups and variance of one level; the component is left for later.
LevelSpread spreadOf(const Groups& groups, Level level)
{
    LevelSpread spread {.level = level};
    double squares = 0;
    double degrees = 0;
    double reciprocals = 0;
    for (const auto& members : groups) {
        const auto count = static_cast<double>(members.size());
        const double deviation = standardDeviation(members);
        squares += deviation * deviation * (count - 1);
        degrees += count - 1;
        reciprocals += 1 / count;
        spread.groups += members.size();
    }
    spread.repeats = static_cast<double>(groups.size()) / reciprocals;
    spread.variance = degrees > 0 ? squares / degrees : 0;
    return spread;
}

}

LevelledMean meanByLevels(std::span<const LevelledValue> values)
{
    LevelledMean result;
    if (values.empty()) {
        return result;
    }
    bool hasUnit = false;
    for (const auto level : kLevels) {
        const auto groups = membersOf(values, level);
        const auto spread = spreadOf(groups, level);
        if (spread.groups == groups.size()) {
            continue; // no group has a second member
        }
        if (!hasUnit) {
            // All levels above had one member a group, and a single build is one group: here is no other.
            hasUnit = true;
            result.unit = level;
            result.summary = summarize(groups.front());
        }
        result.levels.push_back(spread);
    }
    if (!hasUnit) {
        result.summary = {.mean = values.front().value, .stddev = 0, .count = 1};
        return result;
    }
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        auto& level = result.levels[i];
        const double below =
            i + 1 < result.levels.size() ? result.levels[i + 1].variance / result.levels[i + 1].repeats : 0;
        level.component = std::max(0.0, level.variance - below);
    }
    return result;
}

std::vector<double> unitMedians(std::span<const LevelledValue> values, Level level)
{
    std::vector<double> medians;
    if (level == Level::Iteration) {
        for (const auto& value : values) {
            medians.push_back(value.value);
        }
        return medians;
    }
    std::map<Place, std::size_t> places;
    std::vector<std::vector<double>> units;
    for (const auto& value : values) {
        const auto [place, isNew] = places.try_emplace(placeOf(value, level), units.size());
        if (isNew) {
            units.emplace_back();
        }
        units[place->second].push_back(value.value);
    }
    for (const auto& unit : units) {
        medians.push_back(median(unit));
    }
    return medians;
}

std::optional<LevelledRatio> ratioByLevels(std::span<const LevelledValue> baseline,
                                           std::span<const LevelledValue> candidate, double confidence)
{
    const auto a = meanByLevels(baseline);
    const auto b = meanByLevels(candidate);
    if (a.summary.count < 2 || b.summary.count < 2 || !(a.summary.mean > 0) || !(b.summary.mean > 0)) {
        return std::nullopt;
    }
    LevelledRatio ratio {.change = (b.summary.mean - a.summary.mean) / a.summary.mean,
                         .interval = {},
                         .p = {},
                         .baselineUnit = a.unit,
                         .candidateUnit = b.unit,
                         .baselineUnits = a.summary.count,
                         .candidateUnits = b.summary.count};
    if (const auto interval = ratioOfMeansInterval(a.summary, b.summary, confidence)) {
        ratio.interval = std::pair {interval->first - 1, interval->second - 1};
    }
    if (const auto test = welch(a.summary, b.summary)) {
        ratio.p = test->p;
    }
    return ratio;
}

int advisedRepeats(double innerComponent, double outerComponent, double innerCost, double outerCost, int most)
{
    if (!(innerComponent > 0) || !(innerCost > 0) || !(outerCost > 0)) {
        return 1;
    }
    if (!(outerComponent > 0)) {
        return most;
    }
    const double best = std::ceil(std::sqrt(outerCost / innerCost * innerComponent / outerComponent));
    return best < most ? std::max(1, static_cast<int>(best)) : most;
}

}
