// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_spec.h"

#include <cstddef>
#include <vector>

namespace patchscale {

/// The runs of both sides of a row over time, with the window shaded in which they are compared. @p row has a series.
ChartSpec seriesChart(const ComparisonRow& row);

/// Charts of the rows of @p group that have a series, in their order; rows beyond @p most are left out.
std::vector<ChartSpec> seriesCharts(const ComparisonGroup& group, std::size_t most = 12);

}
