// SPDX-License-Identifier: GPL-3.0-or-later
// Tools that write JSON: what such a document begins with, and its values for a collector.
#pragma once

#include "core/base/json_tree.h"
#include "parsers/tools/collector.h"

#include <string_view>
#include <vector>

namespace patchscale::tools {

/// Adds to @p out each JSON object whose first member is @p first and that has a member @p other; @p read makes
/// of it what the block holds. Objects without results are left to others.
void findJson(const Text& text, std::string_view first, std::string_view other,
              ParsedBlock (*read)(const Text& text, const JsonTree& tree), std::vector<Block>& out, const Job& job);

/// The characters of @p value in the text.
inline std::string_view written(const Text& text, const JsonValue& value)
{
    return text.slice(value.span);
}

/// Says so when @p tree ends early.
void warnOfCut(const Text& text, const JsonTree& tree, std::string_view tool, Collector& values);

}
