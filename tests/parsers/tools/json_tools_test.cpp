// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& google_benchmark();
const Format& google_benchmark_text();
const Format& hyperfine();
const Format& hyperfine_text();
const Format& iperf3_json();

namespace {

TEST(Hyperfine, KeepsEveryRunOfACommand)
{
    const auto probe = tests::probe(
        hyperfine(), R"({"results": [{"command": "./old", "mean": 0.25, "stddev": 0.01, "median": 0.25, "user": 0.2,
            "system": 0.04, "min": 0.24, "max": 0.26, "times": [0.24, 0.26], "exit_codes": [0, 1],
            "parameters": {"threads": "4"}}]})");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* time = probe.result("./old", "time");
    ASSERT_NE(time, nullptr);
    EXPECT_DOUBLE_EQ(time->value, 0.25);
    ASSERT_EQ(time->samples.size(), 2U);
    EXPECT_DOUBLE_EQ(time->samples[1].value, 0.26);
    EXPECT_EQ(probe.written(*time), "0.25");
    EXPECT_DOUBLE_EQ(time->spread->value, 0.01);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"threads", "4"}}));
    EXPECT_EQ(probe.resultCount(), 3U);
    EXPECT_EQ(probe.diagnosticCount("command-failed"), 1U);
}

TEST(Hyperfine, ReadsWhatIsWholeOfADocumentThatEndsEarly)
{
    const auto probe = tests::probe(
        hyperfine(), R"({"results": [{"command": "a", "mean": 1.5, "times": [1.5]}, {"command": "b", "mean": 2.)");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 1U);
    EXPECT_EQ(probe.diagnosticCount("cut-json"), 1U);
    EXPECT_TRUE(tests::probe(hyperfine(), R"({"results": [1, 2, 3]})").blocks.empty());
    EXPECT_TRUE(tests::probe(hyperfine(), R"("results")").blocks.empty());
}

TEST(GoogleBenchmark, MakesSamplesOfRepetitionsAndLeavesTheirMeansOut)
{
    const auto probe =
        tests::probe(google_benchmark(), R"({"context": {"host_name": "box", "num_cpus": 8}, "benchmarks": [
            {"name": "BM_find/8", "run_name": "BM_find/8", "run_type": "iteration", "repetitions": 2, "repetition_index": 0,
             "threads": 1, "iterations": 100, "real_time": 10.0, "cpu_time": 9.0, "time_unit": "ns", "items_per_second": 5e8},
            {"name": "BM_find/8", "run_name": "BM_find/8", "run_type": "iteration", "repetitions": 2, "repetition_index": 1,
             "threads": 1, "iterations": 100, "real_time": 12.0, "cpu_time": 11.0, "time_unit": "ns", "items_per_second": 4e8},
            {"name": "BM_find/8_mean", "run_name": "BM_find/8", "run_type": "aggregate", "aggregate_name": "mean",
             "repetitions": 2, "real_time": 11.0, "cpu_time": 10.0, "time_unit": "ns"}]})");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 3U);
    const auto* real = probe.result("BM_find/8", "real time");
    ASSERT_NE(real, nullptr);
    EXPECT_DOUBLE_EQ(real->value, 11);
    EXPECT_EQ(real->samples.size(), 2U);
    EXPECT_EQ(probe.result("BM_find/8", "items_per_second")->better, Better::Higher);
    EXPECT_EQ(probe.parsed[0].runs[0].run.machine.label, "box");
    EXPECT_EQ(probe.parsed[0].runs[0].run.machine.cpus, 8);
}

TEST(GoogleBenchmark, TakesMeansWhereNothingElseIsReported)
{
    const auto probe = tests::probe(google_benchmark(), R"({"context": {}, "benchmarks": [
            {"name": "BM_a_mean", "run_name": "BM_a", "run_type": "aggregate", "aggregate_name": "mean", "repetitions": 10,
             "real_time": 2.5, "cpu_time": 2.4, "time_unit": "ms"},
            {"name": "BM_a_stddev", "run_name": "BM_a", "run_type": "aggregate", "aggregate_name": "stddev",
             "real_time": 0.1, "cpu_time": 0.2, "time_unit": "ms"},
            {"name": "BM_b", "run_name": "BM_b", "run_type": "iteration", "error_occurred": true, "error_message": "no data"}]})");
    const auto* real = probe.result("BM_a", "real time");
    ASSERT_NE(real, nullptr);
    EXPECT_DOUBLE_EQ(real->baseValue, 2.5e-3);
    EXPECT_EQ(real->repeats, 10);
    ASSERT_TRUE(real->spread);
    EXPECT_DOUBLE_EQ(real->spread->value, 0.1);
    EXPECT_EQ(probe.resultCount(), 2U);
    EXPECT_EQ(probe.diagnosticCount("benchmark-failed"), 1U);
}

TEST(Hyperfine, ReadsWhatItPrints)
{
    const auto probe = tests::probe(hyperfine_text(),
                                    "Benchmark 1: ./old --fast\n"
                                    "  Time (mean ± σ):      16.1 ms ±   9.5 ms    [User: 0.9 ms, System: 0.8 ms]\n"
                                    "  Range (min … max):     9.4 ms …  22.8 ms    12 runs\n \n"
                                    "Benchmark 2: ./new\n"
                                    "  Time (abs ≡):        1.5 s               [User: 1.0 s, System: 0.5 s]\n \n"
                                    "Summary\n  ./old --fast ran\n   93.17 ± 1.02 times faster than ./new\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 8U);
    const auto* time = probe.result("./old --fast", "time");
    ASSERT_NE(time, nullptr);
    EXPECT_DOUBLE_EQ(time->baseValue, 16.1e-3);
    EXPECT_DOUBLE_EQ(time->spread->value, 9.5);
    EXPECT_EQ(time->repeats, 12);
    EXPECT_DOUBLE_EQ(probe.result("./new", "system time")->value, 0.5);
}

TEST(GoogleBenchmark, ReadsWhatItPrints)
{
    const auto probe = tests::probe(google_benchmark_text(),
                                    "---------------------------------------------------\n"
                                    "Benchmark         Time             CPU   Iterations\n"
                                    "---------------------------------------------------\n"
                                    "BM_find/8      10.0 ns         9.0 ns     56789012 items_per_second=100M/s\n"
                                    "BM_find/8      12.0 ns        11.0 ns     56789012\n"
                                    "BM_find/8_mean 11.0 ns        10.0 ns            2\n"
                                    "BM_sort_mean    2.5 us         2.4 us           10\n"
                                    "BM_sort_stddev  0.1 us         0.2 us           10\n"
                                    "BM_sort_cv     4.00 %         8.33 %            10\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 4U);
    EXPECT_EQ(probe.result("BM_find/8", "real time")->samples.size(), 2U);
    EXPECT_DOUBLE_EQ(probe.result("BM_sort", "real time")->spread->value, 0.1);
}

TEST(IperfJson, ReadsBothSidesAndTheLoad)
{
    const auto probe = tests::probe(
        iperf3_json(),
        R"({"start": {"test_start": {"protocol": "TCP", "num_streams": 2, "blksize": 131072, "duration": 10}},
            "intervals": [], "end": {"sum_sent": {"bits_per_second": 8e9, "retransmits": 3},
            "sum_received": {"bits_per_second": 7.9e9}, "cpu_utilization_percent": {"host_total": 12.5, "remote_total": 20}}})");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto& run = probe.parsed[0].runs[0].run;
    ASSERT_EQ(run.results.size(), 5U);
    EXPECT_DOUBLE_EQ(run.results[0].baseValue, 1e9);
    EXPECT_EQ(run.results[0].parameters, (Parameters {{"side", "sender"}}));
    EXPECT_DOUBLE_EQ(run.results[2].value, 7.9e9);
    EXPECT_EQ(run.parameters.at("streams"), "2");
    const auto failed = tests::probe(iperf3_json(), R"({"start": {}, "end": {}, "error": "unable to connect"})");
    EXPECT_TRUE(failed.blocks.empty());
}

}
}
