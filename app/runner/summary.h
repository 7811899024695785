// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/record.h"

#include <string>
#include <vector>

namespace patchscale::runner {

/// Rows of text in columns; the first row is the head. Columns from the @p firstRight-th on are aligned to the right.
std::string columnsText(const std::vector<std::vector<std::string>>& rows, std::size_t firstRight);

/// What was measured, one line a result: n, median, variation, index; and the suite score where the suite is complete.
std::string summaryText(const RunRecord& record);

}
