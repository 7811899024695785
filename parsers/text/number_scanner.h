// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/characters.h"
#include "parsers/text/number.h"

#include <array>
#include <cstdint>

namespace patchscale {

/// Reads numbers at known places of one text; what number.h offers is made of this. All positions are offsets into the
/// text.
class NumberScanner
{
public:
    NumberScanner(std::string_view text, NumberStyle style)
        : m_text(text)
        , m_style(style)
    {
    }

    /// The number whose first digit (or leading point) is at @p digit.
    [[nodiscard]] std::optional<Number> number(std::size_t digit) const;
    /// The range whose first digit is at @p digit.
    [[nodiscard]] std::optional<NumberRange> range(std::size_t digit) const;
    /// The first digit of what begins at @p pos, behind signs and "~"; or nothing.
    [[nodiscard]] std::optional<std::size_t> digitFrom(std::size_t pos) const;
    /// Behind the word around @p pos that is no number.
    [[nodiscard]] std::size_t skipWord(std::size_t pos) const;

private:
    enum class End : std::uint8_t { Closed, BeforeRangeMark };

    /// What stands before the first digit.
    struct Lead
    {
        std::size_t begin = 0; ///< of the span: the sign if there is one
        std::size_t outer = 0; ///< with "~"
        bool isNegative = false;
        bool isSigned = false;
        bool isApproximate = false;
        bool hasPercent = false; ///< the slip "+%1"
    };

    struct Digits
    {
        std::size_t end = 0;
        double value = 0;
        int decimals = 0;
        int exponent = 0;
        bool hasPoint = false;
    };

    [[nodiscard]] char at(std::size_t pos) const
    {
        return pos < m_text.size() ? m_text[pos] : '\0';
    }
    [[nodiscard]] bool isDigitAt(std::size_t pos) const
    {
        return at(pos) >= '0' && at(pos) <= '9';
    }

    // number_edges.cpp: what may stand before and behind
    [[nodiscard]] std::optional<Lead> leadBefore(std::size_t digit) const;
    [[nodiscard]] bool mayStartAt(std::size_t pos) const;
    [[nodiscard]] bool followsMeasuredSlash(std::size_t slash) const;
    [[nodiscard]] bool followsPathColon(std::size_t colon) const;
    [[nodiscard]] bool mayEndAt(std::size_t pos, std::string_view unit, bool hasPoint, End end) const;
    [[nodiscard]] bool isParenthesised(std::size_t begin, std::size_t end) const;

    // number_digits.cpp
    [[nodiscard]] std::optional<Digits> digitsAt(std::size_t pos) const;
    [[nodiscard]] std::size_t groupAt(std::size_t pos, std::string_view& separator) const;
    void readExponent(Digits& digits, std::size_t begin) const;
    [[nodiscard]] bool readMinutes(Digits& digits, double& value, std::string_view& unit) const;
    [[nodiscard]] static double resolution(const Digits& digits);

    // number_unit.cpp
    [[nodiscard]] std::optional<std::string_view> gluedUnit(std::size_t& pos) const;
    [[nodiscard]] std::string_view unitBehindBlank(std::size_t& pos) const;
    [[nodiscard]] std::size_t unitWordEnd(std::size_t pos) const;

    [[nodiscard]] std::optional<Number> finish(const Lead& lead, std::size_t digit, End end) const;

    std::string_view m_text;
    NumberStyle m_style;
};

/// What comes between the ends of a range: "-", "~", en dash, full-width tilde.
inline constexpr std::array<std::string_view, 4> kRangeMarks {"-", "~", "–", "～"};

constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr bool isBeyondAscii(char c)
{
    return static_cast<unsigned char>(c) >= 0x80;
}

/// The word of @p words that stands at @p pos, or empty.
template<std::size_t N>
constexpr std::string_view oneOfAt(std::string_view text, std::size_t pos, const std::array<std::string_view, N>& words)
{
    for (const auto word : words) {
        if (text.substr(pos).starts_with(word)) {
            return word;
        }
    }
    return {};
}

/// The word of @p words that ends at @p pos, or empty.
template<std::size_t N>
constexpr std::string_view oneOfBefore(std::string_view text, std::size_t pos,
                                       const std::array<std::string_view, N>& words)
{
    for (const auto word : words) {
        if (text.substr(0, pos).ends_with(word)) {
            return word;
        }
    }
    return {};
}

}
