// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of `perf script`: a head for each sample and a line for each frame of its stack.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace patchscale::perf {

/// "work_before 32189/32190 [000]  1010.117826:    1001001 cpu-clock: ", with the views into the line.
struct ScriptHead
{
    std::string_view command;
    std::string_view event; ///< "cycles:u", "sched:sched_switch"
    std::optional<std::uint64_t> period; ///< nothing where perf printed none
    std::string_view rest; ///< behind the event: a frame where the sample has no stack, or what a trace point tells
};

/// Reads the head of a sample; nothing if the line is none.
std::optional<ScriptHead> scriptHead(std::string_view line);

/// "ffffffff81775b9a elf_load+0x28a ([kernel.kallsyms])" without address and offset.
struct ScriptFrame
{
    std::string_view symbol; ///< "[unknown]" where perf found none
    std::string_view dso; ///< the file's name without its folders; empty where none is printed
};

/// Reads a frame; nothing if the line (or the rest of a head) is none.
std::optional<ScriptFrame> scriptFrame(std::string_view line);

/// True if the line ends a sample that has a stack: a quick look, for text that holds none.
bool mayBeScriptHead(std::string_view line);

}
