// SPDX-License-Identifier: GPL-3.0-or-later
// The samples of a `perf script`, added up line by line: memory grows with the number of different symbols only.
#pragma once

#include "parsers/perf/script_line.h"
#include "parsers/perf/stack_profile.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::perf {

class ScriptSums
{
public:
    /// The stacks of one event.
    struct Event
    {
        StackProfile profile;
        std::uint64_t withoutPeriod = 0; ///< samples for which perf printed none
    };

    /// Takes the next line, which starts at @p offset of the text.
    void take(std::string_view line, std::size_t offset);
    /// Takes the last sample. Nothing may be taken after this.
    void finish();

    [[nodiscard]] const std::map<std::string, Event>& events() const
    {
        return m_events;
    }
    [[nodiscard]] std::uint64_t samplesWithoutStack() const
    {
        return m_withoutStack;
    }

private:
    void push(const ScriptFrame& frame, std::string_view line, std::size_t offset);

    std::map<std::string, Event> m_events;
    Event* m_event = nullptr; ///< of the sample that is being read; null when none is
    std::string m_command;
    double m_period = 0;
    bool m_hasPeriod = false;
    std::vector<std::size_t> m_stack;
    std::uint64_t m_withoutStack = 0;
};

}
