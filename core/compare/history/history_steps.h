// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/history/history.h"
#include "core/stats/rank_test.h"

namespace patchscale {

/// Units that a series needs at least for a step: with fewer, no order of them is rare enough to be told from chance.
std::size_t fewestUnits();

/// How many units behind a step a series of @p units needs at least for the step to show.
std::size_t fewestBehind(std::size_t units);

/// Finds the steps of @p series by E-divisive over its units (see core/stats/change_points.h), each with the interval
/// of its change and its verdict. The interval speaks of a place that was chosen because the values differ there: it is
/// somewhat too narrow. The smallest p is 1 / (@p permutations + 1). Steps that were found before are found anew.
void findSteps(HistorySeries& series, double limit, RankTests& tests, int permutations);

}
