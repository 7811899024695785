// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/history/history.h"

#include <cstddef>
#include <span>

namespace patchscale {

/// What p of change points is adjusted for: each change point that was found, and each history that was searched and
/// has none. The family is all of the answer, whatever is shown of it.
struct HistoryFamily
{
    std::size_t points = 0;
    std::size_t members = 0; ///< points, and histories without one
};

/// The family of @p series, whose steps have been found.
HistoryFamily familyOf(std::span<const HistorySeries> series);

/// How many permutations the change points of @p family need, so that the smallest p can be below 5 % when it is
/// adjusted; at most 9999.
int permutationsFor(const HistoryFamily& family);

/// Adjusts p of all steps of @p series. One whose adjusted p is above 5 % is undecided.
void adjustSteps(std::span<HistorySeries> series, Adjustment adjustment);

}
