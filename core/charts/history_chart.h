// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_spec.h"
#include "core/compare/history/history.h"

namespace patchscale {

/// The observations of @p series over its places, their medians, the levels between the steps, and the steps. The axis
/// holds all values; it begins at 0 only where the values reach down there.
ChartSpec historyChart(const HistorySeries& series);

}
