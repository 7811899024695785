// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& perf_bench();

namespace {

TEST(PerfBench, ReadsTimeLatencyAndThroughputOfASection)
{
    const auto probe = tests::probe(perf_bench(),
                                    "# Running 'sched/pipe' benchmark:\n"
                                    "# Executed 10000 pipe operations between two processes\n"
                                    "\n"
                                    "     Total time: 0.901 [sec]\n"
                                    "\n"
                                    "      90.128700 usecs/op\n"
                                    "          11095 ops/sec\n");
    ASSERT_EQ(probe.resultCount(), 3U);
    const auto* total = probe.result("sched/pipe", "Total time");
    ASSERT_NE(total, nullptr);
    EXPECT_DOUBLE_EQ(total->baseValue, 0.901);
    EXPECT_EQ(total->parameters, (Parameters {{"operations", "10000"}, {"between", "processes"}}));
    const auto* latency = probe.result("sched/pipe", "latency");
    ASSERT_NE(latency, nullptr);
    EXPECT_DOUBLE_EQ(latency->value, 90.1287);
    EXPECT_NEAR(latency->baseValue, 90.1287e-6, 1e-15);
    EXPECT_EQ(latency->better, Better::Lower);
    EXPECT_EQ(probe.result("sched/pipe", "throughput")->better, Better::Higher);
}

TEST(PerfBench, TakesGigabytesOfTheCopyingBenchmarksAsPowersOf1024)
{
    const auto probe = tests::probe(perf_bench(),
                                    "# Running 'mem/memcpy' benchmark:\n"
                                    "# function 'default' (Default memcpy() provided by glibc)\n"
                                    "# Copying 16MB bytes ...\n\n"
                                    "       1.500000 GB/sec\n"
                                    "# function 'x86-64-unrolled' (unrolled memcpy())\n"
                                    "# Copying 16MB bytes ...\n\n"
                                    "      12.500000d KB/sec\n");
    ASSERT_EQ(probe.resultCount(), 2U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    EXPECT_DOUBLE_EQ(results[0].baseValue, 1.5 * 1073741824);
    EXPECT_EQ(results[0].parameters, (Parameters {{"function", "default"}, {"size", "16MB"}}));
    EXPECT_DOUBLE_EQ(results[1].baseValue, 12.5 * 1024);
    EXPECT_EQ(results[1].parameters.at("function"), "x86-64-unrolled");
}

TEST(PerfBench, KeepsThreadsApartAndTakesThePercentageAsAStandardError)
{
    const auto probe =
        tests::probe(perf_bench(),
                     "# Running 'futex/hash' benchmark:\n"
                     "Run summary [PID 17585]: 2 threads, each operating on 1024 [private] futexes for 2 secs.\n\n"
                     "[thread  0] futexes: 0x5569efdc51a0 ... 0x5569efdc619c [ 52736 ops/sec ]\n"
                     "[thread  1] futexes: 0x5569efdc6440 ... 0x5569efdc743c [ 99328 ops/sec ]\n\n"
                     "Averaged 76032 operations/sec (+- 25.00%), total secs = 2\n");
    ASSERT_EQ(probe.resultCount(), 3U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    EXPECT_EQ(results[1].parameters, (Parameters {{"thread", "1"}}));
    EXPECT_DOUBLE_EQ(results[1].value, 99328);
    ASSERT_TRUE(results[2].spread);
    EXPECT_EQ(results[2].spread->kind, SpreadKind::Stderr);
    EXPECT_DOUBLE_EQ(results[2].spread->value, 19008); // a quarter of 76032
}

TEST(PerfBench, MakesSamplesOfTheRunsBelowTheirMean)
{
    constexpr std::string_view kRuns = "# Running 'futex/wake' benchmark:\n"
                                       "[Run 1]: Wokeup 4 of 4 threads in 0.5000 ms\n"
                                       "[Run 2]: Wokeup 4 of 4 threads in 1.0000 ms\n";
    const auto whole =
        tests::probe(perf_bench(), std::string(kRuns) + "Wokeup 4 of 4 threads in 0.7500 ms (+-33.33%)\n");
    ASSERT_EQ(whole.resultCount(), 1U);
    const auto* wake = whole.result("futex/wake", "time to wake");
    ASSERT_NE(wake, nullptr);
    EXPECT_DOUBLE_EQ(wake->value, 0.75);
    ASSERT_EQ(wake->samples.size(), 2U);
    EXPECT_DOUBLE_EQ(wake->samples[1].value, 1.0);

    const auto cut = tests::probe(perf_bench(), kRuns);
    ASSERT_EQ(cut.resultCount(), 1U);
    EXPECT_DOUBLE_EQ(cut.result("futex/wake", "time to wake")->value, 0.75); // the mean that was cut off
}

TEST(PerfBench, ReadsAveragesOfTheInternalBenchmarks)
{
    const auto probe = tests::probe(perf_bench(),
                                    "# Running 'mem/find_bit' benchmark:\n"
                                    "100000 operations 2 bits set of 4 bits\n"
                                    "  Average for_each_set_bit took: 621.000 usec (+- 58.000 usec)\n"
                                    "  Average test_bit loop took:    230.500 usec (+- 12.500 usec)\n");
    ASSERT_EQ(probe.resultCount(), 2U);
    const auto* loop = probe.result("mem/find_bit", "test_bit loop");
    ASSERT_NE(loop, nullptr);
    EXPECT_EQ(loop->parameters.at("bits"), "2 of 4");
    EXPECT_DOUBLE_EQ(loop->spread->value, 12.5);
}

TEST(PerfBench, TakesThreeSectionsWithoutAWordBetweenThemAsRepeats)
{
    std::string text;
    for (const auto* const time : {"4.0", "5.0", "9.0"}) {
        text += std::string("# Running 'sched/messaging' benchmark:\n# 20 sender and receiver processes per group\n"
                            "# 2 groups == 80 processes run\n\n     Total time: ")
            + time + " [sec]\n\n";
    }
    const auto probe = tests::probe(perf_bench(), text);
    ASSERT_EQ(probe.resultCount(), 1U);
    const auto* total = probe.result("sched/messaging", "Total time");
    EXPECT_DOUBLE_EQ(total->value, 6.0);
    EXPECT_EQ(total->samples.size(), 3U);
    EXPECT_EQ(total->parameters, (Parameters {{"groups", "2"}, {"processes", "80"}}));
}

TEST(PerfBench, KnowsABareNumberByTheCommandAboveIt)
{
    const auto pipe = tests::probe(perf_bench(), "$ perf bench -f simple sched pipe -l 20000\n0.791\n");
    ASSERT_EQ(pipe.resultCount(), 1U);
    EXPECT_DOUBLE_EQ(pipe.result("sched/pipe", "Total time")->value, 0.791);
    EXPECT_EQ(tests::probe(perf_bench(), "$ ./something -l 20000\n0.791\n").resultCount(), 0U);
}

TEST(PerfBench, SaysSoWhenABenchmarkEndedWithoutAResult)
{
    const auto probe = tests::probe(perf_bench(), "# Running 'mem/memcpy' benchmark:\nFailed to open cycles counter\n");
    EXPECT_EQ(probe.resultCount(), 0U);
    EXPECT_EQ(probe.diagnosticCount("no-result"), 1U);
}

TEST(PerfBench, LeavesOtherTextAlone)
{
    EXPECT_TRUE(
        tests::probe(perf_bench(), "Running the benchmark: it took long\nTotal time: 12 minutes\n").blocks.empty());
}

}
}
