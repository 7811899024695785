// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/written_moment.h"

#include "core/base/characters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <format>
#include <optional>
#include <vector>

namespace patchscale {
namespace {

constexpr std::size_t kMostWords = 12;

std::optional<int> numberIn(std::string_view word)
{
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size() && !word.empty() ? std::optional(value)
                                                                                     : std::nullopt;
}

std::optional<int> monthIn(std::string_view word)
{
    constexpr auto kMonths = std::to_array<std::string_view>(
        {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"});
    constexpr std::string_view kMonth = "月"; // Chinese and Japanese number their months
    if (word.ends_with(kMonth)) {
        const auto number = numberIn(word.substr(0, word.size() - kMonth.size()));
        return number && *number >= 1 && *number <= 12 ? number : std::nullopt;
    }
    const auto* const month =
        std::ranges::find_if(kMonths, [&](std::string_view name) { return word.starts_with(name); });
    return month == kMonths.end() ? std::nullopt : std::optional(static_cast<int>(month - kMonths.begin()) + 1);
}

/// "20:45:16"; a clock without seconds is rounded and orders nothing.
bool isClock(std::string_view word)
{
    constexpr std::size_t kSize = 8;
    for (std::size_t i = 0; i < std::min(word.size(), kSize); ++i) {
        if (i % 3 == 2 ? word[i] != ':' : !isDigit(word[i])) {
            return false;
        }
    }
    return word.size() == kSize && word.substr(0, 2) < "24" && word[3] < '6' && word[6] < '6';
}

/// "+0800".
bool isZone(std::string_view word)
{
    constexpr std::size_t kSize = 5;
    return word.size() == kSize && (word.front() == '+' || word.front() == '-')
        && std::ranges::all_of(word.substr(1), isDigit);
}

std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    constexpr std::string_view kGaps = " \t,";
    for (auto begin = text.find_first_not_of(kGaps); begin != std::string_view::npos && words.size() < kMostWords;
         begin = text.find_first_not_of(kGaps, begin)) {
        const auto end = std::min(text.find_first_of(kGaps, begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

}

std::string writtenMoment(std::string_view text)
{
    constexpr int kFirstYear = 1980;
    constexpr int kLastYear = 2200;
    std::optional<int> month;
    std::optional<int> day;
    std::optional<int> year;
    std::string_view clock;
    std::string_view zone;
    for (const auto word : wordsOf(text)) {
        const auto number = numberIn(word);
        if (clock.empty() && isClock(word)) {
            clock = word;
        } else if (!month && monthIn(word)) {
            month = monthIn(word);
        } else if (number && !day && *number >= 1 && *number <= 31) {
            day = number;
        } else if (number && !year && *number >= kFirstYear && *number <= kLastYear) {
            year = number;
        } else if (!clock.empty() && zone.empty() && isZone(word)) {
            zone = word;
        }
    }
    if (!month || !day || !year || clock.empty()) {
        return {};
    }
    return std::format("{:04}-{:02}-{:02}T{}{}", *year, *month, *day, clock, zone);
}

}
