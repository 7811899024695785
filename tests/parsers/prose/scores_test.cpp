// SPDX-License-Identifier: GPL-3.0-or-later
// Scores told in sentences: labels before and behind their numbers, scenarios, numbered items, quoting.
#include "tests/parsers/prose/printed.h"

#include <gtest/gtest.h>

using namespace patchscale;
using patchscale::tests::printed;
using patchscale::tests::probe;

TEST(ProseScores, ReadsOneScorePerLineWithItsLabel)
{
    EXPECT_EQ(printed("We ran unixbench and looked at the total.\n"
                      "\n"
                      "without patch, the score is 1200.5\n"
                      "with patch, the score is 1310\n"),
              "0: baseline | without patch | unixbench | System Benchmarks Index Score | index | 1200.5 index\n"
              "0: candidate | with patch | unixbench | System Benchmarks Index Score | index | 1310 index\n");
}

TEST(ProseScores, BindsALabelToTheNumberBehindItInARunOnSentence)
{
    EXPECT_EQ(printed("without patch, the score is 910.2 with my second patch, the score is 955 with the spin patch,\n"
                      "the score is 930.4\n"),
              "0: baseline | without patch |  | score | score | 910.2 \n"
              "0: candidate | with my second patch |  | score | score | 955 \n"
              "0: candidate | with the spin patch |  | score | score | 930.4 \n");
}

TEST(ProseScores, ReadsQuotedTextThatIsWrappedInLabelAndMetric)
{
    EXPECT_EQ(printed("> > > > without the\n"
                      "> > > > patch, the\n"
                      "> > > > score is 910.2 with my second\n"
                      "> > > > patch, the score\n"
                      "> > > > is\n"
                      "> > > > 955\n"),
              "0: baseline | without the patch |  | score | score | 910.2 \n"
              "0: candidate | with my second patch |  | score | score | 955 \n");
}

TEST(ProseScores, TakesTestAndParametersFromANumberedItem)
{
    EXPECT_EQ(
        printed("> 1. run unixbench context1: ./Run -c 8 context1 -i 3 without SMT load,\n"
                "> the score is 412 with a {for(;;)} SMT load,\n"
                "> the score is 207.5\n"),
        "0: baseline | without SMT load | unixbench | Pipe-based Context Switching | index | 412 index"
        " | copies=8 | iterations=3\n"
        "0: candidate | with a {for(;;)} SMT load | unixbench | Pipe-based Context Switching | index | 207.5 index"
        " | copies=8 | iterations=3\n");
}

TEST(ProseScores, KeepsScenariosApart)
{
    EXPECT_EQ(printed("> 2. unixbench dhry2reg, ./Run -c 2 dhry2reg\n"
                      ">\n"
                      "> with memcached noise on the sibling, memcached takes 80%cpu:\n"
                      "> without patch, the score is 640\n"
                      "> with patch, the score is 655.1\n"
                      ">\n"
                      "> with memcached noise on the sibling, memcached takes 20%cpu:\n"
                      "> without patch, the score is 800\n"
                      "> with patch, the score is 910\n"),
              "0: baseline | without patch | unixbench | Dhrystone 2 using register variables | index | 640 index"
              " | copies=2 | scenario=with memcached noise on the sibling, memcached takes 80%cpu\n"
              "0: candidate | with patch | unixbench | Dhrystone 2 using register variables | index | 655.1 index"
              " | copies=2 | scenario=with memcached noise on the sibling, memcached takes 80%cpu\n"
              "\n"
              "0: baseline | without patch | unixbench | Dhrystone 2 using register variables | index | 800 index"
              " | copies=2 | scenario=with memcached noise on the sibling, memcached takes 20%cpu\n"
              "0: candidate | with patch | unixbench | Dhrystone 2 using register variables | index | 910 index"
              " | copies=2 | scenario=with memcached noise on the sibling, memcached takes 20%cpu\n");
}

TEST(ProseScores, GivesAReplysValueItsOwnMachineAndARatioClaim)
{
    // 288 of 310 is 92.9 %: "about 93% of" is a ratio of the two scores and no change of 93 %.
    EXPECT_EQ(
        printed("> > 1. run unixbench dhry2reg: ./Run -c 1 dhry2reg without HT noise, the score is\n"
                "> > 310 with a busy loop HT noise, the score is 150\n"
                "> >\n"
                "> > is that expected?\n"
                "> I tried it in bare metal, the score with \"spin\" noise is 288; about 93% of no noise\n"),
        "0: baseline | without HT noise | unixbench | Dhrystone 2 using register variables | index | 310 index"
        " | copies=1\n"
        "0: candidate | with a busy loop HT noise | unixbench | Dhrystone 2 using register variables | index"
        " | 150 index | copies=1\n"
        "1: candidate | with \"spin\" noise | unixbench | Dhrystone 2 using register variables | index | 288 index"
        " | on bare metal | copies=1\n"
        "claim ratio about 93% = 0.93 | without HT noise -> with \"spin\" noise\n");
}

TEST(ProseScores, ReadsAHeadingPerVariantUnderAChineseReplyHeader)
{
    EXPECT_EQ(printed("在 2024/3/9 08:30, 某人 写道:\n"
                      "> please post numbers\n"
                      "\n"
                      "Terminal 1: taskset -ac 0-7 ./Run spawn\n"
                      "\n"
                      "Without the patch: Multi-CPU score =5753.9\n"
                      "\n"
                      "With the patch: Multi-CPU score = 6111.2\n"),
              "0: baseline | Without the patch | unixbench | Process Creation | index | 5753.9 index"
              " | extent=Multi-CPU\n"
              "0: candidate | With the patch | unixbench | Process Creation | index | 6111.2 index"
              " | extent=Multi-CPU\n");
}

TEST(ProseScores, ReadsValuesBeforeTheirLabels)
{
    EXPECT_EQ(printed("The score is 1200 without this series and 1310 with this series.\n"),
              "0: baseline | without this series |  | score | score | 1200 \n"
              "0: candidate | with this series |  | score | score | 1310 \n");
}

TEST(ProseScores, MarksWhatComesFromSentences)
{
    const auto read = probe(prose(), "without patch, the score is 10.5\nwith patch, the score is 11.5\n");
    EXPECT_EQ(read.diagnosticCount("from-prose"), 1U);
    ASSERT_EQ(read.blocks.size(), 1U);
    EXPECT_EQ(read.blocks[0].confidence, Confidence::Maybe);
}
