// SPDX-License-Identifier: GPL-3.0-or-later
// Two values set against each other in few words, and labels that name the old side behind a "with".
#include "tests/parsers/prose/printed.h"

#include <gtest/gtest.h>

using namespace patchscale;
using patchscale::tests::printed;

TEST(ProseComparisons, TellsBothSidesByOneLabelInBrackets)
{
    EXPECT_EQ(printed("The build takes 5.21s vs 5.02s (patched).\n"),
              "0: baseline | vs |  | time | time | 5.21 s\n"
              "0: candidate | patched |  | time | time | 5.02 s\n");
    EXPECT_EQ(printed("The build takes 5.02s (patched) vs 5.21s.\n"),
              "0: baseline | vs |  | time | time | 5.21 s\n"
              "0: candidate | patched |  | time | time | 5.02 s\n");
}

TEST(ProseComparisons, ReadsNoPairWhereNothingTellsTheSides)
{
    EXPECT_EQ(printed("The build takes 5.21s vs 5.02s here.\n"), "");
}

TEST(ProseComparisons, TakesFromAndToWithThePatchBehindThem)
{
    EXPECT_EQ(printed("A run went from 5.21 s to 5.02 s with the patch.\n"),
              "0: baseline | from |  | time | time | 5.21 s\n"
              "0: candidate | with the patch |  | time | time | 5.02 s\n");
}

TEST(ProseComparisons, TakesWithVanillaForTheOldSide)
{
    EXPECT_EQ(printed("> with vanilla, the score is 1500\n"
                      "> with the patch, the score is 1530\n"),
              "0: baseline | with vanilla |  | score | score | 1500 \n"
              "0: candidate | with the patch |  | score | score | 1530 \n");
    EXPECT_EQ(printed("using the original code, the score is 1500\n"
                      "using the new code, the score is 1530\n"),
              "0: baseline | using the original code |  | score | score | 1500 \n"
              "0: candidate | using the new code |  | score | score | 1530 \n");
}

TEST(ProseComparisons, GivesTheWholeScoreNoTestOfAnEarlierCommand)
{
    EXPECT_EQ(printed("We ran ./Run -c 4 context1 first.\n"
                      "\n"
                      "Without the patch the UnixBench score is 1776, with the patch the UnixBench score is 1782.\n"),
              "0: baseline | Without the patch | unixbench | System Benchmarks Index Score | index | 1776 index\n"
              "0: candidate | with the patch | unixbench | System Benchmarks Index Score | index | 1782 index\n");
}

TEST(ProseComparisons, KeepsTheWordsThatMakeAChangeABound)
{
    EXPECT_EQ(printed("There is more than a 9% improvement of IOPS from 100K to 112K.\n"),
              "0: baseline | from |  | iops | iops | 100 K\n"
              "0: candidate | to |  | iops | iops | 112 K\n"
              "claim change more than a 9% = 0.09 | from -> to\n");
}

TEST(ProseComparisons, TakesABlankBetweenThousandsForPartOfTheNumber)
{
    EXPECT_EQ(printed("Without the patch the score is 12 345, with the patch the score is 13 000.\n"),
              "0: baseline | Without the patch |  | score | score | 12 345 \n"
              "0: candidate | with the patch |  | score | score | 13 000 \n");
    EXPECT_EQ(printed("Without the patch the score is 900 950 here.\n"), "");
}

TEST(ProseComparisons, TakesAChangeInBracketsBehindTheOtherSidesValueOfTheLineBefore)
{
    EXPECT_EQ(printed("Without the patch IOPS is 812k.\nWith the patch IOPS is 871k (7.3% better).\n"),
              "0: baseline | Without the patch |  | iops | iops | 812 k\n"
              "0: candidate | With the patch |  | iops | iops | 871 k\n"
              "claim change 7.3% = 0.073 | Without the patch -> With the patch\n");
    // What the line before gives is of another metric.
    EXPECT_EQ(printed("Without the patch the score is 812.\nWith the patch IOPS is 871k (+7.3%).\n"),
              "0: baseline | Without the patch |  | score | score | 812 \n"
              "0: candidate | With the patch |  | iops | iops | 871 k\n");
}

TEST(ProseComparisons, TakesAnAverageThatIsSaidToBeOne)
{
    EXPECT_EQ(printed("[ w/o patch ]\nElapsed Time: Avg. 68 seconds\n[ w/  patch ]\nElapsed Time: Avg. 48 seconds\n"),
              "0: baseline | w/o patch |  | elapsed time | elapsed time | 68 seconds\n"
              "0: candidate | w/ patch |  | elapsed time | elapsed time | 48 seconds\n");
}

TEST(ProseComparisons, OrdersTheEndsOfAStatedRange)
{
    EXPECT_EQ(printed("Bandwidth rises from 1.2 to 1.5 GB/s (+[30-20]%).\n"),
              "0: baseline | from |  | bandwidth | bandwidth | 1.2 GB/s\n"
              "0: candidate | to |  | bandwidth | bandwidth | 1.5 GB/s\n"
              "claim change +[30-20]% = 0.2..0.3 | from -> to\n");
    EXPECT_EQ(printed("Bandwidth drops from 1.5 to 1.2 GB/s (-[15-25]%).\n"),
              "0: baseline | from |  | bandwidth | bandwidth | 1.5 GB/s\n"
              "0: candidate | to |  | bandwidth | bandwidth | 1.2 GB/s\n"
              "claim change -[15-25]% = -0.25..-0.15 | from -> to\n");
}

TEST(ProseComparisons, ASecondPairIsOfWhatStandsInFrontOfIt)
{
    EXPECT_EQ(printed("Throughput for reads increases from 800 MB/s to 1030 MB/s, and for writes from 530 MB/s to "
                      "580 MB/s.\n"),
              "0: baseline | from |  | reads | throughput | 800 MB/s\n"
              "0: baseline | from |  | writes | throughput | 530 MB/s\n"
              "0: candidate | to |  | reads | throughput | 1030 MB/s\n"
              "0: candidate | to |  | writes | throughput | 580 MB/s\n");
}
