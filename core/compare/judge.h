// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/estimate.h"

namespace patchscale {

/// Sets verdict, evidence and reason of @p row from its estimate; p is already corrected. `row.limit` is the change
/// that matters. Directions: a rise is good where higher is better, bad where lower is, and without a known direction
/// only "unchanged" can be said.
void judgeRow(ComparisonRow& row, const Estimate& estimate);

}
