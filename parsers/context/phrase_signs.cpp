// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/word_table.h"
#include "parsers/context/phrase_match.h"
#include "parsers/context/variant_words.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

/// Every word that can begin a phrase or, at the end of a chain of glued words, make it one.
constexpr WordTable kSigns([] {
    constexpr auto kMore = std::to_array<std::string_view>(
        {"without",   "w",        "wo",           "no",           "sans",         "with",         "using",
         "applying",  "before",   "pre",          "prior",        "after",        "post",         "new",
         "modified",  "fixed",    "improved",     "optimized",    "optimised",    "old",          "original",
         "unpatched", "vanilla",  "stock",        "mainline",     "upstream",     "unmodified",   "current",
         "base",      "baseline", "orig",         "series",       "commit",       "commits",      "change",
         "changes",   "fix",      "fixes",        "optimization", "optimisation", "modification", "modifications",
         "revert",    "rework",   "optimizations"});
    std::array<std::string_view, kVariantWords.size() + kMore.size()> out;
    std::ranges::copy(kMore, std::ranges::copy(kVariantHeads, out.begin()).out);
    return out;
}());

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '%';
}

}

bool mayHoldPhrase(std::string_view text, bool isWhole)
{
    constexpr std::size_t kLongestWord = 16; // of those that begin a phrase
    std::array<char, kLongestWord> lower {};
    for (std::size_t pos = 0; pos < text.size();) {
        if (!isWordCharacter(text[pos])) {
            if (isWhole && text[pos] == '+') {
                return true; // "tip+name"
            }
            ++pos;
            continue;
        }
        const auto begin = pos;
        while (pos < text.size() && (isWordCharacter(text[pos]) || text[pos] == '.')) {
            const char c = text[pos];
            if (pos - begin < kLongestWord) {
                lower[pos - begin] = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
            }
            ++pos;
        }
        auto size = pos - begin;
        while (size > 0 && text[begin + size - 1] == '.') {
            --size; // the end of a sentence
        }
        const bool isVersion = lower[0] == 'v' && size > 1 && lower[1] >= '0' && lower[1] <= '9';
        const std::string_view word(lower.data(), std::min(size, kLongestWord));
        if (isVersion || word.starts_with("patch") || (size <= kLongestWord && kSigns.contains(word))
            || word.find('.') != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

}
