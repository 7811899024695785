// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that are set loosely: blanks between thousands, blank lines between rows, a change behind a slash, titles in
// words. Numbers are made up.
#include "tests/parsers/table/table_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace patchscale::tests {
namespace {

/// Label, then "test[key=value] metric value unit" of each result.
std::vector<std::string> printedRun(const Probe& probe, std::size_t run, std::size_t block = 0)
{
    const auto& read = probe.parsed.at(block).runs.at(run).run;
    std::vector<std::string> out {read.variant.label};
    for (const auto& result : read.results) {
        std::string line = result.test;
        for (const auto& [key, value] : result.parameters) {
            line += "[" + key + "=" + value + "]";
        }
        out.push_back(line + " " + result.metric + " " + probe.written(result) + " " + result.unit);
    }
    return out;
}

using testing::ElementsAre;

TEST(LooseRows, TakesABlankBetweenThousandsForPartOfTheNumber)
{
    const auto probe = readTable("Connections     Before       After      Diff\n"
                                 "100             12 345       13 579     +10.0%\n"
                                 "200             24 690       25 925      +5.0%\n"
                                 "400           1 024 000    1 075 200     +5.0%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    ASSERT_NE(resultAt(probe, 1, 2), nullptr);
    EXPECT_DOUBLE_EQ(resultAt(probe, 0, 0)->value, 12345);
    EXPECT_DOUBLE_EQ(resultAt(probe, 1, 0)->value, 13579);
    EXPECT_DOUBLE_EQ(resultAt(probe, 0, 2)->value, 1024000);
    EXPECT_DOUBLE_EQ(resultAt(probe, 1, 2)->value, 1075200);
    EXPECT_EQ(probe.written(*resultAt(probe, 1, 2)), "1 075 200");
    EXPECT_EQ(probe.parsed[0].claims.size(), 3U);
    EXPECT_EQ(probe.diagnosticCount("unread-row"), 0U);
}

TEST(LooseRows, ReadsABlankBetweenThousandsAlsoBetweenPipes)
{
    const auto probe = readTable("| Test | Without patch | With patch | Change |\n"
                                 "|------|--------------:|-----------:|-------:|\n"
                                 "| GET  | 120 000 | 126 000 | 5.0 % |\n"
                                 "| INCR | 1 015 000 | 1 025 150 | 1.0 % |\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_NE(resultAt(probe, 1, 1), nullptr);
    EXPECT_DOUBLE_EQ(resultAt(probe, 0, 0)->value, 120000);
    EXPECT_DOUBLE_EQ(resultAt(probe, 1, 1)->value, 1025150);
    EXPECT_EQ(probe.parsed[0].claims.size(), 2U);
}

TEST(LooseRows, TakesTheUnitWithTheHeaderFromTheTableAbove)
{
    const auto probe = readTable("STREAM in MB/s:\n"
                                 "\n"
                                 "NPS1\n"
                                 "             tip         tip+patch\n"
                                 "  Copy    200000.0      210000.0\n"
                                 "  Scale   190000.0      199500.0\n"
                                 "\n"
                                 "NPS4\n"
                                 "  Copy    220000.0      220000.0\n"
                                 "  Scale   210000.0      207900.0\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    ASSERT_NE(resultAt(probe, 1, 1, 1), nullptr);
    EXPECT_DOUBLE_EQ(resultAt(probe, 1, 1, 1)->value, 207900);
    EXPECT_EQ(resultAt(probe, 1, 1, 1)->unit, "MB/s");
}

TEST(LooseRows, LeavesNumbersOneBlankApartToTheirOwnColumns)
{
    const auto probe = readTable("test        base patched delta\n"
                                 "read        100 200 300\n"
                                 "write       400 500 600\n");
    for (const auto& block : probe.parsed) {
        for (const auto& run : block.runs) {
            for (const auto& result : run.run.results) {
                EXPECT_LE(result.value, 600);
            }
        }
    }
}

TEST(LooseRows, GoesOnBelowABlankLineWithMetricAndParameters)
{
    const auto probe = readTable("hackbench time in seconds:\n"
                                 "\n"
                                 "  groups      base     patched\n"
                                 "\n"
                                 "  1           10.00      9.00\n"
                                 "\n"
                                 "  4           20.00     19.00\n"
                                 "\n"
                                 "  8           40.00     38.00\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_THAT(printedRun(probe, 0),
                ElementsAre("base", "hackbench time[groups=1] time 10.00 seconds",
                            "hackbench time[groups=4] time 20.00 seconds",
                            "hackbench time[groups=8] time 40.00 seconds"));
    EXPECT_THAT(printedRun(probe, 1),
                ElementsAre("patched", "hackbench time[groups=1] time 9.00 seconds",
                            "hackbench time[groups=4] time 19.00 seconds",
                            "hackbench time[groups=8] time 38.00 seconds"));
}

TEST(LooseRows, KeepsTheRatioBehindASlashForAClaim)
{
    const auto probe = readTable("lock1_threads, ops/s:\n"
                                 "\n"
                                 " #threads    vanilla     CNA / speedup\n"
                                 "   2         1000000     1010000 / 1.010\n"
                                 "   4         2000000     2200000 / 1.100\n"
                                 "   8         3000000     2850000 / 0.950\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "vanilla");
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.label, "CNA");
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.role, Role::Candidate);
    ASSERT_EQ(probe.parsed[0].claims.size(), 3U);
    EXPECT_EQ(probe.parsed[0].claims[1].kind, ClaimKind::Ratio);
    EXPECT_DOUBLE_EQ(probe.parsed[0].claims[1].low, 1.1);
    EXPECT_EQ(probe.parsed[0].claims[1].candidate, "CNA");
    ASSERT_NE(resultAt(probe, 1, 1), nullptr);
    EXPECT_DOUBLE_EQ(resultAt(probe, 1, 1)->value, 2200000);
    EXPECT_EQ(resultAt(probe, 1, 1)->test, "lock1_threads");
}

TEST(LooseRows, NamesATestByItsNameAlone)
{
    const auto probe = readTable("2. On an AMD EPYC 7742 (128 cores), tbench throughput in MB/s:\n"
                                 "\n"
                                 "           tip        patched    %gain\n"
                                 "  1        300.0      303.0      1.0\n"
                                 "  64      9000.0     9450.0      5.0\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_NE(resultAt(probe, 0, 1), nullptr);
    EXPECT_EQ(resultAt(probe, 0, 1)->test, "tbench throughput");
    EXPECT_EQ(resultAt(probe, 0, 1)->metric, "throughput");
    EXPECT_EQ(resultAt(probe, 0, 1)->unit, "MB/s");
}

TEST(LooseRows, TakesNoTestNameFromALineThatOnlyAnnouncesNumbers)
{
    const auto probe = readTable("The test result of iperf3 (Gbits/sec):\n"
                                 "\n"
                                 "     w/o patch   with patch\n"
                                 "      20.0        22.0\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_NE(resultAt(probe, 1, 0), nullptr);
    EXPECT_EQ(resultAt(probe, 1, 0)->test, "iperf3");
    EXPECT_DOUBLE_EQ(resultAt(probe, 1, 0)->value, 22);
}

TEST(LooseRows, ReadsASideAndAMeasureFromEachHead)
{
    const auto probe = readTable("   I/O Type      nopatch lat   nopatch bw   w/ patch lat   w/ patch bw\n"
                                 "   --------      -----------   ----------   ------------   -----------\n"
                                 "   seq read           210.0       1500.0          200.0         1575.0\n"
                                 "   seq write          420.0        750.0          400.0          787.5\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.role, Role::Candidate);
    EXPECT_THAT(printedRun(probe, 0),
                ElementsAre("nopatch", "seq read lat 210.0 ", "seq read bw 1500.0 ", "seq write lat 420.0 ",
                            "seq write bw 750.0 "));
    EXPECT_THAT(printedRun(probe, 1),
                ElementsAre("w/ patch", "seq read lat 200.0 ", "seq read bw 1575.0 ", "seq write lat 400.0 ",
                            "seq write bw 787.5 "));
}

TEST(LooseRows, TellsTheNextPairOfRowsFromThePairAbove)
{
    const auto probe = readTable("base:  42000\n"
                                 "patch: 50000\n"
                                 "\n"
                                 "SET requests:\n"
                                 "Before: 3289011.9 RPS\n"
                                 "After: 3453462.5 RPS\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    for (std::size_t block = 0; block < 2; ++block) {
        ASSERT_EQ(probe.parsed[block].runs.size(), 2U);
        EXPECT_EQ(probe.parsed[block].runs[0].run.variant.role, Role::Baseline);
        EXPECT_EQ(probe.parsed[block].runs[1].run.variant.role, Role::Candidate);
    }
    EXPECT_EQ(probe.parsed[1].runs[0].run.variant.label, "Before");
}

TEST(LooseRows, FindsTheOldKernelBeforeThePatchedOneInOneLine)
{
    const auto probe = readTable("Average of five runs on the server: 5.19-rc3 5.19-rc3+patch Diff Execl Throughput "
                                 "6000.0 6300.0 5.00% Pipe Throughput 70000.0 77000.0 10.0% System Call Overhead "
                                 "1700.0 1734.0 2.00%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "5.19-rc3");
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.role, Role::Candidate);
    EXPECT_EQ(probe.resultCount(), 6U);
    EXPECT_EQ(probe.parsed[0].claims.size(), 3U);
}

TEST(LooseRows, TakesTheLineThatNamesAnAbsenceForTheOldSide)
{
    const auto probe = readTable("UnixBench scores of the guest (./Run -c 8):\n"
                                 "  no load: 3172\n"
                                 "  busy loop: 1583\n"
                                 "  pause loop: 1729.4\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 3U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "no load");
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
    EXPECT_EQ(probe.parsed[0].runs[2].run.variant.label, "pause loop");
    EXPECT_EQ(probe.parsed[0].runs[2].run.variant.role, Role::Candidate);
    ASSERT_NE(resultAt(probe, 2, 0), nullptr);
    EXPECT_DOUBLE_EQ(resultAt(probe, 2, 0)->value, 1729.4);
    EXPECT_EQ(resultAt(probe, 2, 0)->test, "UnixBench scores of the guest");
    EXPECT_EQ(readTable("Counters after a day:\n  no errors: 5\n  timeouts: 3\n").resultCount(), 0U);
}

TEST(LooseRows, ReadsALoneRowOfKnownNameUnderAHeaderOfTheLineAbove)
{
    const auto probe =
        readTable("Counters of './Run -c 64 -i 5 pipe': vanilla patched Change L1-dcache-loads # 300.000 "
                  "M/s 450.000 M/s 50% L1-dcache-load-misses # 1.20% 0.90% -25%\n"
                  "System Benchmarks Partial Index INDEX INDEX System Benchmarks Index Score (Partial "
                  "Only) 8000.0 10000.0 25%\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    ASSERT_EQ(probe.parsed[1].runs.size(), 2U);
    ASSERT_NE(resultAt(probe, 1, 0, 1), nullptr);
    EXPECT_EQ(resultAt(probe, 1, 0, 1)->test, "System Benchmarks Index Score (Partial Only)");
    EXPECT_DOUBLE_EQ(resultAt(probe, 1, 0, 1)->value, 10000);
}

TEST(LooseRows, KeepsARowWhoseChangeIsLeftAway)
{
    const auto probe = readTable("Metric                  Base            Patched         Delta\n"
                                 "Cache Misses            3.394 B/sec     3.433 B/sec     +1.15%\n"
                                 "Page Faults Major       18.794 /sec     0.000 /sec\n"
                                 "Kmalloc                 0.153 M/sec     0.152 M/sec     -0.65%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 6U);
    EXPECT_EQ(probe.parsed[0].claims.size(), 2U);
    EXPECT_EQ(probe.diagnosticCount("unread-row"), 0U);
    const auto& misses = probe.parsed[0].runs[0].run.results.at(0);
    EXPECT_DOUBLE_EQ(misses.baseValue, 3.394e9); // a billion beside millions, no bytes
    EXPECT_EQ(misses.baseUnit, "1/s");
}

TEST(LooseRows, LeavesRemarksBehindArrowsOut)
{
    const auto probe = readTable("        MHz             Power\n"
                                 "Sample  revert  base    revert  base\n"
                                 "17      1150    3039    2.15    9.49    <<< base over its limit\n"
                                 "18      2968    3017    8.67    9.07\n"
                                 "19      2910    2510    9       5.57    <<< base throttled\n"
                                 "20      2950    2438    8.62    5.74    <<< revert throttled\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 16U);
    const auto& runs = probe.parsed[0].runs;
    const auto base = std::ranges::find_if(runs, [](const BlockRun& run) { return run.run.variant.label == "base"; });
    ASSERT_NE(base, runs.end());
    EXPECT_DOUBLE_EQ(base->run.results[0].value, 3039);
    EXPECT_EQ(base->run.results[0].metric, "mhz");
    EXPECT_DOUBLE_EQ(base->run.results[1].value, 9.49);
}

TEST(LooseRows, TakesTheTestFromAFieldAboveOtherFields)
{
    const auto probe = readTable("  tip:sched/core + revert       0.81 [19.36]\n\n"
                                 "  =====================================\n"
                                 "  Test          : tbench\n"
                                 "  Units         : Normalized throughput\n"
                                 "  Interpretation: Higher is better\n"
                                 "  Statistic     : AMean\n"
                                 "  =====================================\n"
                                 "  Clients:    tip[pct imp](CV)       revert[pct imp](CV)\n"
                                 "      1     1.00 [  0.00]( 0.24)     0.91 [ -8.96]( 0.30)\n"
                                 "      2     1.00 [  0.00]( 0.25)     0.92 [ -8.20]( 0.97)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* first = tests::resultAt(probe, 0, 0);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->test, "tbench");
    EXPECT_EQ(first->parameters, (Parameters {{"clients", "1"}}));
}

TEST(LooseRows, TakesNoHeaderOverFromATableOfOtherThings)
{
    const std::string table = "test         w/o patch  with patch\n"
                              "random read  8141       8497\n"
                              "seq read     8229       8304\n\n";
    const auto trees = readTable(table + "The trees here:\noak    12  14\nelm    13  18\n");
    EXPECT_EQ(trees.resultCount(), 4U);
    const auto again = readTable(table + "Two jobs:\nrandom read  7000  7100\nseq read     6500  6600\n");
    EXPECT_EQ(again.resultCount(), 8U);
}

}
}
