// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace patchscale {

/// Which entries of a table of names begin with which character, letters folded to lower case, so that a look-up at any
/// place of a text touches only those that can match. Built at compile time; keeps the order of the table.
template<std::size_t N>
class FirstLetterIndex
{
public:
    constexpr explicit FirstLetterIndex(const std::array<std::string_view, N>& names)
    {
        for (unsigned key = 0; key < kKeys; ++key) {
            m_begin[key] = m_count;
            for (std::size_t i = 0; i < N; ++i) {
                if (keyOf(names[i].front()) == key) {
                    m_entries[m_count++] = static_cast<std::uint16_t>(i);
                }
            }
        }
        m_begin[kKeys] = m_count;
    }

    /// Positions in the table of the names that begin like @p first.
    [[nodiscard]] constexpr std::span<const std::uint16_t> at(char first) const
    {
        const auto key = keyOf(first);
        return std::span(m_entries).subspan(m_begin[key], static_cast<std::size_t>(m_begin[key + 1] - m_begin[key]));
    }

private:
    static constexpr unsigned kKeys = 128;

    static constexpr unsigned keyOf(char c)
    {
        const char fold = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        const auto byte = static_cast<unsigned char>(fold);
        return byte < kKeys ? byte : 0;
    }

    std::array<std::uint16_t, N> m_entries {};
    std::array<std::uint16_t, kKeys + 1> m_begin {};
    std::uint16_t m_count = 0;
};

/// Whether a text may begin like one of a table of names, told from its first two characters: bits of both, so that a
/// few others pass as well. 128 bytes.
class FirstTwoLetters
{
public:
    template<std::size_t N>
    constexpr explicit FirstTwoLetters(const std::array<std::string_view, N>& names)
    {
        for (const auto name : names) {
            const bool isFree = name.size() < 2 || !isAlnum(name[1]); // what is between words may vary
            m_seconds[keyOf(name[0])] |= isFree ? ~std::uint32_t {0} : std::uint32_t {1} << keyOf(name[1]);
        }
    }

    [[nodiscard]] constexpr bool mayStart(std::string_view text) const
    {
        const auto seconds = m_seconds[keyOf(text.front())];
        return text.size() < 2 ? seconds != 0 : ((seconds >> keyOf(text[1])) & 1U) != 0;
    }

private:
    static constexpr bool isAlnum(char c)
    {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
    /// The same for both cases of a letter.
    static constexpr unsigned keyOf(char c)
    {
        return static_cast<unsigned char>(c) & 31U;
    }

    std::array<std::uint32_t, 32> m_seconds {};
};

/// The names of a table of structs that have a member `written`.
template<class Entry, std::size_t N>
constexpr std::array<std::string_view, N> namesOf(const std::array<Entry, N>& entries)
{
    std::array<std::string_view, N> out {};
    for (std::size_t i = 0; i < N; ++i) {
        out[i] = entries[i].written;
    }
    return out;
}

}
