// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& perf_sched();

namespace {

constexpr std::string_view kRuler =
    " ----------------------------------------------------------------------------------------------------------\n";

TEST(PerfSched, ReadsLatenciesByTheNameOfTheTask)
{
    const auto probe = tests::probe(perf_sched(),
                                    std::string(kRuler)
                                        + "  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max "
                                          "delay ms    | Max delay start   | Max "
                                          "delay end |\n"
                                        + std::string(kRuler)
                                        + "  worker:(41)           |   1122.049 ms |      647 | avg: 299.969 ms | "
                                          "max:1488.646 ms | max start:  2686.4 s | "
                                          "max end:  2687.9 s\n"
                                          "  readlink:19477        |      9.859 ms |        4 | avg:  42.980 ms | max: "
                                          " 81.082 ms | max start:  2682.0 s | "
                                          "max end:  2682.1 s\n"
                                        + std::string(kRuler)
                                        + "  TOTAL:                |  16619.130 ms |    19039 |\n ----------------\n"
                                          "  INFO: 0.519% context switch bugs (55 out of 10594)\n");
    ASSERT_EQ(probe.blocks.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 14U); // twice six, and two of the sum
    const auto* longest = probe.result("worker", "max delay");
    ASSERT_NE(longest, nullptr);
    EXPECT_DOUBLE_EQ(longest->value, 1488.646);
    EXPECT_EQ(longest->better, Better::Lower);
    EXPECT_DOUBLE_EQ(probe.result("readlink", "switches")->value, 4);
    EXPECT_EQ(probe.result("readlink", "switches")->better, Better::Unknown);
    EXPECT_DOUBLE_EQ(probe.result("total", "runtime")->value, 16619.13);
    EXPECT_EQ(probe.diagnosticCount("lost-samples"), 1U);
}

TEST(PerfSched, TakesLabelsWithinATableAsItsSides)
{
    const auto probe = tests::probe(
        perf_sched(),
        "    Task                  |   Runtime ms  | Switches | Average delay ms | Maximum delay ms | Maximum delay at "
        "|\n"
        "   -------------------------------------------------------------------------------------------------\n"
        "\n"
        "  vanilla\n"
        "    netperf:4337          |  21709.193 ms |     2932 | avg:    0.002 ms | max:    0.041 ms | max at: "
        "112.154512 s\n"
        "\n"
        "  queue-v1r2\n"
        "    netperf:4339          |  29789.717 ms |     2460 | avg:    0.003 ms | max:    0.059 ms | max at: "
        "138.205389 s\n"
        "   -------------------------------------------------------------------------------------------------\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "vanilla");
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.role, Role::Candidate);
    EXPECT_DOUBLE_EQ(probe.result("netperf", "avg delay", 0, 1)->value, 0.003);
    const auto* at = probe.result("netperf", "max delay at", 0, 1);
    ASSERT_NE(at, nullptr);
    EXPECT_DOUBLE_EQ(at->value, 138.205389);
    EXPECT_EQ(at->better, Better::Unknown);
}

TEST(PerfSched, ReadsKernelWorkByNameAndProcessor)
{
    const auto probe = tests::probe(
        perf_sched(),
        "  Kwork Name                     | Cpu  | Avg delay     | Count     | Max delay     | Max delay start     |\n"
        " ---------------------------------------------------------------------------------------------------\n"
        "  (s)RCU:9                       | 0000 |      0.025 ms |       134 |      1.110 ms |       1700.8 s |\n"
        "  (s)RCU:9                       | 0001 |      0.026 ms |       116 |      1.780 ms |       1700.6 s |\n");
    EXPECT_EQ(probe.resultCount(), 8U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    EXPECT_EQ(results[0].test, "(s)RCU:9");
    EXPECT_EQ(results[4].parameters, (Parameters {{"cpu", "0001"}}));
    EXPECT_DOUBLE_EQ(results[6].value, 1.78);
}

TEST(PerfSched, LeavesOtherTablesAlone)
{
    EXPECT_TRUE(tests::probe(perf_sched(), "Task | Owner | State\n a | 3 | 4\n").blocks.empty());
}

}
}
