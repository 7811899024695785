// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_spec.h"

#include <optional>

namespace patchscale {

/// Topdown level 1 of both sides as stacked bars, a pair for each place; nothing where @p group does not tell it.
std::optional<ChartSpec> topdownChart(const ComparisonGroup& group);

}
