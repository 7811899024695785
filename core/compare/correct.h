// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/compare.h"

#include <vector>

namespace patchscale {

/// Adjusts the p values of all rows of @p groups. The family is every row that was tested, before any filter.
void correctForManyRows(std::vector<ComparisonGroup>& groups, Adjustment adjustment);

}
