// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <vector>

namespace patchscale {

/// The range ±@p limit of the drawn changes, as a fraction. A few changes far beyond the others do not stretch it: they
/// are drawn as arrows at the edge.
double changeAxisLimit(const std::vector<const ComparisonRow*>& rows);

}
