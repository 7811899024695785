// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/number_scanner.h"

#include <algorithm>
#include <charconv>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxDigits = 40; ///< more are an identifier, not a measurement
constexpr auto kPowersOfTen =
    std::to_array<double>({1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22});

}

/// Length of a thousands group with its separator at @p pos, or 0. All groups of a number have the same separator.
std::size_t NumberScanner::groupAt(std::size_t pos, std::string_view& separator) const
{
    static constexpr std::array kAlways {"'"sv, "\u00a0"sv, "\u2009"sv, "\u202f"sv};
    const char c = at(pos);
    std::string_view found;
    if (c == (m_style == NumberStyle::Plain ? ',' : '.')) {
        found = m_text.substr(pos, 1);
    } else if (c == '\'' || isBeyondAscii(c)) {
        found = oneOfAt(m_text, pos, kAlways);
    }
    if (found.empty() || (!separator.empty() && separator != found)) {
        return 0;
    }
    const std::size_t first = pos + found.size();
    if (!isDigitAt(first) || !isDigitAt(first + 1) || !isDigitAt(first + 2) || isDigitAt(first + 3)) {
        return 0;
    }
    separator = found;
    return found.size() + 3;
}

void NumberScanner::readExponent(Digits& digits, std::size_t begin) const
{
    std::size_t pos = digits.end + 1;
    const bool isSigned = at(pos) == '+' || at(pos) == '-';
    const bool isNegative = at(pos) == '-';
    pos += isSigned ? 1 : 0;
    const std::size_t first = pos;
    int exponent = 0;
    while (isDigitAt(pos) && pos - first < 3) {
        exponent = exponent * 10 + (m_text[pos] - '0');
        ++pos;
    }
    // "99e66900" and "12e45" are pieces of hexadecimal numbers.
    const bool isPlausible = isSigned || (pos - first <= 2 && (digits.hasPoint || digits.end - begin == 1));
    if (pos == first || isDigitAt(pos) || exponent > 300 || !isPlausible) {
        return;
    }
    digits.exponent = isNegative ? -exponent : exponent;
    digits.end = pos;
}

std::optional<NumberScanner::Digits> NumberScanner::digitsAt(std::size_t pos) const
{
    std::array<char, kMaxDigits + 8> buffer {};
    std::size_t length = 0;
    std::uint64_t mantissa = 0;
    const auto take = [&](std::size_t& from) {
        while (isDigitAt(from) && length < kMaxDigits) {
            buffer[length++] = m_text[from];
            mantissa = mantissa * 10 + static_cast<unsigned char>(m_text[from] - '0');
            ++from;
        }
        return !isDigitAt(from);
    };
    Digits digits;
    std::size_t end = pos;
    if (!take(end)) {
        return std::nullopt;
    }
    if (length >= 1 && length <= 3 && m_text[pos] != '0') {
        std::string_view separator;
        while (const auto group = groupAt(end, separator)) {
            end += group - 3;
            if (!take(end)) {
                return std::nullopt;
            }
        }
    }
    const char point = m_style == NumberStyle::Plain ? '.' : ',';
    // A text with decimal commas still may hold a point with two digits behind it.
    const bool hasPoint = at(end) == point || (at(end) == '.' && length == end - pos);
    if (hasPoint && isDigitAt(end + 1)) {
        ++end;
        const std::size_t whole = length;
        if (!take(end)) {
            return std::nullopt;
        }
        digits.decimals = static_cast<int>(length - whole);
        digits.hasPoint = true;
    }
    digits.end = end;
    if (at(end) == 'e' || at(end) == 'E') {
        readExponent(digits, pos);
    }
    const int scale = digits.exponent - digits.decimals;
    if (length <= 15 && scale >= -22 && scale <= 22) { // both sides are exact, so one rounding only
        digits.value = scale < 0 ? static_cast<double>(mantissa) / kPowersOfTen[static_cast<std::size_t>(-scale)]
                                 : static_cast<double>(mantissa) * kPowersOfTen[static_cast<std::size_t>(scale)];
        return digits;
    }
    buffer[length++] = 'e';
    const auto [tail, ignored] = std::to_chars(buffer.data() + length, buffer.data() + buffer.size(), scale);
    const auto [rest, error] = std::from_chars(buffer.data(), tail, digits.value);
    return error == std::errc {} && rest == tail ? std::optional(digits) : std::nullopt;
}

/// The shell's "0m56,643s", whose comma is decimal whatever the rest of the text does.
bool NumberScanner::readMinutes(Digits& digits, double& value, std::string_view& unit) const
{
    if (digits.hasPoint || at(digits.end) != 'm' || !isDigitAt(digits.end + 1)) {
        return true;
    }
    std::size_t pos = digits.end + 1;
    double seconds = 0;
    int decimals = 0;
    const auto take = [&](int& count) {
        for (count = 0; isDigitAt(pos) && count < 9; ++pos, ++count) {
            seconds = seconds * 10 + (m_text[pos] - '0');
        }
    };
    int whole = 0;
    take(whole);
    if ((at(pos) == ',' || at(pos) == '.') && isDigitAt(pos + 1)) {
        ++pos;
        take(decimals);
    }
    if (whole > 2 || at(pos) != 's') {
        return false;
    }
    const double divisor = kPowersOfTen[static_cast<std::size_t>(decimals)];
    value = (digits.value * 60 * divisor + seconds) / divisor;
    unit = m_text.substr(pos, 1);
    digits.decimals = decimals;
    digits.end = pos;
    return true;
}

double NumberScanner::resolution(const Digits& digits)
{
    const int scale = std::clamp(digits.exponent - digits.decimals, -22, 22);
    return scale < 0 ? 0.5 / kPowersOfTen[static_cast<std::size_t>(-scale)]
                     : 0.5 * kPowersOfTen[static_cast<std::size_t>(scale)];
}

}
