// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stack_profile.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace patchscale::perf {

void StackProfile::add(std::span<const std::size_t> rows, double weight)
{
    ++m_stacks;
    m_total += weight;
    constexpr double kLargestExact = 9007199254740992.0; // 2^53
    const bool isWhole = weight >= 0 && weight <= kLargestExact && weight == std::floor(weight);
    m_divisor =
        m_divisor && isWhole ? std::optional(std::gcd(*m_divisor, static_cast<std::uint64_t>(weight))) : std::nullopt;
    bool isInnermost = true;
    for (const auto index : rows) {
        auto& found = m_rows[index];
        if (isInnermost) {
            found.self += weight;
            ++found.selfStacks;
        }
        isInnermost = false;
        if (found.lastStack != m_stacks) {
            found.lastStack = m_stacks;
            found.children += weight;
            ++found.childrenStacks;
        }
    }
}

std::vector<const StackProfile::Row*> StackProfile::rows() const
{
    std::vector<const Row*> out;
    out.reserve(m_rows.size());
    for (const auto& one : m_rows) {
        out.push_back(&one);
    }
    std::ranges::stable_sort(out, [](const Row* a, const Row* b) {
        return a->self != b->self ? a->self > b->self : a->selfStacks > b->selfStacks;
    });
    return out;
}

std::size_t StackProfile::rowOf(std::string_view command, const StackFrame& frame)
{
    constexpr std::size_t kPrime = 1000003;
    const std::hash<std::string_view> hash;
    const auto key = (hash(frame.symbol) * kPrime + hash(frame.dso)) * kPrime + hash(command);
    const auto [begin, end] = m_index.equal_range(key);
    for (auto at = begin; at != end; ++at) {
        const auto& found = m_rows[at->second];
        if (found.symbol == frame.symbol && found.dso == frame.dso && found.command == command) {
            return at->second;
        }
    }
    m_index.emplace(key, m_rows.size());
    m_rows.push_back(Row {.command = std::string(command),
                          .symbol = std::string(frame.symbol),
                          .dso = std::string(frame.dso),
                          .self = 0,
                          .children = 0,
                          .selfStacks = 0,
                          .childrenStacks = 0,
                          .span = frame.span,
                          .lastStack = 0});
    return m_rows.size() - 1;
}

}
