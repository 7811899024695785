// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& mmtests_compare();

namespace {

tests::Probe read(std::string_view text)
{
    return tests::probe(mmtests_compare(), text);
}

/// The only result of @p run with @p metric whose parameter @p name is @p value.
const TestResult* byCase(const tests::Probe& probe, std::size_t run, std::string_view metric, const std::string& name,
                         const std::string& value)
{
    for (const auto& result : probe.parsed.at(0).runs.at(run).run.results) {
        if (result.metric == metric && result.parameters == Parameters {{name, value}}) {
            return &result;
        }
    }
    return nullptr;
}

TEST(MmtestsCompare, ReadsTimesWithTheirSpreadAndKnowsThatAnImprovementIsPositive)
{
    const auto probe = read("The next one is about time.\n"
                            "\n"
                            "hackbench-process-pipes\n"
                            "                        6.1.0-rc1             6.1.0-rc1\n"
                            "                          vanilla             faster-v5\n"
                            "Amean    1      10.0000 (  0.00%)      9.0000 ( 10.00%)\n"
                            "Amean    12     40.0000 (  0.00%)     50.0000 *-25.00%*\n"
                            "Stddev   1       0.5000 (  0.00%)      0.2500 ( 50.00%)\n"
                            "Stddev   12      1.0000 (  0.00%)      1.5000 (-50.00%)\n"
                            "\n"
                            "That is 25% worse.\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    const auto& baseline = probe.parsed[0].runs[0];
    const auto& candidate = probe.parsed[0].runs[1];
    EXPECT_EQ(baseline.run.variant.label, "6.1.0-rc1 vanilla");
    EXPECT_EQ(baseline.run.variant.role, Role::Baseline);
    EXPECT_EQ(candidate.run.variant.label, "6.1.0-rc1 faster-v5");
    EXPECT_EQ(candidate.run.variant.role, Role::Candidate);
    EXPECT_TRUE(candidate.knowsVariant);
    EXPECT_EQ(baseline.run.benchmark, "hackbench");
    EXPECT_EQ(probe.resultCount(), 8U);

    const auto* mean = byCase(probe, 1, "amean", "case", "12");
    ASSERT_NE(mean, nullptr);
    EXPECT_EQ(mean->test, "hackbench-process-pipes");
    EXPECT_DOUBLE_EQ(mean->value, 50);
    EXPECT_EQ(mean->better, Better::Lower);
    EXPECT_EQ(probe.written(*mean), "50.0000");
    ASSERT_TRUE(mean->spread);
    EXPECT_EQ(mean->spread->kind, SpreadKind::Stddev);
    EXPECT_DOUBLE_EQ(mean->spread->value, 1.5);

    ASSERT_EQ(probe.parsed[0].claims.size(), 4U);
    const auto& claim = probe.parsed[0].claims[1];
    EXPECT_EQ(claim.stated, "-25.00%");
    EXPECT_DOUBLE_EQ(claim.low, -0.25);
    EXPECT_NEAR(claim.resolution, 0.00005, 1e-12);
    EXPECT_EQ(claim.baseline, "6.1.0-rc1 vanilla");
    EXPECT_EQ(claim.candidateResult, (ResultRef {.run = 1, .result = 1}));
    EXPECT_EQ(claim.baselineResult, (ResultRef {.run = 0, .result = 1}));
    EXPECT_EQ(probe.diagnosticCount("delta-convention"), 1U);
}

TEST(MmtestsCompare, ReadsRatesWithNamesOfTheirOwn)
{
    const auto probe = read("2-socket old machine\n"
                            "                                4.9.0-rc5             4.9.0-rc5\n"
                            "                                  vanilla             percpu-v5\n"
                            "Hmean    send-64         200.00 (  0.00%)      300.00 ( 50.00%)\n"
                            "Hmean    recv-64         200.00 (  0.00%)      190.00 ( -5.00%)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* send = probe.result("send-64", "hmean", 0, 1);
    ASSERT_NE(send, nullptr);
    EXPECT_DOUBLE_EQ(send->value, 300);
    EXPECT_EQ(send->better, Better::Higher);
    EXPECT_TRUE(probe.parsed[0].runs[0].run.parameters.empty()); // a machine is no title
    EXPECT_EQ(probe.diagnosticCount("delta-convention"), 0U);
}

TEST(MmtestsCompare, JoinsColumnsThatDidNotFitAndReadsSpreadsBesideTheValues)
{
    const auto probe = read("Benchmark          : dbench (a stressor)\n"
                            "Varying parameter  : number of clients\n"
                            "Unit               : seconds (lower is better)\n"
                            "\n"
                            "NOTE: accuracy is given as 95% confidence intervals.\n"
                            "\n"
                            "                  5.9.0-old (BASELINE)                    5.9.0-perf\n"
                            "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n"
                            "SubAmean  1        100.00  +- 0.92 (        )      80.00  +- 0.82 (  20.00%)\n"
                            "SubAmean  2        200.00 +- 27.43 (        )     210.00 +-193.04 (  -5.00%)\n"
                            "\n"
                            "                             5.9.0-max                     5.9.0-mid\n"
                            "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n"
                            "SubAmean  1         90.00  +- 1.04 (  10.00%)      95.00  +- 0.84 (   5.00%)\n"
                            "SubAmean  2        208.42  +- 0.95 (  -4.21%)     209.91  +- 1.39 (  -4.96%)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 4U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "5.9.0-old");
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
    EXPECT_EQ(probe.parsed[0].runs[3].run.variant.label, "5.9.0-mid");
    EXPECT_EQ(probe.parsed[0].runs[3].run.variant.role, Role::Candidate);
    const auto* last = byCase(probe, 3, "subamean", "number of clients", "2");
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(last->test, "dbench");
    EXPECT_DOUBLE_EQ(last->value, 209.91);
    EXPECT_EQ(last->unit, "seconds");
    EXPECT_EQ(last->better, Better::Lower);
    EXPECT_EQ(last->spread->kind, SpreadKind::Ci95);
    EXPECT_DOUBLE_EQ(byCase(probe, 1, "subamean", "number of clients", "2")->spread->value, 193.04);
    ASSERT_EQ(probe.parsed[0].claims.size(), 6U);
    EXPECT_EQ(probe.parsed[0].claims[5].baseline, "5.9.0-old");
    EXPECT_TRUE(probe.parsed[0].claims[5].baselineResult.has_value());
}

TEST(MmtestsCompare, TakesUnitFromTheTitleAndAHeaderForSeveralTables)
{
    const auto probe = read("schbench Wakeup Latency (usec)\n"
                            "                                    6.1                  6.1\n"
                            "                                  plain                   v2\n"
                            "Amean     Wakeup-50th-80     7.00 (   0.00%)     6.00 (  14.29%)\n"
                            "CoeffVar  Wakeup-50th-80     3.00 (   0.00%)     2.00 (  33.33%)\n"
                            "\n"
                            "schbench Requests Per Second (ops/sec)\n"
                            "Hmean     RPS-50th-80      100.00 (   0.00%)   110.00 (  10.00%)\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    const auto* latency = probe.result("Wakeup-50th-80", "amean", 0, 1);
    ASSERT_NE(latency, nullptr);
    EXPECT_EQ(latency->unit, "usec");
    EXPECT_DOUBLE_EQ(latency->baseValue, 6e-6);
    EXPECT_EQ(latency->spread->kind, SpreadKind::Cv);
    EXPECT_DOUBLE_EQ(latency->spread->value, 0.02);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"table", "schbench Wakeup Latency"}}));
    EXPECT_EQ(probe.parsed[1].runs[1].run.variant.label, "6.1 v2");
    EXPECT_EQ(probe.result("RPS-50th-80", "hmean", 1, 0)->unit, "ops/sec");
}

TEST(MmtestsCompare, ReadsTablesThatWereRunIntoOneLine)
{
    const auto probe =
        read("Some gains. netperf-tcp 4.5.0-rc1 4.5.0-rc1 vanilla nostats-v3r1 Hmean 64 500.00 ( 0.00%) 550.00 ( "
             "10.00%) Hmean 128 700.00 ( 0.00%) 735.00 ( 5.00%) Small ones. hackbench-pipes plain fast Amean 1 "
             "2.00 ( 0.00%) 1.00 ( 50.00%) Amean 4 4.00 ( 0.00%) 3.00 ( 25.00%) and so on.\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.label, "4.5.0-rc1 nostats-v3r1");
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
    const auto* rate = byCase(probe, 1, "hmean", "case", "128");
    ASSERT_NE(rate, nullptr);
    EXPECT_EQ(rate->test, "netperf-tcp");
    EXPECT_DOUBLE_EQ(rate->value, 735);
    EXPECT_EQ(probe.written(*rate), "735.00");
    EXPECT_EQ(probe.parsed[1].runs[0].run.variant.label, "plain");
    EXPECT_EQ(probe.parsed[1].runs[1].run.results.at(1).value, 3);
    EXPECT_EQ(probe.parsed[1].runs[1].run.results.at(1).better, Better::Lower);
    EXPECT_TRUE(probe.text.slice(probe.blocks[1].span).ends_with("( 25.00%)"));
}

TEST(MmtestsCompare, LeavesARowWithOtherColumnsOutAndSaysSo)
{
    const auto probe = read("Amean    1      10.0000 (  0.00%)      9.0000 ( 10.00%)\n"
                            "Amean    2      10.0000 (  0.00%)      9.0000 ( 10.00%)      8.0000 ( 20.00%)\n");
    EXPECT_EQ(probe.resultCount(), 2U);
    EXPECT_EQ(probe.diagnosticCount("unread-row"), 1U);
}

TEST(MmtestsCompare, LeavesOtherTextAlone)
{
    EXPECT_TRUE(read("Mean of 10 runs: 5.00 (  0.00%)\n").blocks.empty());
    EXPECT_TRUE(read("Max 12 users (5%) and 13 users (6%)\n").blocks.empty());
    EXPECT_TRUE(read("  1-groups:         5.23 (0.00 pct)         4.61 (+11.85 pct)\n").blocks.empty());
    EXPECT_TRUE(read("Ops (*) 3 * 4% * 5\n").blocks.empty());
}

TEST(MmtestsCompare, ReadsWhatItsMonitorsAddWithoutChanges)
{
    const auto probe = read("The time went down:\n\n"
                            "                     6.6.0-rc2   6.6.0-rc2\n"
                            "                  numa-trace-v1 numa-selective-v1 /\n"
                            "Duration User       91201.80    63506.64\n"
                            "Duration Elapsed     1234.77      868.37\n"
                            "\nThe counts rose:\n\n"
                            "                                   6.6.0-rc2      6.6.0-rc2\n"
                            "                              numa-trace-v1 numa-selective-v1\n"
                            "Ops NUMA PTE updates                36624.00       55538.00\n"
                            "Ops NUMA hint local faults %        14860.00       56763.00\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "6.6.0-rc2 numa-trace-v1");
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.label, "6.6.0-rc2 numa-selective-v1");
    const auto* user = probe.result("User", "duration", 0, 1);
    ASSERT_NE(user, nullptr);
    EXPECT_DOUBLE_EQ(user->value, 63506.64);
    EXPECT_EQ(user->unit, "s");
    EXPECT_EQ(user->better, Better::Lower);
    const auto* updates = probe.result("NUMA PTE updates", "count", 1, 0);
    ASSERT_NE(updates, nullptr);
    EXPECT_DOUBLE_EQ(updates->value, 36624);
    EXPECT_EQ(updates->better, Better::Unknown);
    EXPECT_DOUBLE_EQ(probe.result("NUMA hint local faults %", "count", 1, 1)->value, 56763);
    EXPECT_TRUE(read("Duration is 12 15\nOps 4 5 6\nOps are 4 of 7\n").parsed.empty());
}

}
}
