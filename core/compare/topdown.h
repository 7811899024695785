// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// The parts into which the first level of topdown analysis divides the slots of a pipeline (Yasin, A Top-Down Method
/// for Performance Analysis and Counters Architecture, ISPASS 2014).
constexpr auto kTopdownParts =
    std::to_array<std::string_view>({"retiring", "bad speculation", "frontend bound", "backend bound"});

/// The first level of both sides of one place, in percent of the slots, in the order of kTopdownParts.
struct Topdown
{
    std::string label; ///< PMU and parameters; empty where a group has one place only and does not name it
    std::array<double, kTopdownParts.size()> baseline {};
    std::array<double, kTopdownParts.size()> candidate {};
    std::array<std::size_t, kTopdownParts.size()> rows {}; ///< of the group, whose verdict speaks of each part
};

/// What the rows of @p group tell of topdown level 1, under the names of any version of perf; where only counts of
/// slots are told, their shares. A place of which a side lacks a part is left out.
std::vector<Topdown> topdownOf(const ComparisonGroup& group);

}
