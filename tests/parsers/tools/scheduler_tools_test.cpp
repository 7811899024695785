// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& cyclictest();
const Format& hackbench();
const Format& schbench();
const Format& stress_ng();
const Format& will_it_scale();

namespace {

TEST(Hackbench, ReadsModeGroupsAndTime)
{
    const auto probe =
        tests::probe(hackbench(),
                     "Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)\n"
                     "Each sender will pass 100 messages of 100 bytes\n"
                     "Time: 0.213\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* time = probe.result("hackbench", "time");
    ASSERT_NE(time, nullptr);
    EXPECT_DOUBLE_EQ(time->value, 0.213);
    EXPECT_EQ(time->unit, "s");
    EXPECT_EQ(time->better, Better::Lower);
    EXPECT_EQ(probe.written(*time), "0.213");
    const Parameters wanted {
        {"mode", "process"}, {"groups", "10"}, {"fds", "40"}, {"messages", "100"}, {"bytes", "100"}};
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, wanted);
}

TEST(Hackbench, MakesSamplesOfRepeatedRunsAndKeepsGroupsApart)
{
    const auto probe = tests::probe(hackbench(),
                                    "Running with 1*40 (== 40) tasks.\nTime: 0.5\n\n"
                                    "Running with 1*40 (== 40) tasks.\nTime: 0.7\n\n"
                                    "Running with 2*40 (== 80) tasks.\nTime: 1.1\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(results[0].parameters, (Parameters {{"groups", "1"}}));
    EXPECT_DOUBLE_EQ(results[0].value, 0.6); // (0.5 + 0.7) / 2
    ASSERT_EQ(results[0].samples.size(), 2U);
    EXPECT_DOUBLE_EQ(results[0].samples[1].value, 0.7);
    EXPECT_TRUE(results[1].samples.empty());
}

TEST(Hackbench, LeavesTheTimeOfOtherProgramsAlone)
{
    EXPECT_TRUE(tests::probe(hackbench(), "Time: 0.213\n").blocks.empty());
    EXPECT_EQ(tests::probe(hackbench(), "$ hackbench -g 4\nTime: 0.213\n").resultCount(), 1U);
    EXPECT_TRUE(tests::probe(hackbench(), "hackbench  before  after\nTime: 0.213 0.2\n").blocks.empty());
}

TEST(Hackbench, EndsABlockAtWordsAndAtAnotherPrompt)
{
    const std::string run = "Running with 1*40 (== 40) tasks.\nTime: 0.5\n";
    EXPECT_EQ(tests::probe(hackbench(), "before:\n" + run + "after:\n" + run).parsed.size(), 2U);
    EXPECT_EQ(
        tests::probe(hackbench(), "root@old:~# hackbench\n" + run + "root@new:~# hackbench\n" + run).parsed.size(), 2U);
    const auto repeated = tests::probe(hackbench(), "root@old:~# hackbench\n" + run + "root@old:~# hackbench\n" + run);
    ASSERT_EQ(repeated.parsed.size(), 1U);
    EXPECT_EQ(repeated.parsed[0].runs[0].run.results[0].samples.size(), 2U);
}

TEST(Schbench, ReadsTheFirstVersions)
{
    const auto probe = tests::probe(schbench(),
                                    "Latency percentiles (usec)\n\t50.0000th: 8\n\t*99.0000th: 13\n"
                                    "\t99.9000th: 18\n\tmin=0, max=1234\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 5U);
    EXPECT_DOUBLE_EQ(probe.result("99.0000th", "latency")->value, 13);
    EXPECT_DOUBLE_EQ(probe.result("max", "latency")->baseValue, 1234e-6);
    EXPECT_EQ(probe.result("50.0000th", "latency")->unit, "usec");
}

TEST(Schbench, TakesTheLastOfTheReportsThatCountOn)
{
    const auto probe =
        tests::probe(schbench(),
                     "Wakeup Latencies percentiles (usec) runtime 10 (s) (1000 total samples)\n"
                     "\t  50.0th: 7          (300 samples)\n\t* 99.0th: 12         (40 samples)\n\t  min=1, max=90\n"
                     "Request Latencies percentiles (usec) runtime 10 (s) (1010 total samples)\n"
                     "\t  50.0th: 5000       (300 samples)\n\t  min=4000, max=9000\n"
                     "RPS percentiles (requests) runtime 10 (s) (11 total samples)\n"
                     "\t  20.0th: 340        (3 samples)\n\t  min=330, max=350\ncurrent rps: 345.00\n"
                     "Wakeup Latencies percentiles (usec) runtime 20 (s) (2000 total samples)\n"
                     "\t  50.0th: 8          (600 samples)\n\t* 99.0th: 13         (80 samples)\n\t  min=1, max=95\n"
                     "Request Latencies percentiles (usec) runtime 20 (s) (2020 total samples)\n"
                     "\t  50.0th: 5010       (600 samples)\n\t  min=4000, max=9100\n"
                     "RPS percentiles (requests) runtime 20 (s) (21 total samples)\n"
                     "\t  20.0th: 341        (6 samples)\n\t  min=330, max=350\naverage rps: 344.50\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* median = probe.result("Wakeup Latencies 50.0th", "latency");
    ASSERT_NE(median, nullptr);
    EXPECT_DOUBLE_EQ(median->value, 8);
    EXPECT_TRUE(median->samples.empty());
    EXPECT_DOUBLE_EQ(probe.result("Request Latencies 50.0th", "latency")->value, 5010);
    const auto* rate = probe.result("RPS 20.0th", "rate");
    ASSERT_NE(rate, nullptr);
    EXPECT_DOUBLE_EQ(rate->value, 341);
    EXPECT_EQ(rate->better, Better::Higher);
    EXPECT_DOUBLE_EQ(probe.result("average rps", "rate")->value, 344.5);
}

TEST(Schbench, LeavesTablesOfSeveralColumnsAlone)
{
    EXPECT_TRUE(tests::probe(schbench(),
                             "Latency percentiles (usec)    before   after\n"
                             "50.0000th:      8      6\n")
                    .blocks.empty());
    EXPECT_TRUE(tests::probe(schbench(), "Latency percentiles (usec):\n     base   patched\n50.0000th:  9   13\n")
                    .blocks.empty());
}

TEST(Cyclictest, TakesTheLastStateOfEachThread)
{
    const auto probe =
        tests::probe(cyclictest(),
                     "policy: fifo: loadavg: 0.10 0.05 0.01 1/200 1234\n\n"
                     "T: 0 ( 1230) P:80 I:1000 C:    500 Min:      3 Act:    4 Avg:    5 Max:      20\n"
                     "T: 1 ( 1231) P:80 I:1500 C:    333 Min:      2 Act:    4 Avg:    4 Max:      10\n"
                     "T: 0 ( 1230) P:80 I:1000 C:   1000 Min:      2 Act:    4 Avg:    5 Max:      31\n"
                     "T: 1 ( 1231) P:80 I:1500 C:    666 Min:      2 Act:    3 Avg:    4 Max:      12\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    ASSERT_EQ(results.size(), 6U);
    EXPECT_EQ(results[2].metric, "max");
    EXPECT_DOUBLE_EQ(results[2].value, 31);
    EXPECT_EQ(results[2].unit, "us");
    EXPECT_EQ(results[2].parameters.at("thread"), "0");
    EXPECT_DOUBLE_EQ(results[5].value, 12);
    EXPECT_TRUE(results[5].samples.empty());
}

TEST(Cyclictest, ReadsTheTotalsOfAHistogram)
{
    const auto probe = tests::probe(cyclictest(),
                                    "# Total: 000001000 000001000\n# Min Latencies: 00002 00003\n"
                                    "# Avg Latencies: 00005 00004\n# Max Latencies: 00031 00012\n"
                                    "# Histogram Overflows: 00000 00000\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    ASSERT_EQ(results.size(), 6U);
    EXPECT_DOUBLE_EQ(results[5].value, 12);
    EXPECT_EQ(results[5].parameters.at("thread"), "1");
}

TEST(StressNg, ReadsTheColumnsOfEachVersion)
{
    const auto probe = tests::probe(
        stress_ng(),
        "stress-ng: info:  [77] dispatching hogs: 4 cpu\n"
        "stress-ng: metrc: [77] stressor       bogo ops real time  usr time  sys time   bogo ops/s     "
        "bogo ops/s CPU used per       RSS Max\n"
        "stress-ng: metrc: [77]                           (secs)    (secs)    (secs)   (real time) "
        "(usr+sys time) instance (%)          (KB)\n"
        "stress-ng: metrc: [77] cpu               12000     10.00     39.00      1.00      1200.00         "
        "300.00        99.70          7680\n"
        "stress-ng: info:  [77] successful run completed in 10.01s\n\n"
        "stressor       bogo ops real time  usr time  sys time   bogo ops/s   bogo ops/s\n"
        "                          (secs)    (secs)    (secs)   (real time) (usr+sys time)\n"
        "pipe             5000     10.00     15.00     25.00       500.00       125.00\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    EXPECT_DOUBLE_EQ(probe.result("cpu", "bogo ops/s (real time)", 0)->value, 1200);
    EXPECT_DOUBLE_EQ(probe.result("cpu", "CPU used per instance", 0)->value, 99.7);
    EXPECT_DOUBLE_EQ(probe.result("cpu", "RSS max", 0)->baseValue, 7680.0 * 1024);
    EXPECT_EQ(probe.result("pipe", "RSS max", 1), nullptr);
    EXPECT_DOUBLE_EQ(probe.result("pipe", "bogo ops/s (usr+sys time)", 1)->value, 125);
    EXPECT_EQ(probe.resultCount(), 14U);
}

TEST(StressNg, ReadsItsCountersWhoseBillionsAreNoBytes)
{
    const auto probe = tests::probe(
        stress_ng(),
        "stress-ng: info:  [68] fault:\n"
        "stress-ng: info:  [68]      4,399,219,085,152 CPU Cycles          67.327 B/sec\n"
        "stress-ng: info:  [68]      1,616,524,844,832 Instructions        24.740 B/sec (0.367 instr. per cycle)\n"
        "stress-ng: info:  [68]             39,529,792 Page Faults Total    0.605 M/sec\n"
        "stress-ng: info:  [68]                    254 Migrations           4.250 /sec\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"stressor", "fault"}}));
    EXPECT_DOUBLE_EQ(probe.result("CPU Cycles", "count")->value, 4399219085152.0);
    EXPECT_EQ(probe.written(*probe.result("CPU Cycles", "count")), "4,399,219,085,152");
    const auto* rate = probe.result("CPU Cycles", "rate");
    ASSERT_NE(rate, nullptr);
    EXPECT_EQ(rate->unit, "B/sec");
    EXPECT_DOUBLE_EQ(rate->baseValue, 67.327e9);
    EXPECT_EQ(rate->baseUnit, "1/s");
    EXPECT_DOUBLE_EQ(probe.result("Page Faults Total", "rate")->baseValue, 605000);
    EXPECT_DOUBLE_EQ(probe.result("Migrations", "rate")->baseValue, 4.25);
    EXPECT_DOUBLE_EQ(probe.result("Instructions", "instructions per cycle")->value, 0.367);
}

TEST(StressNg, KeepsAnotherProcessApart)
{
    const std::string head = " stressor       bogo ops real time  usr time  sys time   bogo ops/s     bogo ops/s\n";
    const std::string row = " vm  100 1.00 1.00 0.00 100.00 100.00\n";
    const auto probe = tests::probe(stress_ng(),
                                    "stress-ng: metrc: [1]" + head + "stress-ng: metrc: [1]" + row
                                        + "stress-ng: metrc: [2]" + head + "stress-ng: metrc: [2]" + row);
    EXPECT_EQ(probe.parsed.size(), 2U);
}

TEST(WillItScale, TakesTheAverageOfATestCase)
{
    const auto probe = tests::probe(will_it_scale(),
                                    "testcase:Context switch via pipe\nwarmup\n"
                                    "min:100 max:101 total:201\nmeasurement\n"
                                    "min:150 max:152 total:302\nmin:151 max:153 total:304\naverage:303\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 1U);
    EXPECT_DOUBLE_EQ(probe.result("Context switch via pipe", "operations")->value, 303);
}

TEST(WillItScale, ReadsTheTableOfAScript)
{
    const auto probe = tests::probe(will_it_scale(),
                                    "tasks,processes,processes_idle,threads,threads_idle,linear\n"
                                    "0,0,100,0,100,0\n1,300,97.90,280,98.10,300\n2,590,95.80,500,96.20,600\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 8U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.results[4].parameters, (Parameters {{"tasks", "2"}}));
    EXPECT_DOUBLE_EQ(probe.parsed[0].runs[0].run.results[4].value, 590);
}

}
}
