// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts and figures are those of real mails, the words around them are not.
#include "tests/parsers/table/table_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::DoubleNear;

tests::Probe read(std::string_view text)
{
    return tests::readTable(text);
}

const Claim* claimOf(const ParsedBlock& block, std::string_view test)
{
    for (const auto& claim : block.claims) {
        if (claim.test == test) {
            return &claim;
        }
    }
    return nullptr;
}

TEST(BeforeAfter, ReadsUnitsFromTheCells)
{
    const auto probe = read("The aggregate figures:\n"
                            "\n"
                            "   I/O Type      w/o patch    with patch\n"
                            "   --------      ---------    ----------\n"
                            "   random read   8141.2 MB/s  8497.1 MB/s\n"
                            "   seq write     1681.3 MB/s  1699.9 MB/s\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto& runs = probe.parsed[0].runs;
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].run.benchmark, "fio");
    EXPECT_EQ(runs[0].run.variant.label, "w/o patch");
    EXPECT_EQ(runs[0].run.variant.role, Role::Baseline);
    EXPECT_EQ(runs[1].run.variant.label, "with patch");
    EXPECT_EQ(runs[1].run.variant.role, Role::Candidate);
    EXPECT_EQ(runs[0].group, runs[1].group);
    const auto* value = probe.result("random read", "bandwidth", 0, 1);
    ASSERT_NE(value, nullptr);
    EXPECT_DOUBLE_EQ(value->value, 8497.1);
    EXPECT_EQ(value->unit, "MB/s");
    EXPECT_DOUBLE_EQ(value->baseValue, 8497.1e6);
    EXPECT_EQ(value->baseUnit, "B/s");
    EXPECT_EQ(probe.written(*value), "8497.1");
    EXPECT_EQ(probe.resultCount(), 4U);
}

TEST(BeforeAfter, ReadsRowsThatWereRunTogetherIntoOneLine)
{
    const auto probe = read(
        "Both kernels ran it ten times, here is the mean. Without Patch With Patch Diff Pipe Throughput 77295.8 "
        "68384.2 "
        "-11.5% File Copy 256 bufsize 500 maxblocks 827.9 811.5 -1.98% Shell Scripts (8 concurrent) 24760.7 24544.6 "
        "-0.87% ======== ======== System Benchmarks Index Score 10879.3 11755.8 8.06% and more prose follows.\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 8U);
    const auto* copy = probe.result("File Copy 256 bufsize 500 maxblocks", "index", 0, 0);
    ASSERT_NE(copy, nullptr);
    EXPECT_DOUBLE_EQ(copy->value, 827.9);
    EXPECT_EQ(copy->unit, "index");
    EXPECT_EQ(probe.parsed[0].runs[0].run.benchmark, "unixbench");
    const auto* claim = claimOf(probe.parsed[0], "Pipe Throughput");
    ASSERT_NE(claim, nullptr);
    EXPECT_EQ(claim->stated, "-11.5%");
    EXPECT_THAT(claim->low, DoubleNear(-0.115, 1e-12));
    EXPECT_THAT(claim->resolution, DoubleNear(0.0005, 1e-12));
    EXPECT_EQ(claim->baseline, "Without Patch");
    ASSERT_TRUE(claim->candidateResult);
    const auto& candidate =
        probe.parsed[0].runs[claim->candidateResult->run].run.results[claim->candidateResult->result];
    EXPECT_DOUBLE_EQ(candidate.value, 68384.2);
    EXPECT_EQ(probe.parsed[0].claims.size(), 4U);
}

TEST(BeforeAfter, CarriesTheHeaderOfAFlattenedTableIntoTheNextLine)
{
    const auto probe = read(
        "Counters: Without Patch With Patch Diff TopDownL1 # retiring 0.08 0.18 125% # backend_bound 0.67 0.39 -41% "
        "L1-dcache-loads # 257.714 M/s 594.973 M/s 130% L1-dcache-load-misses # 0.86% 0.38% 55%\n"
        "System Benchmarks Partial Index INDEX INDEX System Benchmarks Index Score (Partial Only) 10141.8 28338.5 "
        "179%\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    const auto* loads = probe.result("L1-dcache-loads", "rate", 0, 1);
    ASSERT_NE(loads, nullptr);
    EXPECT_DOUBLE_EQ(loads->value, 594.973);
    EXPECT_EQ(loads->unit, "M/s");
    EXPECT_DOUBLE_EQ(loads->baseValue, 594973000);
    EXPECT_EQ(loads->baseUnit, "1/s");
    const auto* bound = probe.result("TopDownL1 backend_bound", "fraction", 0, 0);
    ASSERT_NE(bound, nullptr);
    EXPECT_DOUBLE_EQ(bound->value, 0.67);
    const auto* misses = probe.result("L1-dcache-load-misses", "share", 0, 0);
    ASSERT_NE(misses, nullptr);
    EXPECT_DOUBLE_EQ(misses->value, 0.86);
    EXPECT_EQ(misses->unit, "%");
    const auto* score = probe.result("System Benchmarks Index Score (Partial Only)", "index", 1, 1);
    ASSERT_NE(score, nullptr);
    EXPECT_DOUBLE_EQ(score->value, 28338.5);
    EXPECT_EQ(probe.parsed[1].runs[1].run.variant.label, "With Patch");
}

TEST(BeforeAfter, TellsUnixBenchResultsFromIndexes)
{
    // 11 % more context switches per second; as indexes these would differ by five powers of ten between the tests
    const auto probe = read("                                        before        after\n"
                            "    Dhrystone 2 using register variables  3011862938    3009935994  -0.06%\n"
                            "    Execl Throughput                         27667.3       27627.3  -0.14%\n"
                            "    File Copy 256 bufsize 500 maxblocks     210113.6      212635.4   1.20%\n"
                            "    Pipe-based Context Switching           3221686.4     3583975.4  11.25%\n");
    const auto* copy = probe.result("File Copy 256 bufsize 500 maxblocks", "result", 0, 1);
    ASSERT_NE(copy, nullptr);
    EXPECT_EQ(copy->unit, "KBps");
    EXPECT_DOUBLE_EQ(copy->baseValue, 212635.4 * 1024);
    EXPECT_EQ(probe.parsed[0].claims.size(), 4U);
}

TEST(BeforeAfter, TakesTheColumnThatChangesReferToAsBaseline)
{
    // (4.61 - 5.23) / 5.23 = -11.85 %: a shorter time counts as positive, and the patched kernel is the reference
    const auto probe = read("Test:             With-foo-patch        Without-foo-patch\n"
                            "  1-groups:         5.23 (0.00 pct)         4.61 (+11.85 pct)\n"
                            "  2-groups:         4.99 (0.00 pct)         4.72 (+5.41 pct)\n"
                            " 16-groups:        11.48 (0.00 pct)         8.07 (+29.70 pct)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto& block = probe.parsed[0];
    EXPECT_EQ(block.runs[0].run.variant.label, "With-foo-patch");
    EXPECT_EQ(block.runs[0].run.variant.role, Role::Baseline);
    ASSERT_EQ(block.claims.size(), 3U);
    EXPECT_EQ(block.claims[0].stated, "+11.85 pct");
    EXPECT_EQ(block.claims[0].baseline, "With-foo-patch");
    EXPECT_EQ(probe.diagnosticCount("delta-convention"), 1U);
}

TEST(BeforeAfter, FindsTheSidesOfATableWithoutAHeaderByItsArithmetic)
{
    const auto probe = read("The micro test:\n"
                            "1 parallel: 1167.0 1288.6 10.4%\n"
                            "8 parallel: 4301.6 4791.3 11.3%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 4U);
    EXPECT_TRUE(probe.parsed[0].runs[0].run.variant.isAssumed);
    EXPECT_EQ(probe.parsed[0].claims.size(), 2U);
    // 1288.6 / 1167.0 is +10.4 %, so 99.9 % is no change of these values
    EXPECT_TRUE(read("1 parallel: 1167.0 1288.6 99.9%\n8 parallel: 4301.6 4791.3 47.1%\n").parsed.empty());
}

TEST(BeforeAfter, BringsASpreadToTheUnitOfItsValue)
{
    const auto probe = read("| test  | before              | after               |\n"
                            "|-------|---------------------|---------------------|\n"
                            "| build | 1.20 s \u00B1 30 ms | 1.10 s \u00B1 20 ms |\n"
                            "| boot  | 2.20 s \u00B1 0.1 s | 2.10 s \u00B1 0.2 s |\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto& results = probe.parsed[0].runs[1].run.results;
    ASSERT_EQ(results.size(), 2U);
    ASSERT_TRUE(results[0].spread && results[1].spread);
    EXPECT_DOUBLE_EQ(results[0].spread->value, 0.02);
    EXPECT_DOUBLE_EQ(results[1].spread->value, 0.2);
}

TEST(BeforeAfter, ReadsMarkdownWithSpreadRowsAndUnitlessChanges)
{
    const auto probe = read("100 iterations of: somebench threads --threads=8\n"
                            "Higher result is better\n"
                            "|         |   BASELINE |   +PATCH |   DELTA (%) |\n"
                            "|---------|------------|----------|-------------|\n"
                            "| mean    |   5235.02  | 5863.73  |      +12.01 |\n"
                            "| std (%) |      8.166 |   10.265 |             |\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 2U);
    const auto& result = probe.parsed[0].runs[1].run.results[0];
    EXPECT_EQ(result.test, "somebench threads --threads=8");
    EXPECT_DOUBLE_EQ(result.value, 5863.73);
    ASSERT_TRUE(result.spread);
    EXPECT_EQ(result.spread->kind, SpreadKind::Cv);
    EXPECT_THAT(result.spread->value, DoubleNear(0.10265, 1e-12));
    ASSERT_EQ(probe.parsed[0].claims.size(), 1U);
    EXPECT_THAT(probe.parsed[0].claims[0].low, DoubleNear(0.1201, 1e-12));
}

TEST(BeforeAfter, PutsTwoChangesInOneCellToTheirOwnCandidates)
{
    const auto probe = read("All results in ops/s.\n"
                            "\n"
                            "access2 (\"same file\"):\n"
                            "proc\tstock\tpatched\tpatched+nopause\n"
                            "24\t2378041\t2005501\t5370335\t(-15% / +125%)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto& block = probe.parsed[0];
    ASSERT_EQ(block.runs.size(), 3U);
    const auto& result = block.runs[2].run.results.at(0);
    EXPECT_EQ(result.test, "access2");
    EXPECT_EQ(result.parameters.at("proc"), "24");
    EXPECT_EQ(result.unit, "ops/s");
    ASSERT_EQ(block.claims.size(), 2U);
    EXPECT_EQ(block.claims[0].candidate, "patched");
    EXPECT_THAT(block.claims[0].low, DoubleNear(-0.15, 1e-12));
    EXPECT_EQ(block.claims[1].candidate, "patched+nopause");
}

TEST(BeforeAfter, BindsAHeaderOfTwoLevels)
{
    const auto probe = read("Filesystem      Files  Threads      Create             Walk\n"
                            "\t\t\t\tbase    scale\t  base    scale\n"
                            "       xfs     400000     1     11.217 10.477     11.621 11.570\n"
                            "       xfs     800000     2     12.313 11.470     11.673 11.158\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 8U);
    const auto* walk = tests::resultAt(probe, 1, 3);
    ASSERT_NE(walk, nullptr);
    EXPECT_EQ(walk->metric, "walk");
    EXPECT_DOUBLE_EQ(walk->value, 11.158);
    EXPECT_EQ(walk->parameters.at("files"), "800000");
    EXPECT_EQ(walk->parameters.at("threads"), "2");
}

TEST(BeforeAfter, JoinsHeadsThatAreBrokenOverLines)
{
    const auto probe = read("+--------------------------+--------------------+----------+\n"
                            "|        Benchmark         |      Baseline      | Baseline |\n"
                            "|                          |  (6.10.0-rc1 tip)  | + patch  |\n"
                            "+--------------------------+--------------------+----------+\n"
                            "|some run duration (sec)   |         1          |   1.01   |\n"
                            "|some simple fstat (usec)  |         1          |   0.99   |\n"
                            "+--------------------------+--------------------+----------+\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.label, "Baseline + patch");
    const auto* ratio = tests::resultAt(probe, 1, 1);
    ASSERT_NE(ratio, nullptr);
    EXPECT_EQ(ratio->unit, "ratio"); // 1 throughout on the other side: no microseconds
    EXPECT_DOUBLE_EQ(ratio->baseValue, 0.99);
}

TEST(BeforeAfter, SkipsNumbersThatSelectTheCase)
{
    const auto probe = read("IOPS (bs=1MB)\n"
                            "jobs | 5.6   | 5.6 patched\n"
                            "1    | 193k  | 192k\n"
                            "16   | 197k  | 394k\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* value = tests::resultAt(probe, 1, 1);
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(value->parameters.at("jobs"), "16");
    EXPECT_EQ(value->parameters.at("bs"), "1MB");
    EXPECT_EQ(value->metric, "iops");
    EXPECT_DOUBLE_EQ(value->baseValue, 394000);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.role, Role::Candidate);
}

TEST(BeforeAfter, LeavesOutAUnitThatAnotherTablesSentenceTold)
{
    const auto probe = read("The time is in nanoseconds.\n"
                            "work      before   after\n"
                            "first       12.5    13.5\n"
                            "\n"
                            "latency   before   after\n"
                            "second      14.5    15.5\n");
    ASSERT_EQ(probe.parsed.size(), 2U);
    EXPECT_EQ(tests::resultAt(probe, 0, 0, 0)->unit, "nanoseconds");
    EXPECT_EQ(tests::resultAt(probe, 0, 0, 1)->unit, "");
}

TEST(BeforeAfter, KeepsTheSizeOfCodeApartFromBenchmarks)
{
    const auto probe = read("  Function                                     old     new   delta\n"
                            "  finish_some_switch                           884     852     -32\n"
                            "  other_schedule                               120       -    -120\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.benchmark, "bloat-o-meter");
    EXPECT_EQ(probe.parsed[0].runs[1].run.results.size(), 1U);
    ASSERT_FALSE(probe.parsed[0].claims.empty());
    EXPECT_EQ(probe.parsed[0].claims[0].kind, ClaimKind::Difference);
    EXPECT_DOUBLE_EQ(probe.parsed[0].claims[0].low, -32);
}

TEST(BeforeAfter, KeepsAMissingCellMissing)
{
    const auto probe = read("test       before    after\n"
                            "alpha       12.5     13.5\n"
                            "beta           -     14.5\n"
                            "gamma         CE     15.5\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.results.size(), 1U);
    EXPECT_EQ(probe.parsed[0].runs[1].run.results.size(), 3U);
}

TEST(BeforeAfter, TakesFromASentenceAboveOnlyWhatItNames)
{
    const auto probe = read("I ran a simple test using will-it-scale page_fault1, and the results are\n"
                            "as follows:\n"
                            "\n"
                            "tasks    | baseline     | with-patch   | %\n"
                            "------------------------------------------------\n"
                            "1        | 216394       | 217537       | +0.53%\n"
                            "8        | 1603738      | 1626028      | +1.39%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.results[0].test, "will-it-scale page_fault1");
}

TEST(BeforeAfter, LeavesProseListsAndListingsAlone)
{
    EXPECT_TRUE(read("Before the change we had 12 wakeups and after it 14, which is 16% more.\n").parsed.empty());
    EXPECT_TRUE(read("NUMA node0 CPU(s):      0-31,64-95\nNUMA node1 CPU(s):      32-63,96-127\n").parsed.empty());
    EXPECT_TRUE(read("sh 129378 [006] 74586.633466: sched_wakeup:  sh:129380 [120] success=1 CPU:007\n"
                     "sh 129378 [006] 74586.634718: sched_wakeup:  sh:129381 [120] success=1 CPU:007\n")
                    .parsed.empty());
    EXPECT_TRUE(read(" Operation      Count    AvgLat    MaxLat\n"
                     " ----------------------------------------\n"
                     " NTCreateX    4113896     0.009   238.665\n"
                     " Close        3021699     0.001     0.590\n")
                    .parsed.empty());
}

}
}
