// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& perf_stat_json();

namespace {

tests::Probe read(std::string_view text)
{
    return tests::probe(perf_stat_json(), text);
}

TEST(PerfStatJson, ReadsNumbersThatOneVersionWritesBareAndAnotherInQuotes)
{
    const auto probe =
        read("8000000\n"
             R"({"counter-value" : "200.500000", "unit" : "msec", "event" : "task-clock", "variance" : 1.50, )"
             R"("event-runtime" : 200500000, "pcnt-running" : 100.00, "metric-value" : 0.250000, )"
             R"("metric-unit" : "CPUs utilized"})"
             "\n"
             R"({"counter-value" : "802.000000", "unit" : "", "event" : "cs", "event-runtime" : 200500000, )"
             R"("pcnt-running" : 75.50, "metric-value" : "4.000000", "metric-unit" : "K/sec"})"
             "\n"
             R"({"counter-value" : "<not supported>", "unit" : "", "event" : "cycles", "event-runtime" : 0, )"
             R"("pcnt-running" : 100.00, "metric-value" : "0.000000", "metric-unit" : ""})"
             "\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 8U);
    const auto* clock = probe.result("task-clock", "value");
    ASSERT_NE(clock, nullptr);
    EXPECT_DOUBLE_EQ(clock->value, 200.5);
    EXPECT_DOUBLE_EQ(clock->baseValue, 0.2005);
    ASSERT_TRUE(clock->spread);
    EXPECT_DOUBLE_EQ(clock->spread->value, 3.0075); // 1.5 % of 200.5 msec
    EXPECT_EQ(probe.written(*clock), "200.500000");
    EXPECT_DOUBLE_EQ(probe.result("task-clock", "CPUs utilized")->value, 0.25);
    EXPECT_DOUBLE_EQ(probe.result("cs", "rate")->baseValue, 4000);
    EXPECT_DOUBLE_EQ(probe.result("cs", "running")->value, 75.5);
    EXPECT_DOUBLE_EQ(probe.result("cs", "run time")->baseValue, 0.2005);
    EXPECT_EQ(probe.diagnosticCount("not-counted"), 1U);
}

TEST(PerfStatJson, ReadsADecimalCommaThatMakesItNoJson)
{
    const auto probe =
        read(R"({"counter-value" : "433,359583", "unit" : "msec", "event" : "task-clock", "variance" : 1,03, )"
             R"("event-runtime" : 437826890, "pcnt-running" : 100,00, "metric-value" : "0,092049", )"
             R"("metric-unit" : "CPUs utilized"})"
             "\n");
    const auto* clock = probe.result("task-clock", "value");
    ASSERT_NE(clock, nullptr);
    EXPECT_DOUBLE_EQ(clock->value, 433.359583);
    EXPECT_NEAR(clock->spread->value, 433.359583 * 0.0103, 1e-9);
    EXPECT_DOUBLE_EQ(probe.result("task-clock", "running")->value, 100);
    EXPECT_DOUBLE_EQ(probe.result("task-clock", "CPUs utilized")->value, 0.092049);
}

TEST(PerfStatJson, TakesIntervalsAsSeriesOverTheOutputOfTheProgram)
{
    const auto row = [](std::string_view time, std::string_view rate, std::string_view unit) {
        return std::string(R"({"interval" : )") + std::string(time)
            + R"(, "counter-value" : "10.000000", "unit" : "", "event" : "cs", "event-runtime" : 5, )"
              R"("pcnt-running" : 100.00, "metric-value" : )"
            + std::string(rate) + R"(, "metric-unit" : ")" + std::string(unit) + "\"}\n";
    };
    const auto probe = read(row("1.000100000", "1.500000", "K/sec") + row("2.000100000", "500.000000", "/sec")
                            + "done\n" + row("3.000100000", "2.500000", "K/sec"));
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* rate = probe.result("cs", "rate");
    ASSERT_NE(rate, nullptr);
    ASSERT_EQ(rate->samples.size(), 3U);
    EXPECT_DOUBLE_EQ(rate->samples[1].value, 0.5); // 500 /sec in K/sec
    EXPECT_DOUBLE_EQ(rate->value, 1.5); // (1.5 + 0.5 + 2.5) / 3
    EXPECT_DOUBLE_EQ(rate->baseValue, 1500);
    const auto* time = probe.result("interval", "time");
    ASSERT_NE(time, nullptr);
    EXPECT_EQ(time->samples.size(), 3U);
}

TEST(PerfStatJson, ReadsPlacesGroupsAndMetricsAlone)
{
    const auto probe =
        read(R"({"core" : "S0-D0-C1", "aggregate-number" : 2, "counter-value" : "5.000000", "unit" : "", )"
             R"("event" : "cpu_core/slots/", "event-runtime" : 9, "pcnt-running" : 100.00})"
             "\n"
             R"j({"core" : "S0-D0-C1", "metricgroup" : "TopdownL1 (cpu_core)"})j"
             "\n"
             R"({"core" : "S0-D0-C1", "metric-value" : "25.500000", "metric-unit" : "%  tma_retiring", )"
             R"("metric-threshold" : "good"})"
             "\n\n"
             R"({"metric-value" : "none"})"
             "\n"
             R"({"insn per cycle" : "0.52", "branch-misses of all branches" : "2.50"})"
             "\n");
    const auto* retiring = probe.result("cpu_core/slots/", "tma_retiring");
    ASSERT_NE(retiring, nullptr);
    EXPECT_EQ(retiring->parameters, (Parameters {{"core", "S0-D0-C1"}}));
    EXPECT_EQ(retiring->unit, "%");
    EXPECT_DOUBLE_EQ(probe.result("cpus", "cpus")->value, 2);
    EXPECT_DOUBLE_EQ(probe.result("insn per cycle", "value")->value, 0.52);
    EXPECT_DOUBLE_EQ(probe.result("branch-misses", "of all branches")->baseValue, 0.025);
}

TEST(PerfStatJson, LeavesOtherJsonAlone)
{
    EXPECT_TRUE(read(R"({"name": "GHz", "counter-value": "a"})").blocks.empty());
    EXPECT_TRUE(read(R"({"counter-value" : "5", "event" : "cs", "owner" : "me"})").blocks.empty());
    EXPECT_TRUE(read(R"({"counter-value" : "5.0")").blocks.empty());
}

}
}
