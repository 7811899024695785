// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <optional>

namespace patchscale {

/// Recomputes UnixBench's score of @p group from its index rows, compares it with the stated one and sets each row's
/// contribution to it. Nothing when the group has no index rows, one of
/// them is not positive, or there is one row and no stated score.
std::optional<SuiteIndex> suiteIndex(ComparisonGroup& group);

}
