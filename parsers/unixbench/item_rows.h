// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/unixbench/item.h"

#include <optional>
#include <string_view>

namespace patchscale::unix_bench {

/// How far a test's name may go.
inline constexpr std::size_t kMostOfName = 200;

// @p known is what knownTestAt() finds at @p pos.

/// A row that gives a result with its unit: "Execl Throughput  1308.8 lps  (29.8 s, 2 samples)". Without the end it is
/// Truncated.
std::optional<Item> sampleAt(std::string_view text, std::size_t pos, bool isLineStart,
                             const std::optional<KnownTest>& known);

/// A row of an index table.
std::optional<Item> rowAt(std::string_view text, std::size_t pos, const RowContext& context,
                          const std::optional<KnownTest>& known);

/// "System Benchmarks Index Score (Partial Only)   396.3", "FINAL SCORE   216.0", "AVERAGE   72.6", "SUM of 6 items".
std::optional<Item> scoreAt(std::string_view text, std::size_t pos, const RowContext& context,
                            const std::optional<KnownTest>& known);

/// 3.x: "File Write   no measured results".
std::optional<Item> noResultAt(std::string_view text, std::size_t pos);

}
