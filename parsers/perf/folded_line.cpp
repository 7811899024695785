// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/folded_line.h"

#include "parsers/perf/tool_cells.h"

namespace patchscale::perf {
namespace {

/// "_[k]" and the like, which stackcollapse-perf.pl puts behind a name with --kernel and --jit.
std::string_view withoutMark(std::string_view frame)
{
    const auto size = frame.size();
    const bool isMarked = size > 4 && frame[size - 4] == '_' && frame[size - 3] == '[' && frame[size - 1] == ']';
    return isMarked ? frame.substr(0, size - 4) : frame;
}

/// "thr-?/4444" of --tid is the command "thr".
std::string_view withoutIds(std::string_view command)
{
    const auto dash = command.rfind('-');
    const bool isId = dash != std::string_view::npos && dash > 0 && dash + 1 < command.size()
        && command.find_first_not_of("?/0123456789", dash + 1) == std::string_view::npos;
    return isId ? command.substr(0, dash) : command;
}

}

std::optional<FoldedLine> foldedLine(std::string_view view)
{
    auto text = view;
    while (text.ends_with(' ') || text.ends_with('\t')) {
        text.remove_suffix(1);
    }
    const auto blank = text.rfind(' ');
    if (blank == std::string_view::npos || text.starts_with(' ') || text.starts_with('\t')) {
        return std::nullopt;
    }
    FoldedLine line {.stack = text.substr(0, blank), .first = text.substr(blank + 1), .second = {}};
    if (!isCount(line.first)) {
        return std::nullopt;
    }
    if (const auto before = line.stack.rfind(' ');
        before != std::string_view::npos && isCount(line.stack.substr(before + 1)) && line.stack.rfind(';') < before) {
        line.second = line.first;
        line.first = line.stack.substr(before + 1);
        line.stack = line.stack.substr(0, before);
    }
    // Code and prose have a blank behind a semicolon, or something else than a name before the first.
    const auto semicolon = line.stack.find(';');
    const bool isStack = semicolon != std::string_view::npos && !line.stack.contains("; ") && !line.stack.contains(" ;")
        && !line.stack.ends_with(';')
        && line.stack.substr(0, semicolon).find_first_of("=()\"&%") == std::string_view::npos;
    return isStack ? std::optional(line) : std::nullopt;
}

std::string_view foldedCommand(std::string_view stack)
{
    return withoutIds(stack.substr(0, stack.find(';')));
}

std::vector<std::string_view> foldedFrames(std::string_view stack)
{
    std::vector<std::string_view> frames;
    for (auto semicolon = stack.find(';'); semicolon != std::string_view::npos;) {
        stack.remove_prefix(semicolon + 1);
        semicolon = stack.find(';');
        if (const auto frame = withoutMark(stack.substr(0, semicolon)); !frame.empty()) {
            frames.push_back(frame);
        }
    }
    return frames;
}

}
