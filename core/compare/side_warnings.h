// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"
#include "core/compare/estimate.h"
#include "core/compare/pair_runs.h"

#include <span>
#include <string>
#include <vector>

namespace patchscale {

/// Says whose labels were assumed, which runs are pooled although they differ, and in what the sides differ. Gives what
/// differs between the sides besides the kernel, in words for noteEnvironment(); empty where nothing does.
std::string warnOfSides(std::span<const Run> runs, const RunPair& pair, ComparisonGroup& group);

/// Tells a row that got worse that it may come of @p environment.
void noteEnvironment(const std::string& environment, ComparisonRow& row);

/// Says once that a side was measured in one boot, against another boot: that shows only the noise inside it.
void warnOfLoneBoots(const std::vector<Estimate>& estimates, ComparisonGroup& group);

}
