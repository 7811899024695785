// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <vector>

namespace patchscale {

/// Adjusts the p values of all rows of @p groups by Holm. The family is every row that was tested, before any filter.
void correctForManyRows(std::vector<ComparisonGroup>& groups);

}
