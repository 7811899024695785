// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_tree.h"
#include "parsers/format.h"

#include <string_view>

namespace patchscale::native {

/// What the run document @p tree at @p block of @p text tells: a run for each variant and number of copies, one more
/// for what had to be stopped. A result whose samples the document does not close is left out, so that no prefix of a
/// document gives a value that the whole does not give.
ParsedBlock runsOf(const JsonTree& tree, std::string_view text, SourceSpan block, const Job& job);

}
