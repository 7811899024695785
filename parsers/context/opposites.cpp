// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/opposites.h"

#include "parsers/context/phrase_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace patchscale {
namespace {

using Words = std::vector<std::string>;

struct Pair
{
    std::string_view old;
    std::string_view fresh;
};

constexpr auto kPairs = std::to_array<Pair>({
    {.old = "without", .fresh = "with"},
    {.old = "without", .fresh = "w/"},
    {.old = "w/o", .fresh = "w/"},
    {.old = "w/o", .fresh = "with"},
    {.old = "no", .fresh = "with"},
    {.old = "disabled", .fresh = "enabled"},
    {.old = "disable", .fresh = "enable"},
    {.old = "disabling", .fresh = "enabling"},
    {.old = "off", .fresh = "on"},
    {.old = "before", .fresh = "after"},
    {.old = "old", .fresh = "new"},
    {.old = "unpatched", .fresh = "patched"},
    {.old = "unfixed", .fresh = "fixed"},
    {.old = "unmodified", .fresh = "modified"},
    {.old = "unoptimized", .fresh = "optimized"},
    {.old = "unoptimised", .fresh = "optimised"},
});

/// Words that say by standing there alone that a label is the old side: "no LMh" beside "LMh".
constexpr auto kNegations = std::to_array<std::string_view>({"no", "non", "without", "w/o"});

Words wordsOf(std::string_view label)
{
    Words out;
    for (const auto& word : phraseWords(label)) {
        out.emplace_back(word.lower);
    }
    return out;
}

bool isNumber(std::string_view word)
{
    return !word.empty() && word.find_first_not_of("0123456789.") == std::string_view::npos;
}

/// Of labels with the same number of words; counts may differ as well: "2 memcpy, w/o cache" beside "1 memcpy, w/
/// cache".
std::optional<bool> byReplacedWord(const Words& first, const Words& second)
{
    std::optional<bool> out;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (first[i] == second[i] || (isNumber(first[i]) && isNumber(second[i]))) {
            continue;
        }
        const auto telling = std::ranges::find_if(kPairs, [&](const Pair& pair) {
            return (pair.old == first[i] && pair.fresh == second[i])
                || (pair.old == second[i] && pair.fresh == first[i]);
        });
        if (telling == kPairs.end() || out) {
            return std::nullopt;
        }
        out = telling->old == first[i];
    }
    return out;
}

/// @p longer says the same as @p shorter and a negation.
bool isNegated(const Words& longer, const Words& shorter)
{
    if (longer.size() != shorter.size() + 1) {
        return false;
    }
    const auto [a, b] = std::ranges::mismatch(longer, shorter);
    return std::ranges::contains(kNegations, *a) && std::equal(a + 1, longer.end(), b, shorter.end());
}

}

std::optional<bool> isOldSideOf(std::string_view first, std::string_view second)
{
    constexpr std::size_t kLongest = 80;
    if (first.size() > kLongest || second.size() > kLongest) {
        return std::nullopt;
    }
    const auto a = wordsOf(first);
    const auto b = wordsOf(second);
    if (a.size() < 2 && b.size() < 2) { // "on" and "off" alone are the vocabulary's
        return std::nullopt;
    }
    if (a.size() == b.size()) {
        return byReplacedWord(a, b);
    }
    if (isNegated(a, b)) {
        return true;
    }
    return isNegated(b, a) ? std::optional(false) : std::nullopt;
}

}
