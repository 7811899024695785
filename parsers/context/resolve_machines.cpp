// SPDX-License-Identifier: GPL-3.0-or-later
// Which machine the words around the blocks name, where none stands above them.
#include "parsers/context/machine_words.h"
#include "parsers/context/phrase_words.h"
#include "parsers/context/resolver.h"

#include <algorithm>

namespace patchscale {
namespace {

/// A remark on the machine is looked for in so many lines.
constexpr std::size_t kMaxRemarkLines = 1000;

/// The place that a remark of up to four words names: "In vm;", "(on bare metal)".
std::string placeRemark(std::string_view paragraph)
{
    constexpr std::size_t kLongestRemark = 200; // bytes; four words are shorter
    for (const auto sentence : sentencesOf(paragraph)) {
        if (sentence.size() > kLongestRemark) {
            continue;
        }
        const auto words = phraseWords(sentence);
        if (words.empty() || words.size() > 4) {
            continue;
        }
        if (const auto place = placeIn(sentence); !place.empty()) {
            return squeezed(place);
        }
        const bool isIn = words.front().isOneOf({"in", "on", "inside"});
        if (isIn && words.back().isOneOf({"vm", "vms", "guest", "guests"})) {
            return "VM";
        }
    }
    return {};
}

}

void Resolver::describeUnplaced()
{
    const auto isOpen = [](const PlacedRun& placed) { return placed.run->run.machine.label.empty(); };
    if (std::ranges::none_of(m_runs, isOpen)) {
        return;
    }
    Machine machine;
    for (std::size_t i = 0; i < m_blocks.size() && machine.label.empty(); ++i) {
        for (const auto& paragraph : m_below[i]) {
            const auto mention = paragraph.quoteDepth == depthOf(i) && std::ranges::all_of(m_runs, isOpen)
                ? machineIn(paragraph)
                : std::nullopt;
            if (mention && !mention->machine.label.empty()) {
                machine = mention->machine;
                break;
            }
        }
    }
    if (machine.label.empty()) {
        machine.label = remarkedPlace();
    }
    if (machine.label.empty()) {
        return;
    }
    for (auto& placed : m_runs) {
        if (isOpen(placed)) {
            fillMachine(placed.run->run.machine, machine);
        }
    }
}

std::string Resolver::remarkedPlace() const
{
    const auto first = m_text.lineAt(beginOf(0));
    const auto begin = m_text.lines()[first > kLinesAbove ? first - kLinesAbove : 0].begin;
    const auto last = std::min(m_text.lineAt(endOf(m_blocks.size() - 1)) + kLinesBelow, m_text.lines().size() - 1);
    const auto end = m_text.lines()[last].end;
    for (const auto& paragraph : passageBefore(m_text, begin, end, kMaxRemarkLines)) {
        const auto remark = placeRemark(paragraph.text);
        if (remark == "VM") {
            const bool isKvm =
                m_text.title().contains("KVM") || m_text.view().substr(begin, end - begin).contains("KVM");
            return isKvm ? "KVM guest" : remark;
        }
        if (!remark.empty()) {
            return remark;
        }
    }
    return {};
}

void Resolver::labelMachines()
{
    for (auto& placed : m_runs) {
        auto& machine = placed.run->run.machine;
        if (!machine.label.empty()) {
            continue;
        }
        if (machine.cpus) {
            machine.label = std::to_string(*machine.cpus) + " CPUs";
        }
        if (!machine.memory.empty()) {
            machine.label += (machine.label.empty() ? "" : ", ") + machine.memory;
        }
    }
}

}
