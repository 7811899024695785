// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace patchscale {

/// A number with what belongs to it, read from text. Offsets are relative to the text that was scanned.
struct Number
{
    double value = 0; ///< as written: 108.41 for "108.41M"; "0m56,643s" is 56.643 with unit "s"
    SourceSpan span; ///< digits with sign, separators and exponent: "-11.5" of "~-11.5%", "108.41" of "108.41MB/s"
    std::string_view unit; ///< what is glued ("MB/s" of "15.23MB/s", "%" , "M", "us") or, one blank on, a known unit
                           ///< ("M/s" of "257.714 M/s"); empty if none
    std::size_t end = 0; ///< behind number and unit
    double resolution = 0; ///< half a unit of the last written digit: 0.05 for "11.5", 0.5 for "12"
    bool isSigned = false; ///< a + or - is written
    bool isApproximate = false; ///< "~" or "≈" stands before it
    bool isParenthesised = false; ///< "(+18%)", "[20.51%]"

    [[nodiscard]] bool isPercent() const
    {
        return unit == "%" || unit == "pct";
    }
};

/// Two numbers that bound one: "9-12%", "[9-11]%", "2%-5%", "~2.2K-8.7K", "20~25GiB". Neither end is negative for the
/// dash between them. A unit that only the second end has counts for both.
struct NumberRange
{
    Number low; ///< as written first
    Number high;
    std::size_t begin = 0; ///< with a "[" or "~" that belongs to it
    std::size_t end = 0;
};

/// How a text writes numbers. Found per table or block with detectNumberStyle(), since "1,315" alone may be either.
enum class NumberStyle : std::uint8_t {
    Plain, ///< 652,544.23 or 652544.23: comma groups thousands, point is decimal
    DecimalComma, ///< 1.834.487,82 or 26311,000: point groups, comma is decimal
};

/// The number that starts at @p pos (a sign or "~" may lead), or nothing. If @p pos is the first digit, a sign or "~"
/// right before it counts. A word that only begins with digits ("128bit", "5.6.15", "v2", "0x1f", "99e66900", a date, a
/// time 16:27, a range 0-63, a share 1/5) is no number. Thousands separators: comma, apostrophe, NBSP, thin space
/// (U+2009, U+202F). Exponents: 2.9383e+05. "26311,000" and "0,15" are no numbers in the Plain style.
std::optional<Number> numberAt(std::string_view text, std::size_t pos, NumberStyle style = NumberStyle::Plain);

/// The range that starts at @p pos, which numberAt() leaves out. A CPU list 0-63 is one too: see whether it has a unit.
std::optional<NumberRange> rangeAt(std::string_view text, std::size_t pos, NumberStyle style = NumberStyle::Plain);

/// All numbers of @p text in order. @p out is cleared first. Ends of ranges are not among them.
void numbersIn(std::string_view text, std::vector<Number>& out, NumberStyle style = NumberStyle::Plain);

/// DecimalComma if the numbers of @p text can only, or far better, be read so.
NumberStyle detectNumberStyle(std::string_view text);

}
