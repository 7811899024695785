// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace patchscale {

/// Finds in one pass over a text which of many words it holds. What that costs hardly grows with their number.
class MarkSearch
{
public:
    static constexpr std::size_t kShortest = 4; ///< bytes of a mark

    /// @p marks have at least kShortest bytes each and outlive the search.
    explicit MarkSearch(const std::vector<std::string_view>& marks);

    /// For each mark, in their order, whether @p text holds it as it is written.
    [[nodiscard]] std::vector<bool> in(std::string_view text) const;

private:
    static constexpr unsigned kSlotBits = 13;
    static constexpr std::uint16_t kNone = 0xFFFF;

    struct Mark
    {
        std::string_view word;
        std::uint32_t start = 0; ///< its first four bytes
        std::uint16_t next = kNone; ///< another one of the same slot
    };

    static std::uint32_t startAt(const char* text);
    static std::size_t slotOf(std::uint32_t start);

    std::vector<Mark> m_marks;
    std::array<std::uint16_t, std::size_t {1} << kSlotBits> m_first {}; ///< mark of each slot
};

}
