// SPDX-License-Identifier: GPL-3.0-or-later
// The page's sentence and what stands below it, as rich text in the theme's colours.
#pragma once

#include "core/compare/comparison.h"

#include <QString>

#include <vector>

namespace patchscale {

/// The counts of the shown groups added up; totals are not counted.
VerdictCounts countsOf(const Comparison& comparison, const std::vector<std::size_t>& groups);

/// "▼ 4 worse, ▲ 2 better, 6 unchanged of 12 tests".
QString headline(const VerdictCounts& counts, double limit);

/// The group's answer and, quieter, what it rests on; of several groups the largest changes.
QString subline(const Comparison& comparison, const std::vector<std::size_t>& groups);

/// "12 tests: 4 worse, 2 better, 6 same" for the status bar.
QString countsText(const VerdictCounts& counts);

/// "Claims: 10 agree, 2 wrong", or empty when the author states nothing.
QString claimsText(const std::vector<Claim>& claims);

}
