// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/history/release.h"

#include "core/base/characters.h"
#include "core/compare/release_pairing.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace patchscale {
namespace {

constexpr int kLeastMajor = 2; // of a kernel that is measured today; below, it is the version of something else
constexpr int kMostMajor = 99; // a year is no release
constexpr std::size_t kMostNumbers = 4;

std::optional<int> takeNumber(std::string_view& text)
{
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc {} || text.empty() || !isDigit(text.front())) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
}

void skipWords(std::string_view& text)
{
    constexpr auto kWords =
        std::to_array<std::string_view>({"Linux version ", "Linux ", "linux-", "kernel ", "v", "V"});
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    for (const auto word : kWords) {
        if (text.starts_with(word)) {
            text.remove_prefix(word.size());
        }
    }
}

}

std::weak_ordering operator<=>(const Release& a, const Release& b)
{
    if (const auto order = a.numbers <=> b.numbers; order != 0) {
        return order;
    }
    if (a.candidate != b.candidate) {
        if (!a.candidate || !b.candidate) {
            return a.candidate ? std::weak_ordering::less : std::weak_ordering::greater;
        }
        return *a.candidate <=> *b.candidate;
    }
    if (a.suffix == b.suffix) {
        return std::weak_ordering::equivalent;
    }
    return isOlderRelease(a.suffix, b.suffix) ? std::weak_ordering::less : std::weak_ordering::greater;
}

std::optional<Release> releaseIn(std::string_view text)
{
    skipWords(text);
    Release release;
    while (release.numbers.size() < kMostNumbers) {
        if (!release.numbers.empty() && !text.starts_with('.')) {
            break;
        }
        auto rest = text.substr(release.numbers.empty() ? 0 : 1);
        const auto number = takeNumber(rest);
        if (!number) {
            break;
        }
        release.numbers.push_back(*number);
        text = rest;
    }
    if (release.numbers.size() < 2 || release.numbers[0] < kLeastMajor || release.numbers[0] > kMostMajor) {
        return std::nullopt;
    }
    while (release.numbers.size() > 2 && release.numbers.back() == 0) {
        release.numbers.pop_back();
    }
    if (text.starts_with("-rc")) {
        auto rest = text.substr(3);
        if (const auto number = takeNumber(rest)) {
            release.candidate = number;
            text = rest;
        }
    }
    release.suffix = text.substr(0, text.find_first_of(" \t"));
    return release;
}

std::optional<Release> releaseNamed(std::string_view text)
{
    auto release = releaseIn(text);
    if (!release || text.substr(std::min(text.find_first_of("0123456789"), text.size())).contains(' ')) {
        return std::nullopt;
    }
    const bool isSuffix = release->suffix.empty() || std::string_view("-+.~_").contains(release->suffix.front());
    return isSuffix ? release : std::nullopt;
}

}
