// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_spec.h"

#include <cstddef>

namespace patchscale {

struct ChangeChartOptions
{
    std::size_t mostMarks = 40; ///< rows beyond are left out, and the caption says so
};

/// The change of each test of @p group as a dot off a zero line, in the order of its rows: regressions first. The axis
/// fits all but the few values that would flatten the rest; those are arrows at its ends.
ChartSpec changeChart(const ComparisonGroup& group, const ChangeChartOptions& options = {});

}
