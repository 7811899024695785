// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace patchscale::perf {

/// "command;outer;inner 12", or with a second count where two profiles stand beside each other. Views into the line.
struct FoldedLine
{
    std::string_view stack; ///< "command;outer;inner"
    std::string_view first; ///< digits
    std::string_view second; ///< empty when there is one count
};

/// Reads a line of folded stacks; nothing if it is none.
std::optional<FoldedLine> foldedLine(std::string_view view);

/// The command in front of @p stack, without the numbers that --pid and --tid put behind it.
std::string_view foldedCommand(std::string_view stack);

/// The frames behind the command, the outermost first, without "_[k]" and the like.
std::vector<std::string_view> foldedFrames(std::string_view stack);

}
