// SPDX-License-Identifier: GPL-3.0-or-later
// The line that starts an output of perf stat, and what may stand above it.
#pragma once

#include "parsers/text/text.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace patchscale::perf {

inline constexpr std::string_view kStatHead = "Performance counter stats for";

/// What the head tells.
struct StatHead
{
    std::string command; ///< on one line; empty when not told
    std::string target; ///< "system wide", "CPU(s) 0"; empty when a command was measured
    std::optional<int> runs; ///< of "(5 runs)"
    std::size_t end = 0; ///< in the text
};

/// Reads "Performance counter stats for 'cmd' (5 runs):", which starts at @p begin of @p text and may go over several
/// lines.
StatHead readStatHead(std::string_view text, std::size_t begin);

/// Where an output begins whose first line is @p line: at "# started on …", which `-o` writes some lines above it, or
/// at the line itself.
std::size_t lineOfStart(const Text& text, std::size_t line);

/// The signal in "sh: Segmentation fault" that ended a command; empty if @p line tells of none.
std::string_view failureIn(std::string_view line);

}
