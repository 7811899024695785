// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/moment.h"

#include "core/base/characters.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <format>

namespace patchscale {
namespace {

/// Exactly @p digits digits at the front of @p text.
std::optional<int> take(std::string_view& text, std::size_t digits)
{
    if (text.size() < digits || !std::ranges::all_of(text.substr(0, digits), isDigit)) {
        return std::nullopt;
    }
    int number = 0;
    std::from_chars(text.data(), text.data() + digits, number);
    text.remove_prefix(digits);
    return number;
}

bool skip(std::string_view& text, std::string_view any)
{
    if (text.empty() || !any.contains(text.front())) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

/// "21:15" or "21:15:43.5", as seconds of the day.
std::optional<std::int64_t> takeClock(std::string_view& text)
{
    const auto hour = take(text, 2);
    const auto minute = hour && skip(text, ":") ? take(text, 2) : std::nullopt;
    if (!minute || *hour > 24 || *minute > 59) {
        return std::nullopt;
    }
    std::int64_t seconds = *hour * 3600LL + *minute * 60LL;
    if (skip(text, ":")) {
        const auto second = take(text, 2);
        if (!second || *second > 60) {
            return std::nullopt;
        }
        seconds += *second;
        if (skip(text, ".,")) {
            text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
        }
    }
    return seconds;
}

/// Seconds that the zone at the front of @p text is ahead of UTC.
std::optional<std::int64_t> takeZone(std::string_view& text)
{
    skip(text, " ");
    if (text.empty() || skip(text, "Zz")) {
        return 0;
    }
    const bool isBehind = text.front() == '-';
    if (!skip(text, "+-")) {
        return std::nullopt;
    }
    const auto hours = take(text, 2);
    skip(text, ":");
    const auto minutes = take(text, 2);
    if (!hours || !minutes || *hours > 14 || *minutes > 59) {
        return std::nullopt;
    }
    const std::int64_t ahead = *hours * 3600LL + *minutes * 60LL;
    return isBehind ? -ahead : ahead;
}

}

std::optional<std::int64_t> momentOf(std::string_view text)
{
    const auto year = take(text, 4);
    const auto month = year && skip(text, "-") ? take(text, 2) : std::nullopt;
    const auto day = month && skip(text, "-") ? take(text, 2) : std::nullopt;
    if (!day) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date {std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                            std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok()) {
        return std::nullopt;
    }
    const std::int64_t midnight = std::chrono::sys_days(date).time_since_epoch().count() * 86400LL;
    if (text.empty()) {
        return midnight;
    }
    const auto clock = skip(text, "T ") ? takeClock(text) : std::nullopt;
    const auto zone = clock ? takeZone(text) : std::nullopt;
    return zone && text.empty() ? std::optional(midnight + *clock - *zone) : std::nullopt;
}

std::string momentText(std::int64_t seconds, bool isExact)
{
    const std::chrono::sys_seconds time {std::chrono::seconds(seconds)};
    return isExact ? std::format("{:%F %H:%M}", time) : std::format("{:%F}", time);
}

}
