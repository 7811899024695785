// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that `perf report` and `perf diff` have in common: percentages first, a symbol last.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace patchscale::perf {

inline constexpr std::size_t kMaxPercents = 12;

/// A row " 63.48% 52.77%  fio  [kernel]  [k] osq_lock" taken apart. All views point into the line.
struct SymbolRow
{
    std::array<std::string_view, kMaxPercents> percents {}; ///< digits with their sign, without "%"
    std::size_t percentCount = 0;
    std::string_view rest {}; ///< everything behind the percentages, trimmed
    std::string_view middle {}; ///< between the percentages and the level: counts, command, shared object
    char level = 0; ///< k, ., g, u, H, !; 0 when none is written
    std::string_view symbol {}; ///< behind the level, with what may follow in columns of its own
    std::size_t indent = 0; ///< where the first percentage starts
    std::size_t percentEnd = 0; ///< where the last one ends: percentages are aligned to the right

    /// True if a percentage is written with a sign, which only perf diff does.
    [[nodiscard]] bool isSigned() const;
};

/// Reads a line that starts with a percentage (a fold mark or an editor's line number may lead); else nothing.
std::optional<SymbolRow> symbolRow(std::string_view line);

/// Splits what stands behind the percentages of a row into middle, level and symbol.
void splitAtLevel(SymbolRow& row);

/// The rows in a line into which a whole table was run: from a percentage to the symbol behind a level.
std::vector<std::string_view> flatSymbolRows(std::string_view line);

/// True if @p text starts with a level such as "[k] " and a symbol.
bool startsWithLevel(std::string_view text);

/// The cells of @p text that two blanks, a tab or @p separator divide, trimmed. Empty cells only with a separator.
void splitCells(std::string_view text, char separator, std::vector<std::string_view>& out);

/// The names in a group of events: "anon group { a, b }" or "a, b"; commas within slashes do not separate.
std::vector<std::string_view> eventNames(std::string_view event);

/// The name under which a shared object matches across kernels: every spelling of the kernel image is "[kernel]".
std::string_view canonicalDso(std::string_view dso);

/// True if @p cell looks like a shared object rather than a command: "[nvme]", "libc-2.28.so".
bool looksLikeDso(std::string_view cell);

/// @p text without the blanks and tabs around it.
std::string_view trimmed(std::string_view text);

/// @p line from behind an editor's line number ("  12     10.19%  fio", "   9 # Overhead"), or as it is.
std::string_view withoutLineNumber(std::string_view line);

}
