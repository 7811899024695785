// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/figures.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <format>
#include <string_view>
#include <system_error>

namespace patchscale {
namespace {

constexpr int kMostDecimals = 6;
constexpr int kMostChangeDecimals = 9; ///< a smaller percentage is dust of the arithmetic

/// Shortest fixed notation, or empty when it would not fit (1e300).
std::string shortestFixed(double value)
{
    std::array<char, 64> buffer {};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
    return error == std::errc() ? std::string(buffer.data(), end) : std::string();
}

/// @p value with @p decimals digits behind the point, and a sign even where it is positive.
std::string signedText(double value, int decimals, std::string_view behind)
{
    std::array<char, 400> buffer {}; // the largest double has 309 digits before the point
    buffer[0] = '+';
    auto* const begin = buffer.data() + (std::signbit(value) ? 0 : 1);
    const auto [end, error] =
        std::to_chars(begin, buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
    std::string text(buffer.data(), error == std::errc() ? end : begin);
    text += behind;
    return text;
}

/// Digits that show two significant places of @p percent, at least two.
int decimalsToSee(double percent)
{
    const double size = std::abs(percent);
    if (!(size > 0) || size >= 0.005) {
        return 2;
    }
    return std::min(kMostChangeDecimals, static_cast<int>(std::ceil(-std::log10(size))));
}

}

std::string changeText(double fraction, int decimals)
{
    return signedText(fraction * 100, decimals, " %");
}

std::string exactChangeText(double fraction)
{
    const double percent = fraction * 100;
    const bool isDust = std::abs(percent) < 0.5 * std::pow(10, -kMostChangeDecimals);
    return isDust ? changeText(0) : changeText(fraction, decimalsToSee(percent));
}

std::string sizeText(double fraction, int decimals)
{
    return std::format("{:.{}f} %", std::abs(fraction) * 100, decimals);
}

std::string limitText(double fraction)
{
    return valueText(std::round(fraction * 1e8) / 1e6) + " %";
}

std::optional<double> percentOf(std::string_view text)
{
    double percent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
    const std::string_view rest(end, text.data() + text.size());
    const bool isPlain = rest.empty() || rest == "%" || rest == " %";
    if (error != std::errc() || !isPlain || !std::isfinite(percent) || percent < 0) {
        return std::nullopt;
    }
    return percent / 100;
}

std::string valueText(double value)
{
    if (!std::isfinite(value)) {
        return "?";
    }
    auto text = shortestFixed(value);
    if (text.empty() || text.size() > 20) {
        return std::format("{:.6g}", value);
    }
    const auto point = text.find('.');
    if (point != std::string::npos && text.size() - point - 1 > kMostDecimals) {
        text = std::abs(value) < 0.1 ? std::format("{:.6g}", value) : std::format("{:.{}f}", value, kMostDecimals);
        if (text.find('.') != std::string::npos && text.find('e') == std::string::npos) {
            text.erase(text.find_last_not_of('0') + 1);
            if (text.back() == '.') {
                text.pop_back();
            }
        }
    }
    return text;
}

std::string spreadValueText(double spread)
{
    constexpr int kDigits = 6;
    const auto text = valueText(spread);
    const auto point = text.find('.');
    if (!std::isfinite(spread) || point == std::string::npos || text.find('e') != std::string::npos) {
        return text;
    }
    const auto room = std::max(0, kDigits - static_cast<int>(point));
    const auto decimals = static_cast<int>(text.size() - point - 1);
    return decimals > room && std::abs(spread) >= 1 ? std::format("{:.{}f}", spread, room) : text;
}

std::string fixedText(double value, int decimals)
{
    return std::format("{:.{}f}", value, decimals);
}

int decimalsOf(double value)
{
    // A decimal fraction is its digits divided by a power of ten, rounded once; where that gives the value back, no
    // shorter text does. Asked for every row, so text is made only where the digits would not fit.
    constexpr auto kPowers = std::to_array<double>({1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6});
    constexpr double kMostExact = 9007199254740992.0; // 2^53
    if (std::abs(value) * kPowers.back() < kMostExact) {
        for (std::size_t decimals = 0; decimals < kPowers.size(); ++decimals) {
            const double digits = std::round(value * kPowers[decimals]);
            if (!(digits / kPowers[decimals] < value) && !(digits / kPowers[decimals] > value)) {
                return static_cast<int>(decimals);
            }
        }
        return kMostDecimals;
    }
    const auto text = shortestFixed(value);
    const auto point = text.find('.');
    return point == std::string::npos ? 0 : std::min(kMostDecimals, static_cast<int>(text.size() - point - 1));
}

std::string countWord(std::size_t count)
{
    static constexpr auto kWords = std::to_array<std::string_view>(
        {"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"});
    return count < kWords.size() ? std::string(kWords[count]) : std::to_string(count);
}

std::string countText(std::size_t count, const char* singular, const char* plural)
{
    return std::format("{} {}", count, count == 1 ? singular : plural);
}

}
