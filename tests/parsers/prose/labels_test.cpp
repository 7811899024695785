// SPDX-License-Identifier: GPL-3.0-or-later
// Which label a number belongs to: before it, behind it, in brackets, in rows, in lists, as a pronoun.
#include "tests/parsers/prose/printed.h"

#include <gtest/gtest.h>

using patchscale::tests::printed;

namespace {

/// The two sides of a plain score, as printed() shows them.
std::string sides(std::string_view baseline, std::string_view before, std::string_view candidate,
                  std::string_view after)
{
    return std::format("0: baseline | {} |  | score | score | {} \n0: candidate | {} |  | score | score | {} \n",
                       baseline, before, candidate, after);
}

}

TEST(ProseLabels, StandBeforeTheirNumbersWithAndWithoutColon)
{
    EXPECT_EQ(printed("w/o patch: score 640.5, w/ patch: score 655.1\n"),
              sides("w/o patch", "640.5", "w/ patch", "655.1"));
    EXPECT_EQ(printed("without patch score 640.5 with patch score 655.1\n"),
              sides("without patch", "640.5", "with patch", "655.1"));
    EXPECT_EQ(printed("without patch , the score is 640.5 ;with our patch , the score is 655.1\n"),
              sides("without patch", "640.5", "with our patch", "655.1"));
}

TEST(ProseLabels, StandInBrackets)
{
    EXPECT_EQ(printed("score (without patch): 640.5\nscore (with patch): 655.1\n"),
              sides("without patch", "640.5", "with patch", "655.1"));
    EXPECT_EQ(printed("the score is 640.5(without patch) and 655.1(with patch)\n"),
              sides("without patch", "640.5", "with patch", "655.1"));
    EXPECT_EQ(printed("score: 640.5 (without patch) vs 655.1 (with patch)\n"),
              sides("without patch", "640.5", "with patch", "655.1"));
}

TEST(ProseLabels, MayBePronouns)
{
    EXPECT_EQ(printed("Without the fix the score was 640.5, with it 655.1.\n"),
              sides("Without the fix", "640.5", "with it", "655.1"));
    // The candidate is told first; its words still put it on its side.
    EXPECT_EQ(printed("with our fix the score is 655.1, while without it it's just 640.5\n"),
              "0: candidate | with our fix |  | score | score | 655.1 \n"
              "0: baseline | without it |  | score | score | 640.5 \n");
}

TEST(ProseLabels, RepeatTheMetricOnlyOnce)
{
    EXPECT_EQ(printed("the score without patch is 640.5, with first patch is 655.1, and with second patch is 650\n"),
              "0: baseline | without patch |  | score | score | 640.5 \n"
              "0: candidate | with first patch |  | score | score | 655.1 \n"
              "0: candidate | with second patch |  | score | score | 650 \n");
}

TEST(ProseLabels, HoldForSeveralMetrics)
{
    EXPECT_EQ(printed("without patch, score is 640.5 and latency is 30 ms; with patch, score is 655.1 and latency\n"
                      "is 25ms.\n"),
              "0: baseline | without patch |  | score | score | 640.5 \n"
              "0: baseline | without patch |  | latency | latency | 30 ms\n"
              "0: candidate | with patch |  | score | score | 655.1 \n"
              "0: candidate | with patch |  | latency | latency | 25 ms\n");
}

TEST(ProseLabels, KeepTheWordsOfApplyingAPatch)
{
    EXPECT_EQ(printed("Before applying the patch, the fork score is 204.1; After applying the patch, the fork score\n"
                      "is 210.2.\n"),
              "0: baseline | Before applying the patch |  | fork | score | 204.1 \n"
              "0: candidate | After applying the patch |  | fork | score | 210.2 \n");
}

TEST(ProseLabels, NameKernels)
{
    EXPECT_EQ(
        printed("Running hackbench -g 10 -l 500: the vanilla kernel takes 12.3 s, the patched kernel takes 11.1 s\n"),
        "0: baseline | vanilla kernel | hackbench | hackbench -g 10 -l 500 | time | 12.3 s\n"
        "0: candidate | patched kernel | hackbench | hackbench -g 10 -l 500 | time | 11.1 s\n");
}

TEST(ProseLabels, StandInAList)
{
    EXPECT_EQ(printed("> - without patch, score is 640.5\n> - with patch, score is 655.1\n"),
              sides("without patch", "640.5", "with patch", "655.1"));
    EXPECT_EQ(printed("- base:    1204.3 MB/s\n- patched: 1303.9 MB/s\n"),
              "0: baseline | base |  | bandwidth | bandwidth | 1204.3 MB/s\n"
              "0: candidate | patched |  | bandwidth | bandwidth | 1303.9 MB/s\n");
}

TEST(ProseLabels, AreNumberedVariantsOfOneTest)
{
    EXPECT_EQ(printed("dhry2reg results of unixbench:\n"
                      "1. without patch, the score is 640.5\n"
                      "2. with patch, the score is 655.1\n"),
              "0: baseline | without patch | unixbench | Dhrystone 2 using register variables | index | 640.5 index\n"
              "0: candidate | with patch | unixbench | Dhrystone 2 using register variables | index | 655.1 index\n");
}

TEST(ProseLabels, StandUnderAHeadingThatNamesTheMetric)
{
    EXPECT_EQ(printed("The unixbench scores are as below:\n\nw/o patch 640.5\nw/ patch  655.1\n"),
              "0: baseline | w/o patch | unixbench | System Benchmarks Index Score | index | 640.5 index\n"
              "0: candidate | w/ patch | unixbench | System Benchmarks Index Score | index | 655.1 index\n");
}

TEST(ProseLabels, AreHeadingsOfTheLineBelow)
{
    EXPECT_EQ(printed("with patch:\nscore 655.1\nwithout patch:\nscore 640.5\n"),
              "0: candidate | with patch |  | score | score | 655.1 \n"
              "0: baseline | without patch |  | score | score | 640.5 \n");
}

TEST(ProseLabels, AreWhatAClauseIsAbout)
{
    // Two locks: neither is a baseline.
    EXPECT_EQ(printed("A plain mutex gives 100 Kops/s, a ticket lock gives 120 Kops/s.\n"),
              "0: - | plain mutex |  | throughput | throughput | 100 Kops/s\n"
              "0: - | ticket lock |  | throughput | throughput | 120 Kops/s\n");
}

TEST(ProseLabels, OfAnotherAuthorAreNoSides)
{
    // The reply's number is at another quote depth and names no metric.
    EXPECT_EQ(printed("> > without patch, the score is 640.5\n> > with patch, the score is 655.1\n> I get 660 here.\n"),
              sides("without patch", "640.5", "with patch", "655.1"));
}

TEST(ProseLabels, ThatNameBothSidesAtOnceBindNothing)
{
    EXPECT_EQ(printed("The latency with and without the patch is 10us on this box.\n"), "");
}
