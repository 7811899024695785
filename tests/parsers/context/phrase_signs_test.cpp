// SPDX-License-Identifier: GPL-3.0-or-later
// The cheap look at a text must never turn away one in which a phrase would be found.
#include "parsers/context/phrase_match.h"
#include "parsers/context/variant_words.h"

#include <gtest/gtest.h>

namespace patchscale {
namespace {

TEST(PhraseSigns, LetsEveryPhraseOfTheTablePass)
{
    for (const auto& word : kVariantWords) {
        const bool isAscii = word.phrase.find_first_of("\xC2\xC3\xE4\xE5") == std::string_view::npos;
        EXPECT_TRUE(!isAscii || mayHoldPhrase(word.phrase, true)) << word.phrase;
        EXPECT_TRUE(!isAscii || mayHoldPhrase("Pipe " + std::string(word.phrase) + ", 3", false)) << word.phrase;
    }
}

TEST(PhraseSigns, LetsWhatMatchesPass)
{
    for (const std::string_view cell :
         {"w/o", "W/ patch", "w\\o patch", "5.6.15-patched", "tip+lazy", "tip + lazy v2", "hopcpu-v5", "patch1",
          "patches 1-3", "the New Kernel", "unpatched.", "prior to commit", "non_patched", "v2", "95% CI"}) {
        EXPECT_TRUE(mayHoldPhrase(cell, true)) << cell;
        const auto words = phraseWords(cell);
        bool isFound = false;
        for (std::size_t i = 0; i < words.size(); ++i) {
            isFound = isFound || matchPhrase(words, i, true).has_value();
        }
        EXPECT_TRUE(isFound) << cell << " is no example";
    }
}

TEST(PhraseSigns, TurnsNamesOfTestsAndNumbersAway)
{
    for (const std::string_view cell :
         {"", "Pipe Throughput", "File Copy 1024 bufsize 2000 maxblocks", "1234", "Execl", "random read", "-", "|"}) {
        EXPECT_FALSE(mayHoldPhrase(cell, true)) << cell;
        EXPECT_FALSE(mayHoldPhrase(cell, false)) << cell;
    }
    EXPECT_FALSE(mayHoldPhrase("a + b", false)) << "a sum is a name only where it is all of the cell";
}

}
}
