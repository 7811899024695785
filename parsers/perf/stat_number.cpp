// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/perf/stat_number.h"

#include "core/base/characters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

namespace patchscale::perf {
namespace {

constexpr std::size_t kMostDigits = 32;

std::size_t digitsAt(std::string_view text, std::size_t pos)
{
    const auto begin = pos;
    while (pos < text.size() && isDigit(text[pos])) {
        ++pos;
    }
    return pos - begin;
}

/// The mark at @p pos that may stand between digits, or nothing.
std::string_view markAt(std::string_view text, std::size_t pos, bool mayBeBlank)
{
    // Apostrophes, then the no-break, narrow no-break and thin blanks of various locales.
    constexpr auto kMarks =
        std::to_array<std::string_view>({",", ".", "'", "\xe2\x80\x99", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x89"});
    const auto rest = text.substr(pos);
    const auto mark = std::ranges::find_if(kMarks, [rest](std::string_view known) { return rest.starts_with(known); });
    if (mark != kMarks.end()) {
        return *mark;
    }
    return mayBeBlank && rest.starts_with(' ') ? rest.substr(0, 1) : std::string_view();
}

/// Digits and the marks between them.
struct Parts
{
    std::vector<std::string_view> digits;
    std::vector<std::string_view> marks;
    std::size_t length = 0;
};

Parts partsOf(std::string_view text, bool mayBeBlank)
{
    Parts parts;
    parts.length = digitsAt(text, 0);
    parts.digits.push_back(text.substr(0, parts.length));
    for (;;) {
        const auto mark = markAt(text, parts.length, mayBeBlank);
        const auto count = digitsAt(text, parts.length + mark.size());
        const bool isBlank = mark == " " || mark.size() > 1;
        if (mark.empty() || count == 0 || (isBlank && (count != 3 || parts.digits.back().size() > 3))) {
            return parts;
        }
        parts.marks.push_back(mark);
        parts.digits.push_back(text.substr(parts.length + mark.size(), count));
        parts.length += mark.size() + count;
    }
}

/// True if the last mark of @p parts is the decimal one.
bool endsInDecimals(const Parts& parts, bool hasUnit, char decimalMark)
{
    if (parts.marks.empty()) {
        return false;
    }
    const auto last = parts.marks.back();
    if (last != "," && last != ".") {
        return false;
    }
    if (parts.digits.back().size() != 3) {
        return true;
    }
    const bool isAlone = std::ranges::count(parts.marks, last) == 1;
    if (parts.marks.size() > 1) {
        return isAlone;
    }
    return parts.digits.front().size() > 3 || parts.digits.front() == "0" || (hasUnit && last.front() == decimalMark);
}

/// Reads digits with one point at most if they are so few that a double holds both them and the power of ten they are
/// divided by: then the quotient is the nearest double.
bool isShortDecimal(std::string_view text, double& value)
{
    constexpr std::size_t kExactDigits = 15;
    constexpr auto kPowers =
        std::to_array<double>({1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15});
    if (text.size() > kExactDigits) {
        return false;
    }
    std::int64_t digits = 0;
    std::size_t decimals = 0;
    bool hasPoint = false;
    for (const char c : text) {
        if (isDigit(c)) {
            digits = digits * 10 + (c - '0');
            decimals += hasPoint ? 1 : 0;
        } else if (c == '.' && !hasPoint) {
            hasPoint = true;
        } else {
            return false;
        }
    }
    value = static_cast<double>(digits) / kPowers[decimals];
    return true;
}

std::optional<StatNumber> numberOf(std::string_view text, const Parts& parts, bool hasDecimals)
{
    std::string digits;
    for (std::size_t i = 0; i < parts.digits.size(); ++i) {
        if (hasDecimals && i + 1 == parts.digits.size()) {
            digits += '.';
        }
        digits += parts.digits[i];
    }
    if (digits.empty() || digits.size() > kMostDigits) {
        return std::nullopt;
    }
    StatNumber number {.value = 0, .text = text.substr(0, parts.length)};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number.value);
    return error == std::errc {} && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

}

std::optional<StatNumber> countAt(std::string_view text, bool hasUnit, char decimalMark)
{
    const auto parts = partsOf(text, decimalMark == ',');
    return numberOf(text, parts, endsInDecimals(parts, hasUnit, decimalMark));
}

std::optional<StatNumber> plainDecimal(std::string_view text)
{
    if (text.empty() || text.size() > kMostDigits || !isDigit(text.front()) || !isDigit(text.back())) {
        return std::nullopt;
    }
    StatNumber number {.value = 0, .text = text};
    if (isShortDecimal(text, number.value)) {
        return number;
    }
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), number.value, std::chars_format::fixed);
    return error == std::errc {} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<StatNumber> decimalAt(std::string_view text)
{
    const auto parts = partsOf(text, false);
    const bool hasDecimals = !parts.marks.empty() && (parts.marks.back() == "," || parts.marks.back() == ".");
    return numberOf(text, parts, hasDecimals);
}

}
