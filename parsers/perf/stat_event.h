// SPDX-License-Identifier: GPL-3.0-or-later
// The name of an event in a row of perf stat, with what stands on both sides of it in various versions.
#pragma once

#include "parsers/perf/stat_tail.h"

#include <optional>
#include <string_view>

namespace patchscale::perf {

struct StatEvent
{
    std::string_view name {}; ///< "task-clock", "cpu_core/cycles/", "CPU cycles" of the first versions
    std::string_view unit {}; ///< written in brackets behind the name or as its end: "task-clock-msecs"
    std::string_view cgroup {};
};

/// Reads the event at @p cursor and moves behind it; nothing if there is none, or more words than a name has.
std::optional<StatEvent> eventAt(StatCursor& cursor);

/// The unit that perf prints between a count and its event, "msec", "Joules"; empty if @p word is none.
std::string_view countUnit(std::string_view word);

/// True if @p word has only what names of events have: letters, digits, and the marks of PMUs and modifiers.
bool isEventWord(std::string_view word);

}
