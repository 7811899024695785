// SPDX-License-Identifier: GPL-3.0-or-later
// What call stacks add up to: the share of each symbol alone and with what it calls, as `perf report --children` has
// it.
#pragma once

#include "core/base/span.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace patchscale::perf {

/// One frame of a stack. The views need to live during rowOf() only.
struct StackFrame
{
    std::string_view symbol;
    std::string_view dso; ///< empty when not told
    SourceSpan span;
};

/// Adds stacks up; memory grows with the number of different symbols, not of stacks.
class StackProfile
{
public:
    struct Row
    {
        std::string command;
        std::string symbol;
        std::string dso;
        double self = 0;
        double children = 0; ///< with what it calls; counted once where a stack holds the symbol twice
        std::uint64_t selfStacks = 0; ///< the same, with every stack as one
        std::uint64_t childrenStacks = 0;
        SourceSpan span; ///< where the symbol stands first
        std::uint64_t lastStack = 0;
    };

    /// The number of the row of @p frame under @p command, which is made where there is none.
    std::size_t rowOf(std::string_view command, const StackFrame& frame);
    /// A stack of @p rows, the innermost first. @p weight is its period or its count.
    void add(std::span<const std::size_t> rows, double weight);

    [[nodiscard]] double total() const
    {
        return m_total;
    }
    [[nodiscard]] std::uint64_t stacks() const
    {
        return m_stacks;
    }
    /// The largest whole number that divides every weight; 0 where one is no whole number.
    [[nodiscard]] double commonDivisor() const
    {
        return static_cast<double>(m_divisor.value_or(0));
    }
    /// The rows, those with the largest own weight first.
    [[nodiscard]] std::vector<const Row*> rows() const;

private:
    std::vector<Row> m_rows;
    std::unordered_multimap<std::size_t, std::size_t> m_index; ///< hash to row
    double m_total = 0;
    std::uint64_t m_stacks = 0;
    std::optional<std::uint64_t> m_divisor = 0; ///< nothing once a weight was no whole number
};

}
