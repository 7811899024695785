// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

#include <algorithm>

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
    EXPECT_EQ(probe.resultCount(), 8U);
    EXPECT_DOUBLE_EQ(probe.result("task-clock", "run time")->baseValue, 0.269249961);
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
    ASSERT_EQ(probe.parsed.size(), 3U);
    EXPECT_EQ(probe.result("cs", "value", 0)->parameters, (Parameters {{"core", "S0-D0-C1"}}));
    EXPECT_DOUBLE_EQ(probe.result("cs", "value", 0)->value, 1645);
    EXPECT_EQ(probe.result("cpu-clock", "value", 1)->parameters, (Parameters {{"cpu", "1"}}));
    // The totals of --summary stand beside the series.
    const auto& results = probe.parsed[2].runs[0].run.results;
    const auto total = std::ranges::find(results, Parameters {{"interval", "all"}}, &TestResult::parameters);
    ASSERT_NE(total, results.end());
    EXPECT_DOUBLE_EQ(total->value, 1000);
    const auto ticks = std::ranges::find(results, 2U, [](const TestResult& one) { return one.samples.size(); });
    ASSERT_NE(ticks, results.end());
    EXPECT_EQ(ticks->test, "cycles");
    EXPECT_DOUBLE_EQ(ticks->value, 500);
}

TEST(PerfStatCsv, ReadsEverySeparatorAndNamesThatHoldIt)
{
    for (const std::string_view mark : {",", ";", "|", "\t", ":", "!", "^", "~", "@", "#", "/", "::", ", ", " "}) {
        const auto row = [mark](std::initializer_list<std::string_view> fields) {
            std::string out;
            for (const auto field : fields) {
                out += (out.empty() ? "" : std::string(mark)) + std::string(field);
            }
            return out + "\n";
        };
        const auto probe = read(row({"200.00", "msec", "task-clock", "269249961", "100.00", "0.357", "CPUs utilized"})
                                + row({"98", "", "cs", "269249961", "75.50", "356.248", "K/sec"}));
        ASSERT_NE(probe.result("cs", "rate"), nullptr) << mark;
        EXPECT_DOUBLE_EQ(probe.result("cs", "rate")->baseValue, 356248) << mark;
        EXPECT_DOUBLE_EQ(probe.result("task-clock", "CPUs utilized")->value, 0.357) << mark;
        EXPECT_EQ(probe.resultCount(), 8U) << mark;
    }
    const auto named = read("5000,,cpu/event=0x3c,umask=0x0/u,269249961,100.00,,\n"
                            "12.50,Joules,power/energy-pkg/,269249961,100.00,,\n"
                            "7,,sched:sched_switch,269249961,100.00,,\n"
                            "3,,l1d.replacement,269249961,50.00,,\n"
                            "9,,cs,/system.slice,269249961,100.00,,\n");
    EXPECT_DOUBLE_EQ(named.result("cpu/event=0x3c,umask=0x0/u", "value")->value, 5000);
    EXPECT_EQ(named.result("power/energy-pkg/", "value")->baseUnit, "J");
    EXPECT_DOUBLE_EQ(named.result("l1d.replacement", "running")->value, 50);
    EXPECT_EQ(named.result("cs", "value")->parameters, (Parameters {{"cgroup", "/system.slice"}}));
    const auto colons = read("2.00:msec:task-clock:u:1334251:100.00:0.004:CPUs utilized\n"
                             "1::sched:sched_switch:1334251:100.00:749.484:/sec\n");
    EXPECT_DOUBLE_EQ(colons.result("task-clock:u", "value")->value, 2);
    EXPECT_DOUBLE_EQ(colons.result("sched:sched_switch", "rate")->value, 749.484);
}

TEST(PerfStatCsv, ReadsTheShortRowsOfOldVersions)
{
    const auto probe = read("$ perf stat -x, ls\n"
                            "2.500000,task-clock\n"
                            "151,page-faults,1.50%\n"
                            "<not supported>,stalled-cycles-backend\n");
    EXPECT_DOUBLE_EQ(probe.result("task-clock", "value")->baseValue, 0.0025);
    EXPECT_DOUBLE_EQ(probe.result("page-faults", "value")->spread->value, 2.265); // 1.5 % of 151
    EXPECT_EQ(probe.diagnosticCount("not-counted"), 1U);
    EXPECT_EQ(probe.resultCount(), 2U);
}

TEST(PerfStatCsv, TakesFurtherMetricsToTheEventAboveThem)
{
    const auto probe = read("1000,,cpu_core/TOPDOWN.SLOTS/,648266,100.00,,TopdownL1 (cpu_core)\n"
                            ",,,,,30.5,%  tma_backend_bound\n"
                            ",648266,100.00,,,24.0,%  tma_frontend_bound\n"
                            "2000,,cpu_core/cycles/,648266,100.00,0.40,instructions  insn_per_cycle\n");
    EXPECT_DOUBLE_EQ(probe.result("cpu_core/TOPDOWN.SLOTS/", "tma_backend_bound")->value, 30.5);
    EXPECT_DOUBLE_EQ(probe.result("cpu_core/TOPDOWN.SLOTS/", "tma_frontend_bound")->value, 24);
    EXPECT_DOUBLE_EQ(probe.result("cpu_core/cycles/", "insn_per_cycle")->value, 0.4);
}

TEST(PerfStatCsv, ReadsMetricsAloneAndSaysWhenThereAreNone)
{
    const auto topdown = read("$ perf stat -x, --topdown -- ./work\n"
                              "  retiring,bad speculation,frontend bound,backend bound,\n"
                              "  18.0,16.1,40.4,25.5,\n"
                              "\n"
                              "$ perf stat -x, --topdown -- ./work\n"
                              "\n"
                              "    ,,,,,\n");
    EXPECT_DOUBLE_EQ(topdown.result("bad speculation", "value")->value, 16.1);
    EXPECT_DOUBLE_EQ(topdown.result("bad speculation", "value")->baseValue, 0.161); // a share, whatever is written
    EXPECT_EQ(topdown.resultCount(), 4U);
    EXPECT_EQ(topdown.diagnosticCount("not-counted"), 1U);

    const auto ticks = read("time,socket,cpus,GHz,insn per cycle,branch-misses of all branches,\n"
                            "1.000200000,S0,2,3.1,0.5,2.5%,\n"
                            "2.000300000,S0,2,3.3,0.7,,\n");
    const auto* rate = ticks.result("insn per cycle", "value");
    ASSERT_NE(rate, nullptr);
    EXPECT_EQ(rate->parameters, (Parameters {{"socket", "S0"}}));
    EXPECT_EQ(rate->samples.size(), 2U);
    EXPECT_DOUBLE_EQ(rate->value, 0.6);
    EXPECT_EQ(ticks.result("branch-misses", "of all branches")->samples.size(), 1U);
    EXPECT_DOUBLE_EQ(ticks.result("cpus", "cpus")->value, 2);

    EXPECT_EQ(read("time,socket,cpus,\n0.100325738,S0,2,\n0.213053831,S0,2,\n").diagnosticCount("not-counted"), 1U);
}

TEST(PerfStatCsv, ComputesCutMetricsAgainFromTheCountsBesideThem)
{
    const auto probe = read("480,93;msec;task-clock;480000000;100,00;0;CPUs utilized\n"
                            "164;;cs;480000000;100,00;341;/sec\n"
                            "1000;;cycles;480000000;100,00;0;GHz\n"
                            "2500;;instructions;480000000;100,00;2;insn per cycle\n"
                            "9999;;faults;480000000;100,00;7;K/sec\n");
    EXPECT_DOUBLE_EQ(probe.result("task-clock", "value")->value, 480.93);
    EXPECT_DOUBLE_EQ(probe.result("cs", "rate")->value, 164 / 0.48);
    EXPECT_EQ(probe.written(*probe.result("cs", "rate")), "341");
    EXPECT_DOUBLE_EQ(probe.result("instructions", "insn per cycle")->value, 2.5);
    EXPECT_EQ(probe.result("faults", "rate"), nullptr); // 20.8 K/sec is not what perf computed
    EXPECT_EQ(probe.result("task-clock", "CPUs utilized"), nullptr);
    EXPECT_EQ(probe.diagnosticCount("recomputed-metric"), 1U);
    EXPECT_EQ(probe.diagnosticCount("lost-fraction"), 1U);
}

TEST(PerfStatCsv, KeepsASeriesTogetherOverTheOutputOfTheProgram)
{
    const auto probe = read("1.000100000,10,,cs,5000,100.00,1.500,K/sec\n"
                            "1.000100000,<not counted>,,cycles,0,100.00,,\n"
                            "2.000100000,20,,cs,5000,100.00,500.000,/sec\n"
                            "2.000100000,7,,cycles,5000,80.00,,\n"
                            "17519414770447359216\n"
                            "2.500100000,40,,cs,5000,100.00,2.500,K/sec\n"
                            "2.500100000,8,,cycles,5000,90.00,,\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* cs = probe.result("cs", "value");
    ASSERT_NE(cs, nullptr);
    ASSERT_EQ(cs->samples.size(), 3U);
    EXPECT_DOUBLE_EQ(cs->value, 15); // the last interval was half as long
    EXPECT_TRUE(cs->samples[2].isExcluded);
    EXPECT_DOUBLE_EQ(probe.result("cs", "rate")->samples[1].value, 0.5); // in K/sec, as the first one
    EXPECT_TRUE(probe.result("cs", "running")->samples.empty()); // 100.00 in all of them
    EXPECT_EQ(probe.result("cycles", "running")->samples.size(), 2U);
    EXPECT_EQ(probe.result("cycles", "value")->samples[0].order, 1);
    EXPECT_EQ(probe.result("interval", "time")->samples.size(), 3U);
}

TEST(PerfStatCsv, LeavesOtherTextAlone)
{
    EXPECT_TRUE(read("1,2,3,4,5,6\n").blocks.empty());
    EXPECT_TRUE(read("5,,cycles,of,fun,3,4\n").blocks.empty());
    EXPECT_TRUE(read("2024,msec,task-clock\n").blocks.empty());
    EXPECT_TRUE(read("5,kg,apple,300,45.50\n7,,pear,300,45.50,,\n").blocks.empty());
    EXPECT_TRUE(read("12:34:56:78:90:12\n2024/05/06/07/08 1/2\n").blocks.empty());
    EXPECT_TRUE(read("name,cpus,\nfoo,2,\n").blocks.empty());
}

}
}
