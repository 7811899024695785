// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_event.h"

#include "core/base/characters.h"

#include <algorithm>
#include <array>

namespace patchscale::perf {
namespace {

constexpr auto kUnits =
    std::to_array<std::string_view>({"msec",  "usec", "nsec",  "ns",  "us",  "ms",  "sec", "Joules", "mJ", "uJ", "J",
                                     "Watts", "mW",   "Bytes", "KiB", "MiB", "GiB", "KB",  "MB",     "GB", "C"});

/// Names of several words, from the versions before 2.6.31.
constexpr auto kSpacedNames = std::to_array<std::string_view>(
    {"task clock ticks", "cpu clock ticks", "wall clock ticks", "CPU clock ticks", "CPU cycles", "CPU migrations",
     "context switches", "cache references", "cache misses", "branch misses", "major faults", "minor faults",
     "bus cycles", "cache refs"});

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// The unit in "(msec)"; empty for "(events)", which is none.
std::optional<std::string_view> bracketedUnit(std::string_view word)
{
    constexpr auto kWritten =
        std::to_array<std::string_view>({"(msec)", "(usec)", "(nsec)", "(msecs)", "(usecs)", "(nsecs)"});
    if (std::ranges::contains(kWritten, word)) {
        return word.substr(1, 4);
    }
    return word == "(events)" ? std::optional<std::string_view>(word.substr(0, 0)) : std::nullopt;
}

/// Takes the clock's unit off its name: "task-clock-msecs" is task-clock in msec.
void splitClock(StatEvent& event)
{
    constexpr std::string_view kEnd = "-msecs";
    if (event.name.ends_with(kEnd)) {
        event.unit = event.name.substr(event.name.size() - kEnd.size() + 1, 4);
        event.name.remove_suffix(kEnd.size());
    }
}

}

bool isEventWord(std::string_view word)
{
    return !word.empty() && isLetter(word.front()) && std::ranges::all_of(word, [](char c) {
        return isLetter(c) || isDigit(c) || std::string_view(":./,=-{}*@+~%?").contains(c);
    });
}

std::string_view countUnit(std::string_view word)
{
    return std::ranges::contains(kUnits, word) ? word : std::string_view();
}

std::optional<StatEvent> eventAt(StatCursor& cursor)
{
    StatEvent event;
    const auto begin = cursor.rest();
    const auto spaced = std::ranges::find_if(kSpacedNames, [begin](std::string_view name) {
        const auto behind = begin.substr(std::min(begin.size(), name.size()));
        return begin.starts_with(name) && (behind.empty() || kStatSpace.contains(behind.front()));
    });
    event.name = spaced != kSpacedNames.end() ? begin.substr(0, spaced->size())
                                              : cursor.word().substr(0, cursor.word().find('#'));
    if (spaced == kSpacedNames.end() && !isEventWord(event.name)) {
        return std::nullopt;
    }
    auto gap = cursor.advance(event.name.size());
    for (int words = 1; !cursor.isAtEnd(); ++words) {
        const auto word = cursor.word();
        if (word.front() == '#' || bracketsAt(cursor.rest()) || isRemark(word)) {
            break;
        }
        if (const auto unit = bracketedUnit(word)) {
            event.unit = *unit;
        } else if (word.front() == '[') {
            // The unit behind an event ("[software]") is not part of its name.
        } else if (gap >= 2 && (word.front() == '/' || cursor.rest().contains('#'))) {
            event.cgroup = word;
        } else if (words <= 2 && isEventWord(word) && cursor.rest().contains('#')) {
            event.name = begin.substr(0, static_cast<std::size_t>(word.data() + word.size() - begin.data()));
        } else {
            return std::nullopt;
        }
        gap = cursor.advance(word.size());
    }
    splitClock(event);
    return event;
}

}
