// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profile_sides.h"

#include "core/profile/symbol_names.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace patchscale {
namespace {

constexpr std::string_view kNoSymbol = "(no symbol)";

const std::string* find(const Parameters& parameters, const char* name)
{
    const auto at = parameters.find(name);
    return at == parameters.end() ? nullptr : &at->second;
}

class Adding
{
public:
    Adding(std::span<const Run> runs, ProfileSide facts, ProfileKind kind)
        : m_runs(runs)
        , m_kind(kind)
    {
        m_side.facts = std::move(facts);
        const auto expected = expectedOf(runs, m_side.facts);
        m_side.entries.reserve(expected);
        m_side.index = SymbolIndex(expected / 2); // most lists have two columns or more
    }

    SymbolSide add()
    {
        double events = 0;
        double samples = 0;
        std::size_t withEvents = 0;
        std::size_t withSamples = 0;
        for (const std::size_t run : m_side.facts.runs) {
            const auto& results = m_runs[run].results;
            const TestResult* last = nullptr;
            for (std::size_t i = 0; i < results.size(); ++i) {
                const auto& result = results[i];
                if (result.test == kWholeProfile) {
                    const bool isEvents = result.metric == "event count";
                    (isEvents ? events : samples) += result.baseValue;
                    withEvents += isEvents ? 1 : 0;
                    withSamples += isEvents ? 0 : 1;
                    m_side.facts.areSamplesCut = m_side.facts.areSamplesCut || (!isEvents && result.unit != "samples");
                    continue;
                }
                // The columns of a row stand behind each other.
                if (last == nullptr || !isSameRow(*last, result)) {
                    m_current = entryOf(result, run);
                }
                last = &result;
                take(result, {.run = run, .result = i});
            }
        }
        const auto count = m_side.facts.runs.size();
        if (withEvents == count && events > 0) {
            m_side.facts.events = events / static_cast<double>(count);
        }
        if (withSamples == count && samples > 0) {
            m_side.facts.samples = samples;
        }
        finish();
        return std::move(m_side);
    }

private:
    static std::size_t expectedOf(std::span<const Run> runs, const ProfileSide& facts)
    {
        std::size_t most = 8;
        for (const std::size_t run : facts.runs) {
            most = std::max(most, runs[run].results.size());
        }
        return most;
    }

    /// Whether two neighbours are columns of one symbol; its rows under other commands are added to it anyway.
    [[nodiscard]] bool isSameRow(const TestResult& a, const TestResult& b) const
    {
        if (a.test != b.test || m_kind == ProfileKind::Instructions) {
            return a.test == b.test && a.parameters == b.parameters;
        }
        const auto* one = find(a.parameters, "dso");
        const auto* other = find(b.parameters, "dso");
        return one == nullptr || other == nullptr ? one == other : *one == *other;
    }

    std::size_t entryOf(const TestResult& result, std::size_t run)
    {
        std::string_view symbol = result.test;
        std::string_view object;
        if (m_kind == ProfileKind::Instructions) {
            object = result.test;
            const auto* instruction = find(result.parameters, "instruction");
            const auto* occurrence = find(result.parameters, "occurrence");
            symbol = instruction != nullptr ? std::string_view(*instruction) : symbol;
            if (occurrence != nullptr) {
                symbol = m_side.made.emplace_back(std::string(symbol) + " (" + *occurrence + ")");
            }
        } else if (const auto* dso = find(result.parameters, "dso")) {
            object = *dso;
        }
        m_isUnnamed = m_kind == ProfileKind::Symbols && isRawAddress(symbol);
        symbol = m_isUnnamed ? kNoSymbol : symbol;
        auto found = m_side.index.find(symbol, object, m_side.entries);
        if (!found) {
            found = m_side.entries.size();
            m_side.entries.push_back({.symbol = symbol, .object = object});
            m_side.index.add(*found, m_side.entries);
        }
        auto& entry = m_side.entries[*found];
        if (entry.lastRun != run) {
            entry.lastRun = run;
            ++entry.profiles;
            if (m_side.facts.runs.size() >= kFewestForRanks) {
                entry.ofProfiles.push_back(0);
            }
        }
        return *found;
    }

    void take(const TestResult& result, RunResultRef place)
    {
        auto& entry = m_side.entries[m_current];
        if (result.metric == "self" || result.metric == "share") {
            entry.self += result.baseValue;
            entry.place = entry.hasSelf ? entry.place : std::optional(place);
            entry.hasSelf = true;
            m_side.facts.listed += result.baseValue;
            if (!entry.ofProfiles.empty()) {
                entry.ofProfiles.back() += result.baseValue;
            }
        } else if (result.metric == "children" && !m_isUnnamed) {
            // Rows of one symbol differ in command or thread, which a sample has one of: they may be added.
            entry.children += result.baseValue;
            entry.hasChildren = true;
            entry.place = entry.place ? entry.place : std::optional(place);
        } else if (result.metric == "samples") {
            entry.samples += result.baseValue;
            m_side.hasSampleColumn = true;
        }
    }

    void finish()
    {
        const auto profiles = static_cast<double>(m_side.facts.runs.size());
        m_side.facts.listed /= profiles;
        double samples = 0;
        constexpr double kRounding = 1.005;
        for (auto& entry : m_side.entries) {
            // Of a list that is cut, only the profiles that list a symbol tell of it.
            const double divisor = m_side.facts.isComplete() ? profiles : static_cast<double>(entry.profiles);
            entry.self /= divisor;
            entry.children /= divisor;
            entry.hasChildren = entry.hasChildren && entry.children <= kRounding;
            samples += entry.samples;
        }
        const auto erased = std::erase_if(
            m_side.entries, [](const SymbolEntry& entry) { return !entry.hasSelf && !entry.hasChildren; });
        if (erased > 0) {
            m_side.index = SymbolIndex(m_side.entries.size());
            for (std::size_t number = 0; number < m_side.entries.size(); ++number) {
                m_side.index.add(number, m_side.entries);
            }
        }
        if (m_side.hasSampleColumn && !m_side.facts.samples && m_side.facts.isComplete() && samples > 0) {
            m_side.facts.samples = samples;
        }
    }

    std::span<const Run> m_runs;
    ProfileKind m_kind;
    SymbolSide m_side;
    std::size_t m_current = 0;
    bool m_isUnnamed = false;
};

}

SymbolIndex::SymbolIndex(std::size_t expected)
    : m_slots(std::bit_ceil(2 * std::max<std::size_t>(expected, 1)))
{
}

std::size_t SymbolIndex::hashOf(std::string_view symbol, std::string_view object)
{
    constexpr std::size_t kMix = 0x9e3779b97f4a7c15ULL;
    const std::hash<std::string_view> hash;
    return hash(symbol) * kMix ^ hash(object);
}

std::optional<std::size_t> SymbolIndex::find(std::string_view symbol, std::string_view object,
                                             const std::vector<SymbolEntry>& entries) const
{
    const auto hash = hashOf(symbol, object);
    const auto upper = static_cast<std::uint32_t>(hash >> 32U);
    for (auto at = hash & (m_slots.size() - 1); m_slots[at].number != kNone; at = (at + 1) & (m_slots.size() - 1)) {
        const auto& slot = m_slots[at];
        if (slot.hash != upper) {
            continue;
        }
        const auto& entry = entries[slot.number];
        if (entry.symbol == symbol && entry.object == object) {
            return slot.number;
        }
    }
    return std::nullopt;
}

void SymbolIndex::add(std::size_t number, const std::vector<SymbolEntry>& entries)
{
    if (2 * ++m_count > m_slots.size()) {
        widen(entries);
        return;
    }
    const auto hash = hashOf(entries[number].symbol, entries[number].object);
    auto at = hash & (m_slots.size() - 1);
    while (m_slots[at].number != kNone) {
        at = (at + 1) & (m_slots.size() - 1);
    }
    m_slots[at] = {.number = static_cast<std::uint32_t>(number), .hash = static_cast<std::uint32_t>(hash >> 32U)};
}

void SymbolIndex::widen(const std::vector<SymbolEntry>& entries)
{
    m_slots.assign(2 * m_slots.size(), Slot {});
    m_count = 0;
    for (std::size_t number = 0; number < entries.size(); ++number) {
        add(number, entries);
    }
}

SymbolSide symbolSide(std::span<const Run> runs, ProfileSide facts, ProfileKind kind)
{
    return Adding(runs, std::move(facts), kind).add();
}

}
