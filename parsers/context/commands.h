// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/text/text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// A command line that a document shows, and what it says of the run.
struct Command
{
    std::string_view benchmark; ///< "unixbench", "perf stat", …
    std::string_view inner; ///< the benchmark that "perf stat" runs; empty if none
    std::string text; ///< as written, on one line
    std::size_t offset = 0; ///< in the clean text
    std::uint8_t quoteDepth = 0;
    std::optional<std::string> copies; ///< of UnixBench: "4", "nproc"
    std::optional<std::string> iterations;
    std::string test; ///< the one UnixBench test that it runs, by its full name
};

/// The command line that begins at @p pos of @p text, or nothing.
std::optional<Command> commandAt(std::string_view text, std::size_t pos);

/// Appends the command lines of lines [@p first, @p last] of the document's body, in order.
void commandsIn(const Text& text, std::size_t first, std::size_t last, std::vector<Command>& commands);

}
