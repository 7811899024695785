// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/format.h"
#include "parsers/table/heads.h"

#include <optional>
#include <string_view>

namespace patchscale::table {

/// A table that states changes without the values they were taken from: "baseline 1.00, compare% +13.15", or nothing
/// but signed percentages under a line that speaks of an improvement. Its claims, and no results: nothing is invented.
std::optional<ParsedBlock> readChangesOnly(std::string_view clean, const Table& table, const Heads& heads);

}
