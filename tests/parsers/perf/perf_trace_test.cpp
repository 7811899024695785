// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& perf_trace();

namespace {

TEST(PerfTrace, ReadsATableForEachThread)
{
    const auto probe =
        tests::probe(perf_trace(),
                     " Summary of events:\n\n"
                     " thr (21933), 118 events, 6.5%\n\n"
                     "   syscall            calls  errors  total       min       avg       max       stddev\n"
                     "                                     (msec)    (msec)    (msec)    (msec)        (%)\n"
                     "   --------------- --------  ------ -------- --------- --------- ---------     ------\n"
                     "   futex                  4      1   130.682     2.304    40.000   115.797     50.00%\n\n\n"
                     " thr (21939), 420 events, 23.0%\n\n"
                     "   syscall            calls  errors  total       min       avg       max       stddev\n"
                     "                                     (msec)    (msec)    (msec)    (msec)        (%)\n"
                     "   --------------- --------  ------ -------- --------- --------- ---------     ------\n"
                     "   futex                  4      0     0.547     0.009     0.137     0.389     65.26%\n");
    ASSERT_EQ(probe.blocks.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 18U); // twice seven, and two of each thread's own
    const auto& results = probe.parsed[0].runs[0].run.results;
    EXPECT_EQ(results[0].test, "thr");
    EXPECT_EQ(results[0].metric, "events");
    EXPECT_DOUBLE_EQ(results[1].baseValue, 0.065);
    const auto& mean = results[6];
    EXPECT_EQ(mean.metric, "avg");
    EXPECT_EQ(mean.parameters, (Parameters {{"task", "thr"}}));
    ASSERT_TRUE(mean.spread);
    EXPECT_EQ(mean.spread->kind, SpreadKind::Stderr);
    EXPECT_DOUBLE_EQ(mean.spread->value, 20); // half of 40
    EXPECT_EQ(mean.repeats, 4);
    EXPECT_EQ(results[11].parameters, (Parameters {{"task", "thr"}, {"occurrence", "2"}}));
}

TEST(PerfTrace, TakesASpreadAboveTheMeanAsAStandardDeviation)
{
    const auto probe =
        tests::probe(perf_trace(),
                     "   total, 2824 events\n\n"
                     "     syscall            calls  errors  total       min       avg       max       stddev\n"
                     "                                       (msec)    (msec)    (msec)    (msec)        (%)\n"
                     "     --------------- --------  ------ -------- --------- --------- ---------     ------\n"
                     "     futex                372     18  4373.773     0.000    10.000   997.715    660.00%\n"
                     "     nanosleep              6      0    50.926     0.000     8.488    10.210     43.\n");
    const auto* mean = probe.result("futex", "avg");
    ASSERT_NE(mean, nullptr);
    EXPECT_EQ(mean->spread->kind, SpreadKind::Stddev);
    EXPECT_DOUBLE_EQ(mean->spread->value, 66);
    EXPECT_NE(probe.result("nanosleep", "max"), nullptr);
    EXPECT_EQ(probe.result("nanosleep", "stddev"), nullptr); // cut off within the number
}

TEST(PerfTrace, ReadsOldTablesWithoutTotals)
{
    const auto probe = tests::probe(perf_trace(),
                                    " dd (32431), 4096 events, 99.9%, 0.000 msec\n\n"
                                    "   syscall            calls      min       avg       max      stddev\n"
                                    "                               (msec)    (msec)    (msec)        (%)\n"
                                    "   --------------- -------- --------- --------- ---------     ------\n"
                                    "   read                 500     0.001     0.002     0.004      1.50%\n");
    EXPECT_EQ(probe.resultCount(), 7U);
    EXPECT_DOUBLE_EQ(probe.result("read", "max")->value, 0.004);
}

TEST(PerfTrace, ReadsTheSummaryOfTheScheduler)
{
    const auto probe = tests::probe(
        perf_trace(),
        "Runtime summary\n"
        "                          comm  parent   sched-in     run-time    min-run     avg-run     max-run  stddev  "
        "migrations\n"
        "                                          (count)       (msec)     (msec)      (msec)      (msec)       %\n"
        "----------------------------------------------------------------------------------------------------------\n"
        "                 :19504[19504]      -1          3        5.772      0.312       2.000       3.402   46.50     "
        "  0\n"
        "                 my job[688/687]    16         23        2.312      0.010       0.100       0.236   10.49     "
        "  2\n");
    EXPECT_EQ(probe.resultCount(), 14U);
    const auto* mean = probe.result(":19504", "avg-run");
    ASSERT_NE(mean, nullptr);
    EXPECT_DOUBLE_EQ(mean->spread->value, 0.93);
    EXPECT_DOUBLE_EQ(probe.result("my job", "migrations")->value, 2);
}

TEST(PerfTrace, LeavesOtherTablesAlone)
{
    EXPECT_TRUE(tests::probe(perf_trace(), "syscall  is slow\nread  1 2 3 4\n").blocks.empty());
}

}
}
