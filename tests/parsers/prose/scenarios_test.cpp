// SPDX-License-Identifier: GPL-3.0-or-later
// Under what a value was taken: load, count, item, machine. It keeps comparisons apart that share their labels.
#include "tests/parsers/prose/printed.h"

#include <gtest/gtest.h>

using patchscale::tests::printed;

TEST(ProseScenarios, AreToldInTheSentence)
{
    EXPECT_EQ(printed("With memcached at 80% cpu, without patch the score is 640.5, with patch 655.1.\n"
                      "At 20% cpu, without patch 800.5, with patch 910.1.\n"),
              "0: baseline | without patch |  | score | score | 640.5  | scenario=With memcached at 80% cpu\n"
              "0: candidate | with patch |  | score | score | 655.1  | scenario=With memcached at 80% cpu\n"
              "1: baseline | without patch |  | score | score | 800.5  | scenario=At 20% cpu\n"
              "1: candidate | with patch |  | score | score | 910.1  | scenario=At 20% cpu\n");
}

TEST(ProseScenarios, AreToldByAWhenClause)
{
    EXPECT_EQ(printed("When the sibling is idle, the score is 290.1 without the patch and 290.2 with the patch.\n"),
              "0: baseline | without the patch |  | score | score | 290.1  | scenario=When the sibling is idle\n"
              "0: candidate | with the patch |  | score | score | 290.2  | scenario=When the sibling is idle\n");
}

TEST(ProseScenarios, AreItemsOfAList)
{
    // What was told before the list holds for every item.
    EXPECT_EQ(printed("run unixbench dhry2reg on the box:\n"
                      "\n"
                      "1. the sibling takes 80%cpu:\n"
                      "without patch, the score is 640\n"
                      "with patch, the score is 655.1\n"
                      "2. the sibling takes 20%cpu:\n"
                      "without patch, the score is 800\n"
                      "with patch, the score is 910\n"),
              "0: baseline | without patch | unixbench | Dhrystone 2 using register variables | index | 640 index"
              " | scenario=the sibling takes 80%cpu\n"
              "0: candidate | with patch | unixbench | Dhrystone 2 using register variables | index | 655.1 index"
              " | scenario=the sibling takes 80%cpu\n"
              "\n"
              "0: baseline | without patch | unixbench | Dhrystone 2 using register variables | index | 800 index"
              " | scenario=the sibling takes 20%cpu\n"
              "0: candidate | with patch | unixbench | Dhrystone 2 using register variables | index | 910 index"
              " | scenario=the sibling takes 20%cpu\n");
}

TEST(ProseScenarios, AreCounts)
{
    EXPECT_EQ(printed("with 4 threads, throughput is 100 MB/s without the patch and 120 MB/s with the patch\n"),
              "0: baseline | without the patch |  | throughput | throughput | 100 MB/s | scenario=with 4 threads\n"
              "0: candidate | with the patch |  | throughput | throughput | 120 MB/s | scenario=with 4 threads\n");
    EXPECT_EQ(printed("With one copy the score improves from 120.1 to 125.4; with 96 copies from 2000.5 to 2400.9.\n"),
              "0: baseline | from |  | score | score | 120.1  | scenario=With one copy\n"
              "0: candidate | to |  | score | score | 125.4  | scenario=With one copy\n"
              "1: baseline | from |  | score | score | 2000.5  | scenario=with 96 copies\n"
              "1: candidate | to |  | score | score | 2400.9  | scenario=with 96 copies\n");
}

TEST(ProseScenarios, AreNamesOfRows)
{
    EXPECT_EQ(printed("NUM_DIRS=400, before the patch: 2739 ms\n"
                      "NUM_DIRS=400, after the patch:   909 ms (-66.8%)\n"
                      "\n"
                      "NUM_DIRS=100, before the patch: 924 ms\n"
                      "NUM_DIRS=100, after the patch:   464 ms (-49.8%)\n"),
              "0: baseline | before the patch |  | time | time | 2739 ms | scenario=NUM_DIRS=400\n"
              "0: candidate | after the patch |  | time | time | 909 ms | scenario=NUM_DIRS=400\n"
              "1: baseline | before the patch |  | time | time | 924 ms | scenario=NUM_DIRS=100\n"
              "1: candidate | after the patch |  | time | time | 464 ms | scenario=NUM_DIRS=100\n"
              "claim change -66.8% = -0.668 | before the patch -> after the patch\n"
              "claim change -49.8% = -0.498 | before the patch -> after the patch\n");
}

TEST(ProseScenarios, AreMachines)
{
    EXPECT_EQ(printed("in guest, w/o patch the score is 150; w/ patch the score is 180. in host, w/o patch the score\n"
                      "is 300; w/ patch 301.\n"),
              "0: baseline | w/o patch |  | score | score | 150  | on guest\n"
              "0: candidate | w/ patch |  | score | score | 180  | on guest\n"
              "1: baseline | w/o patch |  | score | score | 300  | on host\n"
              "1: candidate | w/ patch |  | score | score | 301  | on host\n");
    EXPECT_EQ(printed("On x86 the score goes from 120 to 130, on arm64 from 80 to 90.\n"),
              "0: baseline | from |  | score | score | 120  | on x86\n"
              "0: candidate | to |  | score | score | 130  | on x86\n"
              "1: baseline | from |  | score | score | 80  | on arm64\n"
              "1: candidate | to |  | score | score | 90  | on arm64\n");
}

TEST(ProseScenarios, AreCasesThatAHeadingNamesBehindABenchmark)
{
    EXPECT_EQ(printed("fio randread 4k:\n"
                      "  base    : 812k IOPS\n"
                      "  patched : 871k IOPS  (+7.3%)\n"
                      "\n"
                      "fio randwrite 4k:\n"
                      "  base    : 410k IOPS\n"
                      "  patched : 402k IOPS  (-2.0%)\n"),
              "0: baseline | base | fio | fio randread 4k | iops | 812 k IOPS\n"
              "0: candidate | patched | fio | fio randread 4k | iops | 871 k IOPS\n"
              "claim change +7.3% = 0.073 | base -> patched\n"
              "\n"
              "0: baseline | base | fio | fio randwrite 4k | iops | 410 k IOPS\n"
              "0: candidate | patched | fio | fio randwrite 4k | iops | 402 k IOPS\n"
              "claim change -2.0% = -0.02 | base -> patched\n");
}

TEST(ProseScenarios, ThatAreNotToldStillKeepSetsApart)
{
    // The same labels twice, with nothing that tells why: not to be averaged.
    EXPECT_EQ(printed("without patch, the score is 640, with patch, the score is 655.\n"
                      "without patch, the score is 641, with patch, the score is 657.\n"),
              "0: baseline | without patch |  | score | score | 640 \n"
              "0: candidate | with patch |  | score | score | 655 \n"
              "1: baseline | without patch |  | score | score | 641  | set=2\n"
              "1: candidate | with patch |  | score | score | 657  | set=2\n");
}
