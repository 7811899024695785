// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace patchscale {

/// Where a word stands in a table of words, found by hash. Built at compile time; of equal words the first counts.
template<std::size_t N>
class WordTable
{
public:
    static constexpr std::size_t kNone = N; ///< what find() gives for any other word

    constexpr explicit WordTable(const std::array<std::string_view, N>& words)
        : m_words(words)
    {
        for (std::size_t i = 0; i < N; ++i) {
            auto slot = hashOf(words[i]) & kMask;
            while (m_slots[slot] != 0 && m_words[m_slots[slot] - 1U] != words[i]) {
                slot = (slot + 1) & kMask;
            }
            if (m_slots[slot] == 0) {
                m_slots[slot] = static_cast<std::uint16_t>(i + 1);
            }
        }
    }

    /// The place of @p word, or kNone.
    [[nodiscard]] constexpr std::size_t find(std::string_view word) const
    {
        for (auto slot = hashOf(word) & kMask; m_slots[slot] != 0; slot = (slot + 1) & kMask) {
            if (m_words[m_slots[slot] - 1U] == word) {
                return m_slots[slot] - 1U;
            }
        }
        return kNone;
    }

    [[nodiscard]] constexpr bool contains(std::string_view word) const
    {
        return find(word) != kNone;
    }

private:
    static constexpr std::size_t kSlots = std::bit_ceil(N * 4);
    static constexpr std::size_t kMask = kSlots - 1;
    static_assert(N > 0 && N < 0xFFFF);

    static constexpr std::size_t hashOf(std::string_view word)
    {
        if (word.empty()) {
            return 0;
        }
        const auto byte = [&](std::size_t at) { return std::size_t {static_cast<unsigned char>(word[at])}; };
        const auto size = word.size();
        const std::size_t hash = byte(0) * 0x9E3779B1U + byte(size / 2) * 0x85EBCA77U + byte(size - 1) * 0xC2B2AE3DU
            + byte(size / 3) * 0x27D4EB2FU + size * 0x165667B1U;
        return (hash >> 11U) ^ (hash >> 19U);
    }

    std::array<std::string_view, N> m_words;
    std::array<std::uint16_t, kSlots> m_slots {};
};

}
