// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/word_table.h"

#include <string>

#include <gtest/gtest.h>

namespace patchscale {
namespace {

constexpr auto kWords =
    std::to_array<std::string_view>({"score", "scores", "a", "ab", "ba", "aab", "aba", "throughput", "scope", "ab"});
constexpr WordTable kTable(kWords);

TEST(WordTable, FindsEveryWordAtItsFirstPlace)
{
    for (std::size_t i = 0; i + 1 < kWords.size(); ++i) {
        EXPECT_EQ(kTable.find(kWords[i]), i) << kWords[i];
    }
    EXPECT_EQ(kTable.find("ab"), 3U) << "the second one counts for nothing";
}

TEST(WordTable, FindsNoOtherWord)
{
    for (const std::string_view word : {"", "s", "Score", "scor", "scoree", "baa", "throughputs", "b"}) {
        EXPECT_FALSE(kTable.contains(word)) << word;
        EXPECT_EQ(kTable.find(word), kTable.kNone) << word;
    }
}

TEST(WordTable, WorksAtCompileTime)
{
    static_assert(kTable.find("throughput") == 7);
    static_assert(!kTable.contains("through"));
    EXPECT_TRUE(kTable.contains(std::string("aba")));
}

}
}
