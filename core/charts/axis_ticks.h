// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_spec.h"

#include <string>

namespace patchscale {

/// An axis from @p low to @p high or a little beyond, so that it begins and ends with a tick at a round value. It
/// begins at 0 where the values reach down far enough for that to cost little room.
ChartAxis roundAxis(double low, double high, std::string title, std::string unit);

}
