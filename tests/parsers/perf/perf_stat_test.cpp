// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace patchscale {

const Format& perf_stat();

namespace {

using tests::Probe;

Probe read(std::string_view text)
{
    return tests::probe(perf_stat(), text);
}

void expectValue(const Probe& probe, std::string_view test, std::string_view metric, double value,
                 std::string_view unit, std::string_view written, std::size_t block = 0)
{
    const auto* result = probe.result(test, metric, block);
    ASSERT_NE(result, nullptr) << test << ' ' << metric;
    EXPECT_DOUBLE_EQ(result->value, value) << test << ' ' << metric;
    EXPECT_EQ(result->unit, unit) << test << ' ' << metric;
    EXPECT_EQ(probe.written(*result), written);
}

TEST(PerfStat, ReadsARepeatedMeasurementWithItsMetricsAndErrors)
{
    const auto probe = read("12345678901234567890\n"
                            "\n"
                            " Performance counter stats for './pipe_test -l 10' (10 runs):\n"
                            "\n"
                            "            200.00 msec task-clock           #    0.163 CPUs utilized     ( +-  4.00% )\n"
                            "    20,350,055,343      instructions         #    0.52  insn per cycle\n"
                            "                                             #    0.01  stalled cycles per insn  ( +- "
                            " 0.04% )  (40.75%)\n"
                            "    39,296,424,438      cycles               #    3.208 GHz               ( +-  0.00% )\n"
                            "         1,000,000      cache-misses         #    5.452 % of all cache refs\n"
                            "               313      cs                   #  313.774 /sec              ( +-100.00% )\n"
                            "   <not supported>      L1-dcache-loads\n"
                            "\n"
                            "             1.244 +- 0.113 seconds time elapsed  ( +-  9.07% )\n"
                            "\n");
    ASSERT_EQ(probe.blocks.size(), 1U);
    EXPECT_EQ(probe.blocks[0].confidence, Confidence::Certain);
    const auto& run = probe.parsed[0].runs[0];
    EXPECT_EQ(run.run.benchmark, "perf stat");
    EXPECT_EQ(run.run.parameters, (Parameters {{"command", "./pipe_test -l 10"}}));
    EXPECT_FALSE(run.knowsVariant);
    EXPECT_FALSE(run.run.isFailed);
    EXPECT_EQ(run.run.results.size(), 13U);

    expectValue(probe, "task-clock", "value", 200, "msec", "200.00");
    const auto* clock = probe.result("task-clock", "value");
    EXPECT_DOUBLE_EQ(clock->baseValue, 0.2);
    EXPECT_EQ(clock->baseUnit, "s");
    EXPECT_EQ(clock->repeats, 10);
    EXPECT_EQ(clock->better, Better::Lower);
    ASSERT_TRUE(clock->spread);
    EXPECT_EQ(clock->spread->kind, SpreadKind::Stderr);
    EXPECT_DOUBLE_EQ(clock->spread->value, 8); // 4 % of 200 msec
    EXPECT_EQ(probe.text.slice(clock->spread->span), "4.00");

    expectValue(probe, "task-clock", "CPUs utilized", 0.163, "CPUs", "0.163");
    expectValue(probe, "instructions", "value", 20350055343, "", "20,350,055,343");
    EXPECT_EQ(probe.result("instructions", "value")->baseUnit, "count");
    expectValue(probe, "instructions", "insn per cycle", 0.52, "", "0.52");
    EXPECT_EQ(probe.result("instructions", "insn per cycle")->better, Better::Higher);
    expectValue(probe, "instructions", "stalled cycles per insn", 0.01, "", "0.01");
    // Noise and share of the time stand on the last line of the event and belong to it.
    expectValue(probe, "instructions", "running", 40.75, "%", "40.75");
    EXPECT_EQ(probe.result("instructions", "running")->better, Better::Unknown);
    ASSERT_TRUE(probe.result("instructions", "value")->spread);
    EXPECT_NEAR(probe.result("instructions", "value")->spread->value, 8140022.1372, 1e-3); // 0.04 %
    expectValue(probe, "cycles", "frequency", 3.208, "GHz", "3.208");
    // "0.00%" is less than 0.005 %, not nothing.
    EXPECT_NEAR(probe.result("cycles", "value")->spread->value, 39296424438 * 0.00005, 1e-3);
    expectValue(probe, "cache-misses", "of all cache refs", 5.452, "%", "5.452");
    EXPECT_EQ(probe.result("cache-misses", "of all cache refs")->better, Better::Lower);
    expectValue(probe, "cs", "rate", 313.774, "/sec", "313.774");
    EXPECT_EQ(probe.result("cs", "rate")->baseUnit, "1/s");
    expectValue(probe, "time elapsed", "value", 1.244, "seconds", "1.244");
    EXPECT_DOUBLE_EQ(probe.result("time elapsed", "value")->spread->value, 0.113);
    EXPECT_EQ(probe.result("L1-dcache-loads", "value"), nullptr);
    EXPECT_EQ(probe.diagnosticCount("not-counted"), 1U);
}

TEST(PerfStat, ReadsRowsThatWerePastedWithoutTheirHead)
{
    const auto probe = read("With the old code perf says\n"
                            "\n"
                            "        231,852.37 msec task-clock                #   15.857 CPUs utilized\n"
                            "         1,097,903      cycles                    #    4.735 GHz\n"
                            "\n"
                            "      14.621273891 seconds time elapsed\n"
                            "\n"
                            "       0.018243000 seconds user\n"
                            "       3.611468000 seconds sys\n"
                            "\n"
                            "before this change. Now it is\n"
                            "\n"
                            "         5,000,000      cycles                    #    4.000 GHz\n"
                            "\n"
                            "and that is 5 times the cycles.\n");
    ASSERT_EQ(probe.blocks.size(), 2U);
    EXPECT_EQ(probe.blocks[0].confidence, Confidence::Likely);
    expectValue(probe, "time elapsed", "value", 14.621273891, "seconds", "14.621273891");
    expectValue(probe, "sys", "value", 3.611468, "seconds", "3.611468000");
    expectValue(probe, "cycles", "value", 5000000, "", "5,000,000", 1);
}

TEST(PerfStat, ReadsBareCountsBesideACommandOrInPairs)
{
    EXPECT_EQ(read("$ perf stat -e page-faults ./a.out\n          151      page-faults\n").resultCount(), 1U);
    EXPECT_EQ(read("it took\n          151      page-faults\n           10      cpu-migrations\n").resultCount(), 2U);
    EXPECT_EQ(read("it took\n          151      page-faults\nin all\n").resultCount(), 0U);
}

TEST(PerfStat, ReadsADecimalCommaAndRowsThatAMailerBroke)
{
    const auto probe = read(" Performance counter stats for 'fio --rw=read\n"
                            "--bs=4k --name=a':\n"
                            "\n"
                            "      1.834.487,82 msec task-clock                #    9,986 CPUs\n"
                            "utilized\n"
                            " 3.128.339.845.336      cycles                    #    1,705 GHz\n"
                            "               (66,53%)\n"
                            "            25.293      page-faults               #    5,452 % of all\n"
                            "cache refs      (50,21%)\n"
                            "\n"
                            "    1590,286666000 seconds sys\n");
    ASSERT_EQ(probe.blocks.size(), 1U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"command", "fio --rw=read --bs=4k --name=a"}}));
    expectValue(probe, "task-clock", "value", 1834487.82, "msec", "1.834.487,82");
    expectValue(probe, "task-clock", "CPUs utilized", 9.986, "CPUs", "9,986");
    expectValue(probe, "cycles", "running", 66.53, "%", "66,53");
    expectValue(probe, "page-faults", "value", 25293, "", "25.293");
    expectValue(probe, "page-faults", "of all cache refs", 5.452, "%", "5,452");
    expectValue(probe, "sys", "value", 1590.286666, "seconds", "1590,286666000");
}

TEST(PerfStat, ReadsSquashedTextAndOldForms)
{
    const auto squashed = read("Performance counter stats for 'ls':\n"
                               "1.388670 task-clock # 0.067 CPUs utilized\n"
                               "2927468 instructions # 0.83 insns per cycle\n"
                               "# 0.72 stalled cycles per insn\n"
                               "0.020657192 seconds time elapsed\n");
    expectValue(squashed, "task-clock", "value", 1.38867, "msec", "1.388670");
    expectValue(squashed, "instructions", "insn per cycle", 0.83, "", "0.83");
    expectValue(squashed, "instructions", "stalled cycles per insn", 0.72, "", "0.72");

    const auto first = read("    Performance counter stats for './hackbench':\n"
                            "\n"
                            "       1255.538611  task clock ticks     #      10.143 CPU utilization factor\n"
                            "        3808323185  CPU cycles           #    3033.219 M/sec\n"
                            "\n"
                            "    Wall-clock time elapsed:   123.786620 msecs\n");
    expectValue(first, "task clock ticks", "CPUs utilized", 10.143, "CPUs", "10.143");
    expectValue(first, "CPU cycles", "rate", 3033.219, "M/sec", "3033.219");
    EXPECT_DOUBLE_EQ(first.result("CPU cycles", "rate")->baseValue, 3033219000);
    expectValue(first, "time elapsed", "value", 123.78662, "msecs", "123.786620");

    const auto bracketed = read(" Performance counter stats for 'x' (3 runs):\n"
                                " 17.167561      task-clock (msec)         #    0.003 CPUs utilized ( +-  0.40% ) "
                                "[100.00%]\n");
    expectValue(bracketed, "task-clock", "value", 17.167561, "msec", "17.167561");
    expectValue(bracketed, "task-clock", "running", 100, "%", "100.00");
}

TEST(PerfStat, TakesLabelsBeforeElapsedTimesAsVariants)
{
    const auto probe = read("numa01:\n"
                            "\tnext:   146.88 +- 6.54 seconds time elapsed  ( +-  4.45% )\n"
                            "\tnext++: 147.45 +- 13.39 seconds time elapsed  ( +-  9.08% )\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_TRUE(probe.parsed[0].runs[1].knowsVariant);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.label, "next++");
    const auto* elapsed = probe.result("time elapsed", "value", 0, 1);
    ASSERT_NE(elapsed, nullptr);
    EXPECT_DOUBLE_EQ(elapsed->value, 147.45);
    EXPECT_DOUBLE_EQ(elapsed->spread->value, 13.39);
    EXPECT_TRUE(read("In all it took 12.5 seconds time elapsed on my box\n").blocks.empty());
}

TEST(PerfStat, ReadsATableInTheStyleOfADiffAsTwoVariants)
{
    const auto probe = read("  Performance counter stats for 'hotplug add' (5 runs):\n"
                            "\n"
                            "-          1,847.58 msec task-clock     #    0.135 CPUs utilized    ( +- 14.15% )\n"
                            "-            10,867      cs             #    9.800 K/sec            ( +- 14.14% )\n"
                            "+          1,901.15 msec task-clock     #    0.148 CPUs utilized    ( +- 14.13% )\n"
                            "+            10,451      cs             #    9.158 K/sec            ( +- 14.14% )\n"
                            "\n"
                            "-         13.656557 +- 0.000124 seconds time elapsed  ( +-  0.00% )\n"
                            "+          12.88080 +- 0.00404 seconds time elapsed  ( +-  0.03% )\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.role, Role::Candidate);
    EXPECT_EQ(probe.parsed[0].runs[0].group, probe.parsed[0].runs[1].group);
    EXPECT_DOUBLE_EQ(probe.result("cs", "value", 0, 1)->value, 10451);
    EXPECT_DOUBLE_EQ(probe.result("time elapsed", "value", 0, 0)->value, 13.656557);
}

TEST(PerfStat, TakesIntervalsAsSamplesAndLeavesAShortLastOneOutOfTheMean)
{
    const auto probe = read("#           time             counts unit events\n"
                            "     1.000100000             10,000      cycles\n"
                            "     2.000200000             20,000      cycles\n"
                            "     3.000300000      <not counted>      cycles\n"
                            "^C     3.300300000              3,000      cycles\n");
    ASSERT_EQ(probe.resultCount(), 2U);
    const auto* cycles = probe.result("cycles", "value");
    ASSERT_NE(cycles, nullptr);
    ASSERT_EQ(cycles->samples.size(), 3U);
    EXPECT_DOUBLE_EQ(cycles->value, 15000);
    EXPECT_FALSE(cycles->samples[1].isExcluded);
    EXPECT_TRUE(cycles->samples[2].isExcluded);
    EXPECT_EQ(probe.text.slice(cycles->samples[1].span), "20,000");
    EXPECT_EQ(cycles->samples[2].order, 3); // the third interval has no count
    const auto* time = probe.result("interval", "time");
    ASSERT_NE(time, nullptr);
    ASSERT_EQ(time->samples.size(), 4U);
    EXPECT_DOUBLE_EQ(time->samples[1].value, 2.0002);
    EXPECT_DOUBLE_EQ(time->value, 3.3003);
    EXPECT_EQ(probe.diagnosticCount("not-counted"), 1U);
}

TEST(PerfStat, KeepsTheRunsOfATableAsSamples)
{
    const auto probe = read(" Performance counter stats for './work 1' (2 runs):\n"
                            "\n"
                            "            272.62 msec task-clock      #    0.151 CPUs utilized    ( +-  9.96% )\n"
                            "\n"
                            "             # Table of individual measurements:\n"
                            "             1.500 (-0.500) ###########\n"
                            "             2.500 (+0.500) ####\n"
                            "\n"
                            "             # Final result:\n"
                            "             2.000 +- 0.500 seconds time elapsed  ( +- 25.00% )\n");
    ASSERT_EQ(probe.blocks.size(), 1U);
    const auto* elapsed = probe.result("time elapsed", "value");
    ASSERT_NE(elapsed, nullptr);
    ASSERT_EQ(elapsed->samples.size(), 2U);
    EXPECT_DOUBLE_EQ(elapsed->samples[1].value, 2.5);
}

TEST(PerfStat, TellsAggregatedCountsAndRepeatedEventsApart)
{
    const auto probe =
        read(" Performance counter stats for 'system wide':\n"
             "\n"
             "CPU0              1072.20 msec cpu-clock [software]    #    0.876 CPUs utilized\n"
             "S0-D0-C1           1                110      cs        #  331.300 /sec\n"
             "            thr2-29276                17.98 msec task-clock\n"
             "            420.95 msec cpu-clock       system.slice   #    2.021 CPUs utilized\n"
             "        225,866,251      cpu_atom/TOPDOWN_BE_BOUND.ALL/   #    9.386 M/sec\n"
             "        228,803,268      cpu_atom/TOPDOWN_BE_BOUND.ALL/   #    9.508 M/sec   (63.55%)\n"
             "         3,294,283      cpu_core/topdown-heavy-ops/   #   2.7% Heavy Operations   #    4.8% "
             "Light Operations\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    const auto parametersOf = [&](std::string_view test) {
        for (const auto& result : results) {
            if (result.test == test && result.metric == "value") {
                return result.parameters;
            }
        }
        return Parameters {{"missing", test.data()}};
    };
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"target", "system wide"}}));
    EXPECT_EQ(parametersOf("cpu-clock"), (Parameters {{"cpu", "0"}}));
    EXPECT_EQ(parametersOf("cs"), (Parameters {{"core", "S0-D0-C1"}}));
    EXPECT_EQ(parametersOf("task-clock"), (Parameters {{"thread", "thr2-29276"}}));
    EXPECT_EQ(results[6].parameters, (Parameters {{"cgroup", "system.slice"}}));
    EXPECT_EQ(results[10].parameters, (Parameters {{"occurrence", "2"}}));
    expectValue(probe, "cpu_core/topdown-heavy-ops/", "Light Operations", 4.8, "%", "4.8");
}

TEST(PerfStat, ReadsTopdownInAllItsForms)
{
    const auto old = read(" Performance counter stats for 'sleep 1':\n"
                          "\n"
                          "            retiring      bad speculation       frontend bound\n"
                          "backend bound\n"
                          "               24.9%                16.8%                31.7%\n"
                          "26.6%\n"
                          "\n"
                          "       1.001224610 seconds time elapsed\n");
    expectValue(old, "backend bound", "value", 26.6, "%", "26.6");
    EXPECT_EQ(old.result("retiring", "value")->better, Better::Higher);
    const auto columns = read(" Performance counter stats for 'system wide':\n"
                              "\n"
                              " %  tma_backend_bound %  tma_retiring %  tma_frontend_bound\n"
                              "                36.9            7.2                 6.0\n");
    expectValue(columns, "tma_retiring", "value", 7.2, "%", "7.2");
    const auto group = read("  TopdownL1 (cpu_core)  #  53.4 %  tma_backend_bound    <==\n"
                            "                        #   0.2 %  tma_bad_speculation\n");
    expectValue(group, "TopdownL1 (cpu_core)", "tma_bad_speculation", 0.2, "%", "0.2");
    const auto named = read(" Performance counter stats for 'system wide':\n"
                            "    7,932      context-switches      #    281.7 cs/sec  cs_per_second\n");
    expectValue(named, "context-switches", "cs_per_second", 281.7, "cs/sec", "281.7");
}

TEST(PerfStat, MarksARunThatASignalEnded)
{
    const auto probe = read("sh: Segmentation fault\n"
                            "\n"
                            " Performance counter stats for 'sh -c crash':\n"
                            "\n"
                            "              6.00 msec task-clock     #    0.220 CPUs utilized\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_TRUE(probe.parsed[0].runs[0].run.isFailed);
    EXPECT_EQ(probe.diagnosticCount("run-failed"), 1U);
}

TEST(PerfStat, ReadsOutputsThatWereRunIntoOneLine)
{
    const auto probe =
        read("Before: Performance counter stats for './pipe -c 4' (10 runs): 200.00 msec task-clock # 0.163 CPUs "
             "utilized ( +- 4.00% ) 20,350,055 instructions # 0.52 insn per cycle # 0.01 stalled cycles "
             "per insn ( +- 0.04% ) (40.75%) 39,296,424 cycles # 3.208 GHz <not supported> branches 313 cs # "
             "313.774 /sec 1.244 +- 0.113 seconds time elapsed ( +- 9.07% ) That was 5 times slower.\n"
             "\n"
             "And after: 100.00 msec task-clock # 0.150 CPUs utilized 1,350,055 instructions # 0.60 insn per "
             "cycle 2,000 branch-misses # 2.23% of all branches 1.100000000 seconds time elapsed 0.5 seconds "
             "user 0.1 seconds sys Signed-off 3 times\n");
    ASSERT_EQ(probe.blocks.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"command", "./pipe -c 4"}}));
    EXPECT_EQ(probe.parsed[0].runs[0].run.results.size(), 11U);
    expectValue(probe, "instructions", "stalled cycles per insn", 0.01, "", "0.01");
    expectValue(probe, "instructions", "running", 40.75, "%", "40.75");
    expectValue(probe, "cs", "rate", 313.774, "/sec", "313.774");
    expectValue(probe, "time elapsed", "value", 1.244, "seconds", "1.244");
    EXPECT_EQ(probe.result("cs", "value")->repeats, 10);
    EXPECT_EQ(probe.diagnosticCount("not-counted"), 1U);
    EXPECT_EQ(probe.parsed[1].runs[0].run.results.size(), 9U);
    expectValue(probe, "branch-misses", "of all branches", 2.23, "%", "2.23", 1);
    expectValue(probe, "sys", "value", 0.1, "seconds", "0.1", 1);
    EXPECT_TRUE(probe.text.slice(probe.blocks[1].span).ends_with("0.1 seconds sys"));
}

TEST(PerfStat, ReadsAnOutputInABox)
{
    const auto probe = read("  | Performance counter stats for 'x' (5 runs):                      |\n"
                            "  |                                                                  |\n"
                            "  |       1.834,82 msec task-clock   #    9,986 CPUs utilized   ( +-  0,21% ) |\n"
                            "  | 3.128.339.845      cycles        #    1,705 GHz   (66,53%)       |\n"
                            "  |__________________________________________________________________|\n");
    ASSERT_EQ(probe.blocks.size(), 1U);
    expectValue(probe, "task-clock", "value", 1834.82, "msec", "1.834,82");
    expectValue(probe, "cycles", "running", 66.53, "%", "66,53");
    EXPECT_EQ(probe.result("cycles", "value")->repeats, 5);
}

TEST(PerfStat, ReadsWhatVersionsBefore3Printed)
{
    const auto probe = read(" Performance counter stats for './loop' (10 runs):\n"
                            "\n"
                            "     664.580214  task-clock-msecs         #      0.998 CPUs    ( +-   0.011% )\n"
                            "              1  context-switches         #      0.000 M/sec   ( +-     nan% )\n"
                            "     1989371411  cycles                   #   2993.427 M/sec   ( +-   0.005% )  (scaled "
                            "from 70.04%)\n"
                            "     1000087124  instructions             #      0.503 IPC     ( +-   0.005% )\n"
                            "\n"
                            "    0.665975466  seconds time elapsed   ( +-   0.042% )\n");
    expectValue(probe, "task-clock", "value", 664.580214, "msec", "664.580214");
    EXPECT_NEAR(probe.result("task-clock", "value")->spread->value, 664.580214 * 0.00011, 1e-9);
    expectValue(probe, "task-clock", "CPUs utilized", 0.998, "CPUs", "0.998");
    EXPECT_FALSE(probe.result("context-switches", "value")->spread);
    expectValue(probe, "cycles", "running", 70.04, "%", "70.04");
    expectValue(probe, "instructions", "insn per cycle", 0.503, "", "0.503");
    expectValue(probe, "time elapsed", "value", 0.665975466, "seconds", "0.665975466");

    const auto first = read(" Performance counter stats for 'ls':\n"
                            "\n"
                            "        7.271684  task clock ticks     (msecs)\n"
                            "               1  context switches     (events)\n"
                            "         3374590  CPU cycles           (events)\n"
                            "          385931  instructions         (events)\n"
                            "\n"
                            " Wall-clock time elapsed:    31.290 msecs\n");
    EXPECT_DOUBLE_EQ(first.result("task clock ticks", "value")->baseValue, 0.007271684);
    expectValue(first, "context switches", "value", 1, "", "1");
    expectValue(first, "CPU cycles", "value", 3374590, "", "3374590");
    EXPECT_EQ(first.resultCount(), 5U);
}

TEST(PerfStat, ReadsMetricsAloneForPlacesAndIntervals)
{
    const auto places = read(" Performance counter stats for 'system wide':\n"
                             "\n"
                             "                            GHz       insn per cycle branch-misses of all branches \n"
                             "S0           2              3.1                  0.5                          2.4% \n"
                             "S1           4              3.3                                               2.6% \n"
                             "\n"
                             "       1.001224610 seconds time elapsed\n");
    const auto& results = places.parsed[0].runs[0].run.results;
    const auto valueOf = [&](std::string_view test, const Parameters& parameters) {
        const auto hit = std::ranges::find_if(
            results, [&](const TestResult& one) { return one.test == test && one.parameters == parameters; });
        return hit == results.end() ? -1 : hit->value;
    };
    EXPECT_DOUBLE_EQ(valueOf("GHz", {{"socket", "S0"}}), 3.1);
    EXPECT_DOUBLE_EQ(valueOf("GHz", {{"socket", "S1"}}), 3.3);
    EXPECT_DOUBLE_EQ(valueOf("insn per cycle", {{"socket", "S0"}}), 0.5);
    EXPECT_DOUBLE_EQ(valueOf("insn per cycle", {{"socket", "S1"}}), -1); // left out, not shifted
    EXPECT_DOUBLE_EQ(valueOf("branch-misses", {{"socket", "S1"}}), 2.6);
    EXPECT_DOUBLE_EQ(valueOf("cpus", {{"socket", "S1"}}), 4);

    const auto ticks = read("#           time         GHz       insn per cycle \n"
                            "     1.000200000         3.1                  0.5 \n"
                            "     2.000300000         3.3                  0.7 \n");
    EXPECT_DOUBLE_EQ(ticks.result("insn per cycle", "value")->value, 0.6);
    EXPECT_EQ(ticks.result("interval", "time")->samples.size(), 2U);
    EXPECT_EQ(read("#           time \n     0.200638235 \n     0.403180047 \n").diagnosticCount("no-metrics"), 1U);
}

TEST(PerfStat, KeepsUnitsOfASeriesAndTellsAShortLastIntervalByTheOthers)
{
    const auto probe = read("#           time             counts unit events\n"
                            "   100.000100000                 10      cs    #    1.500 K/sec\n"
                            "   101.000100000                 20      cs    #  500.000 /sec\n"
                            "17519414770447359216\n"
                            "   102.000100000                 30      cs    #    2.500 K/sec\n"
                            "   103.000100000                 60      cs    #    1.500 K/sec\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_DOUBLE_EQ(probe.result("cs", "value")->value, 30); // cut out of a longer output: all are whole
    EXPECT_DOUBLE_EQ(probe.result("cs", "rate")->samples[1].value, 0.5);
    EXPECT_EQ(probe.result("cs", "rate")->unit, "K/sec");
}

TEST(PerfStat, TellsOfLinesThatLookLikeCountsAndAreNone)
{
    const auto probe = read(" Performance counter stats for 'x':\n"
                            "\n"
                            "             1,234      cycles\n"
                            "             5,678      an event of many words here\n"
                            "                12      instructions\n"
                            "\n"
                            "       1.001224610 seconds time elapsed\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 3U);
    EXPECT_EQ(probe.diagnosticCount("unread-rows"), 1U);
}

TEST(PerfStat, TakesNamesOfThreadsWithBlanks)
{
    const auto probe = read(" Performance counter stats for 'system wide':\n"
                            "\n"
                            "     Web Content-4321               17.98 msec cpu-clock    #    0.048 CPUs utilized\n"
                            "   kworker/u8:2-ev-77                 581      cs\n");
    EXPECT_EQ(probe.result("cpu-clock", "value")->parameters, (Parameters {{"thread", "Web Content-4321"}}));
    EXPECT_EQ(probe.result("cs", "value")->parameters, (Parameters {{"thread", "kworker/u8:2-ev-77"}}));
}

TEST(PerfStat, EndsWhereTheFirstEventComesAgainBelowABlankLine)
{
    const auto probe = read(" Performance counter stats for './signal':\n\n"
                            "         13,085.72 msec task-clock                #    1.000 CPUs utilized\n"
                            "        59,468,979      branch-misses             #    0.53% of all branches\n\n"
                            "         12,989.09 msec task-clock                #    1.000 CPUs utilized\n"
                            "        39,786,942      branch-misses             #    0.35% of all branches\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    expectValue(probe, "branch-misses", "value", 59468979, "", "59,468,979", 0);
    expectValue(probe, "branch-misses", "value", 39786942, "", "39,786,942", 1);
}

TEST(PerfStat, LeavesOtherTextAlone)
{
    EXPECT_TRUE(read("program output line\n1,234 cycles of fun\n").blocks.empty());
    EXPECT_TRUE(read("    12 people  # 3 of them left\n").blocks.empty());
    EXPECT_TRUE(read("Performance counter stats for 'run': Without Patch With Patch Diff retiring 0.08 0.18 125%\n")
                    .blocks.empty());
    EXPECT_TRUE(read(" 63.48% 52.77%  fio  [k] osq_lock\n").blocks.empty());
    EXPECT_TRUE(read("random read   8141.2 MB/s  8497.1 MB/s\n").blocks.empty());
    EXPECT_TRUE(read("5.3 seconds user\n").blocks.empty());
}

}
}
