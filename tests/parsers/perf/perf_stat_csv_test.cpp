// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& perf_stat_csv();

namespace {

tests::Probe read(std::string_view text)
{
    return tests::probe(perf_stat_csv(), text);
}

TEST(PerfStatCsv, ReadsRepeatsWithNoiseMetricAndShare)
{
    const auto probe = read("17983079422078419440\n"
                            "200.00,msec,task-clock,1.50%,269249961,100.00,0.357,CPUs utilized\n"
                            "98,,cs,4.42%,269249961,75.50,356.248,/sec\n"
                            "<not supported>,,cycles,0,100.00,,\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 6U);
    const auto* clock = probe.result("task-clock", "value");
    ASSERT_NE(clock, nullptr);
    EXPECT_DOUBLE_EQ(clock->value, 200);
    EXPECT_DOUBLE_EQ(clock->baseValue, 0.2);
    EXPECT_EQ(clock->unit, "msec");
    EXPECT_DOUBLE_EQ(clock->spread->value, 3); // 1.5 % of 200 msec
    EXPECT_EQ(probe.written(*clock), "200.00");
    EXPECT_DOUBLE_EQ(probe.result("cs", "rate")->value, 356.248);
    EXPECT_DOUBLE_EQ(probe.result("cs", "running")->value, 75.5);
    EXPECT_EQ(probe.diagnosticCount("not-counted"), 1U);
}

TEST(PerfStatCsv, ReadsADecimalCommaThatIsTheSeparatorTooAndLeavesCutMetricsOut)
{
    const auto probe = read("390,97,msec,task-clock,1,69%,390965662,100,00,0,CPUs utilized\n"
                            "124,,cs,48,39%,390965662,100,00,311,/sec\n");
    ASSERT_NE(probe.result("task-clock", "value"), nullptr);
    EXPECT_DOUBLE_EQ(probe.result("task-clock", "value")->value, 390.97);
    EXPECT_EQ(probe.written(*probe.result("task-clock", "value")), "390,97");
    EXPECT_DOUBLE_EQ(probe.result("task-clock", "running")->value, 100);
    EXPECT_NEAR(probe.result("cs", "value")->spread->value, 124 * 0.4839, 1e-9);
    EXPECT_EQ(probe.result("task-clock", "CPUs utilized"), nullptr);
    EXPECT_EQ(probe.result("cs", "rate"), nullptr);
    EXPECT_EQ(probe.diagnosticCount("lost-fraction"), 1U);
}

TEST(PerfStatCsv, ReadsScopesSeparatorsAndIntervals)
{
    const auto probe = read("S0-D0-C0,1,353.44,msec,cpu-clock,353443332,100.00,1.000,CPUs utilized\n"
                            "S0-D0-C1,1,1645,,cs,353438574,100.00,4.654,K/sec\n"
                            "\n"
                            "CPU1|391.77|msec|cpu-clock [software]|391770185|100.00|1.000|CPUs utilized\n"
                            "\n"
                            "     1.000754597;400;;cycles;4493623;100.00;0.022;GHz\n"
                            "     2.000754597;600;;cycles;4493623;100.00;0.022;GHz\n"
                            "         summary;1000;;cycles;4493623;100.00;0.004;GHz\n");
    ASSERT_EQ(probe.parsed.size(), 4U);
    EXPECT_EQ(probe.result("cs", "value", 0)->parameters, (Parameters {{"core", "S0-D0-C1"}}));
    EXPECT_DOUBLE_EQ(probe.result("cs", "value", 0)->value, 1645);
    EXPECT_EQ(probe.result("cpu-clock", "value", 1)->parameters, (Parameters {{"cpu", "1"}}));
    const auto* ticks = probe.result("cycles", "value", 2);
    ASSERT_NE(ticks, nullptr);
    EXPECT_EQ(ticks->samples.size(), 2U);
    EXPECT_DOUBLE_EQ(ticks->value, 500);
    EXPECT_DOUBLE_EQ(probe.result("cycles", "value", 3)->value, 1000);
}

TEST(PerfStatCsv, LeavesOtherTextAlone)
{
    EXPECT_TRUE(read("1,2,3,4,5,6\n").blocks.empty());
    EXPECT_TRUE(read("5,,cycles,of,fun,3,4\n").blocks.empty());
    EXPECT_TRUE(read("2024,msec,task-clock\n").blocks.empty());
}

}
}
