// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

namespace patchscale {

/// Notes on @p row what its samples show besides their centre: outliers (with what the change is without them), two
/// modes, a drift over the order of measuring. Nothing is left out of the row for it; who looks decides.
void noteSamples(ComparisonRow& row);

}
