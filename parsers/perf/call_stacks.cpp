// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/call_stacks.h"

#include "parsers/format.h"
#include "parsers/perf/folded_line.h"
#include "parsers/perf/script_line.h"
#include "parsers/perf/tool_cells.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace patchscale::perf {
namespace {

/// Makes a tree of stacks.
class StackTree
{
public:
    void add(std::span<const std::string_view> outermostFirst, double weight)
    {
        std::uint32_t at = 0;
        for (const auto frame : outermostFirst) {
            at = childOf(at, nameOf(frame));
        }
        m_stacks.nodes[at].self += weight;
        m_stacks.total += weight;
    }

    CallStacks take()
    {
        return std::move(m_stacks);
    }

private:
    std::uint32_t nameOf(std::string_view name)
    {
        const auto next = static_cast<std::uint32_t>(m_stacks.names.size());
        const auto [entry, isNew] = m_names.try_emplace(std::string(name), next);
        if (isNew) {
            m_stacks.names.emplace_back(name);
        }
        return entry->second;
    }

    std::uint32_t childOf(std::uint32_t parent, std::uint32_t name)
    {
        const auto key = static_cast<std::uint64_t>(parent) << 32U | name;
        const auto next = static_cast<std::uint32_t>(m_stacks.nodes.size());
        const auto [entry, isNew] = m_children.try_emplace(key, next);
        if (isNew) {
            m_stacks.nodes.push_back({.parent = parent, .name = name});
        }
        return entry->second;
    }

    CallStacks m_stacks;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::unordered_map<std::uint64_t, std::uint32_t> m_children;
};

/// The lines of @p block.
std::pair<std::size_t, std::size_t> linesOf(const Text& text, const Block& block)
{
    return {text.lineAt(block.span.offset), text.lineAt(block.span.end() - 1)};
}

void readFolded(const Text& text, const Block& block, std::vector<RunStacks>& out)
{
    StackTree trees[2];
    bool isPair = false;
    std::vector<std::string_view> frames;
    const auto [first, last] = linesOf(text, block);
    for (auto i = first; i <= last; ++i) {
        const auto line = foldedLine(text.line(i));
        if (!line) {
            continue;
        }
        frames = foldedFrames(line->stack);
        frames.insert(frames.begin(), foldedCommand(line->stack));
        trees[0].add(frames, plainNumber(line->first).value_or(0));
        if (!line->second.empty()) {
            isPair = true;
            trees[1].add(frames, plainNumber(line->second).value_or(0));
        }
    }
    const auto span = text.source(block.span);
    out.push_back({.span = span, .event = {}, .column = 0, .stacks = trees[0].take()});
    if (isPair) {
        out.push_back({.span = span, .event = {}, .column = 1, .stacks = trees[1].take()});
    }
}

/// The samples of a perf script. Where perf printed a period for some only, each sample counts one.
class ScriptStacks
{
public:
    void take(std::string_view line)
    {
        if (line.empty()) {
            return;
        }
        if (line.front() == ' ' || line.front() == '\t') {
            if (const auto frame = scriptFrame(line)) {
                push(*frame);
                return;
            }
        }
        const auto head = scriptHead(line);
        if (!head) {
            return;
        }
        finishSample();
        m_event = &m_events[std::string(head->event)];
        m_command = head->command;
        m_period = head->period;
        if (const auto frame = scriptFrame(head->rest)) {
            push(*frame);
        }
    }

    void finish(SourceSpan span, std::vector<RunStacks>& out)
    {
        finishSample();
        for (auto& [event, sums] : m_events) {
            auto stacks = (sums.isPeriodMissing ? sums.samples : sums.periods).take();
            if (stacks.total > 0) {
                out.push_back({.span = span, .event = event, .column = 0, .stacks = std::move(stacks)});
            }
        }
    }

private:
    struct Event
    {
        StackTree periods;
        StackTree samples;
        bool isPeriodMissing = false;
    };

    void push(const ScriptFrame& frame)
    {
        if (m_event != nullptr) {
            m_frames.push_back(frame.symbol);
        }
    }

    void finishSample()
    {
        if (m_event != nullptr && !m_frames.empty()) {
            m_frames.push_back(m_command);
            std::ranges::reverse(m_frames);
            m_event->samples.add(m_frames, 1);
            m_event->periods.add(m_frames, static_cast<double>(m_period.value_or(0)));
            m_event->isPeriodMissing = m_event->isPeriodMissing || !m_period;
        }
        m_event = nullptr;
        m_frames.clear();
    }

    std::map<std::string, Event> m_events;
    Event* m_event = nullptr;
    std::string_view m_command;
    std::optional<std::uint64_t> m_period;
    std::vector<std::string_view> m_frames; ///< the innermost first, as perf prints them
};

void readScript(const Text& text, const Block& block, std::vector<RunStacks>& out)
{
    ScriptStacks stacks;
    const auto [first, last] = linesOf(text, block);
    for (auto i = first; i <= last; ++i) {
        if (text.lines()[i].kind == LineKind::Body) {
            stacks.take(text.line(i));
        }
    }
    stacks.finish(text.source(block.span), out);
}

/// The blocks of the format with this id.
std::vector<Block> blocksOf(std::string_view id, const Text& text, const Job& job)
{
    std::vector<Block> blocks;
    const auto format = std::ranges::find(allFormats(), id, &Format::id);
    (*format)->find(text, blocks, job);
    return blocks;
}

}

std::vector<RunStacks> callStacksIn(const Text& text, const Job& job)
{
    std::vector<RunStacks> out;
    for (const auto& block : blocksOf("perf-script", text, job)) {
        readScript(text, block, out);
    }
    for (const auto& block : blocksOf("folded-stacks", text, job)) {
        readFolded(text, block, out);
    }
    return out;
}

}
