// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/script_sums.h"

#include <utility>

namespace patchscale::perf {

void ScriptSums::take(std::string_view line, std::size_t offset)
{
    if (line.empty()) {
        return;
    }
    const bool isIndented = line.front() == ' ' || line.front() == '\t';
    if (isIndented) {
        if (const auto frame = scriptFrame(line)) {
            push(*frame, line, offset);
            return;
        }
    }
    const auto head = scriptHead(line);
    if (!head) {
        return;
    }
    finish();
    auto found = m_events.find(std::string(head->event));
    if (found == m_events.end()) {
        found = m_events.try_emplace(std::string(head->event)).first;
    }
    m_event = &found->second;
    m_command = head->command;
    m_hasPeriod = head->period.has_value();
    m_period = static_cast<double>(head->period.value_or(0));
    if (const auto frame = scriptFrame(head->rest)) {
        push(*frame, line, offset);
    }
}

void ScriptSums::finish()
{
    auto* event = std::exchange(m_event, nullptr);
    if (event == nullptr) {
        return;
    }
    if (m_stack.empty()) {
        ++m_withoutStack;
        return;
    }
    event->profile.add(m_stack, m_period);
    event->withoutPeriod += m_hasPeriod ? 0 : 1;
    m_stack.clear();
}

void ScriptSums::push(const ScriptFrame& frame, std::string_view line, std::size_t offset)
{
    if (m_event == nullptr) {
        return; // the first lines of a text that was cut
    }
    // "[unknown]" may be ours, where perf printed no name at all.
    const bool isWritten = frame.symbol.data() >= line.data() && frame.symbol.data() < line.data() + line.size();
    const auto span = isWritten
        ? SourceSpan {.offset = offset + static_cast<std::size_t>(frame.symbol.data() - line.data()),
                      .length = frame.symbol.size()}
        : SourceSpan {.offset = offset, .length = line.size()};
    m_stack.push_back(m_event->profile.rowOf(m_command, {.symbol = frame.symbol, .dso = frame.dso, .span = span}));
}

}
