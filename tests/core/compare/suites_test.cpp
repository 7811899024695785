// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/suites.h"

#include <gtest/gtest.h>

#include <array>

namespace patchscale {
namespace {

TEST(Suites, FoldsCaseBlanksAndBrackets)
{
    EXPECT_EQ(foldName("  Shell Scripts (8 concurrent) "), "shell scripts 8 concurrent");
    EXPECT_EQ(foldName("(index)"), "index");
    EXPECT_EQ(foldName(""), "");
}

TEST(Suites, TellsAFoldedNameWithoutBuildingIt)
{
    constexpr std::array<std::string_view, 9> kNames {
        "", " ", "Index", "( index )", "Index Score", "index\tscore", "indexscore", "ind ex", "index score "};
    for (const auto name : kNames) {
        for (const auto other : kNames) {
            const auto folded = foldName(other);
            EXPECT_EQ(isFoldedName(name, folded), foldName(name) == folded) << name << " and " << folded;
        }
    }
}

TEST(Suites, KnowsTotalsInAnySpelling)
{
    EXPECT_TRUE(isTotal("unixbench", "System Benchmarks Index Score (Partial Only)"));
    EXPECT_TRUE(isTotal("unixbench", "FINAL  SCORE"));
    EXPECT_TRUE(isTotal("unixbench", "Total"));
    EXPECT_TRUE(isTotal("anything", "Geometric (mean)"));
    EXPECT_TRUE(isTotal("anything", "gmean"));
    EXPECT_FALSE(isTotal("anything", "Total"));
    EXPECT_FALSE(isTotal("unixbench", "Pipe Throughput"));
    EXPECT_FALSE(isTotal("unixbench", "meaning"));
}

TEST(Suites, KnowsUnixBenchTestsByIdAndByName)
{
    EXPECT_EQ(canonicalTest("UnixBench", "context1"), "Pipe-based Context Switching");
    EXPECT_EQ(canonicalTest("UnixBench", "shell scripts 1 concurrent"), "Shell Scripts (1 concurrent)");
    EXPECT_EQ(canonicalTest("UnixBench", "Pipe Throughput 7"), "Pipe Throughput 7");
    EXPECT_EQ(canonicalTest("fio", "pipe"), "pipe");
}

}
}
