// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts and figures are those of real mails, the words around them are not.
#include "tests/parsers/table/table_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace patchscale::tests {
namespace {

using testing::DoubleNear;

TEST(RowsAsVariants, ReadsPairsUnderSubHeadings)
{
    const auto probe = readTable("  hackbench on the big machine:\n"
                                 "  group=1\n"
                                 "  base:    114912±5.2%\n"
                                 "  patch:   117857±2.5%  (noise)\n"
                                 "\n"
                                 "  group=8\n"
                                 "  base:    461070±0.8%\n"
                                 "  patch:   491713±0.3% +6.6%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.label, "patch");
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.role, Role::Candidate);
    EXPECT_EQ(probe.resultCount(), 4U);
    const auto* last = resultAt(probe, 1, 1);
    ASSERT_NE(last, nullptr);
    EXPECT_DOUBLE_EQ(last->value, 491713);
    EXPECT_EQ(last->parameters.at("group"), "8");
    ASSERT_TRUE(last->spread);
    EXPECT_EQ(last->spread->kind, SpreadKind::Cv);
    EXPECT_THAT(last->spread->value, DoubleNear(0.003, 1e-12));
    ASSERT_EQ(probe.parsed[0].claims.size(), 1U); // (491713 - 461070) / 461070 = 6.6 %
    EXPECT_EQ(probe.parsed[0].claims[0].stated, "+6.6%");
}

TEST(RowsAsVariants, TakesTheRestOfALabelForTheTest)
{
    const auto probe = readTable("memcpy:\n"
                                 "original aligned:        75 MB/s\n"
                                 "original unaligned:      74 MB/s\n"
                                 "new aligned:            114 MB/s\n"
                                 "new unaligned:          107 MB/s\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* aligned = probe.result("memcpy aligned", "bandwidth", 0, 1);
    ASSERT_NE(aligned, nullptr);
    EXPECT_DOUBLE_EQ(aligned->value, 114);
    const auto* unaligned = probe.result("memcpy unaligned", "bandwidth", 0, 0);
    ASSERT_NE(unaligned, nullptr);
    EXPECT_DOUBLE_EQ(unaligned->value, 74);
}

TEST(RowsAsVariants, TurnsAGridWhosePatchRowStandsFirst)
{
    const auto probe = readTable("+-----------+--------+-------+--------------+\n"
                                 "| stress-ng | patch  | OU %  | OU triggers  |\n"
                                 "+-----------+--------+-------+--------------+\n"
                                 "| 1x        | patch  |  8.26 |        432.0 |\n"
                                 "| 1x        | base   | 99.14 |          4.2 |\n"
                                 "+-----------+--------+-------+--------------+\n"
                                 "| 2x        | patch  |  8.79 |        470.2 |\n"
                                 "| 2x        | base   | 99.21 |          3.8 |\n"
                                 "+-----------+--------+-------+--------------+\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "patch");
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Candidate);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.role, Role::Baseline);
    const auto* share = probe.result("2x", "ou %", 0, 1);
    ASSERT_NE(share, nullptr);
    EXPECT_DOUBLE_EQ(share->value, 99.21);
    EXPECT_EQ(share->unit, "%");
    EXPECT_EQ(probe.resultCount(), 8U);
}

TEST(RowsAsVariants, ReadsAMarkdownTableWithAnEmptyHead)
{
    const auto probe = readTable("Result(elevator is deadline): iops\n"
                                 "|                 | null_blk | scsi hdd |\n"
                                 "| --------------- | -------- | -------- |\n"
                                 "| before this set | 263k     | 24       |\n"
                                 "| after this set  | 475k     | 272      |\n");
    const auto* after = probe.result("null_blk", "iops", 0, 1);
    ASSERT_NE(after, nullptr);
    EXPECT_DOUBLE_EQ(after->value, 475);
    EXPECT_EQ(after->unit, "k");
    EXPECT_DOUBLE_EQ(after->baseValue, 475000);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "before this set");
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
}

TEST(RowsAsVariants, ChecksNumberedConfigurationsByTheirChanges)
{
    const auto probe = readTable("                        kmalloc                 pgalloc\n"
                                 "(1 baseline)            6.764s                  16.902s\n"
                                 "(2 default disabled)    6.793s  (+0.43%)        17.007s (+0.62%)\n"
                                 "(3 default enabled)     7.197s  (+6.40%)        23.666s (+40.02%)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 3U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "(1 baseline)");
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
    const auto* value = probe.result("pgalloc", "time", 0, 2);
    ASSERT_NE(value, nullptr);
    EXPECT_DOUBLE_EQ(value->value, 23.666);
    EXPECT_EQ(probe.parsed[0].claims.size(), 4U);
}

TEST(RowsAsVariants, TakesNumberedRunsForSamples)
{
    const auto probe = readTable("As `./Run -c 128 -i 1 shell1` shows:\n"
                                 "       iter-1      iter-2     iter-3\n"
                                 "w/o  17708.1     17637.1    17630.1\n"
                                 "w    17766.0     17752.3    17861.7\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* value = resultAt(probe, 1, 0);
    ASSERT_NE(value, nullptr);
    EXPECT_THAT(value->value, DoubleNear((17766.0 + 17752.3 + 17861.7) / 3, 1e-9));
    ASSERT_EQ(value->samples.size(), 3U);
    EXPECT_DOUBLE_EQ(value->samples[2].value, 17861.7);
    EXPECT_EQ(value->test, "Shell Scripts (1 concurrent)");
}

TEST(RowsAsVariants, TakesApartTwoValuesInOneCell)
{
    const auto probe = readTable("without this series / with this series:\n"
                                 "\n"
                                 "| cg1 weight      | 10            | 20           |\n"
                                 "| cg1 bw MiB/s    | 21.4 / 21.74  | 42.72 / 46.6 |\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    const auto* second = resultAt(probe, 1, 1);
    ASSERT_NE(second, nullptr);
    EXPECT_DOUBLE_EQ(second->value, 46.6);
    EXPECT_EQ(second->parameters.at("cg1 weight"), "20");
    EXPECT_EQ(second->unit, "MiB/s");
    EXPECT_EQ(probe.written(*second), "46.6");
    // encryption and decryption are no two sides
    EXPECT_TRUE(readTable("encryption / decryption:\n| aes | 21.4 / 21.74  | 42.72 / 46.6 |\n").parsed.empty());
}

TEST(RowsAsVariants, ReadsLetteredVariantsUnderSubHeadingsInPipes)
{
    const auto probe = readTable("             LABEL            |     MEAN    |   MEDIAN    |\n"
                                 "------------------------------+-------------+-------------+\n"
                                 "  page_fault1_per_process_ops |             |             |\n"
                                 "  (A) base                    | 270249.164  | 265437.000  |\n"
                                 "  (B) patched                 | 261368.709  | 255725.000  |\n"
                                 "  page_fault1_per_thread_ops  |             |             |\n"
                                 "  (A) base                    | 242111.345  | 239737.000  |\n"
                                 "  (B) patched                 | 237057.109  | 235305.000  |\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "(A) base");
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.role, Role::Candidate);
    EXPECT_EQ(probe.resultCount(), 8U);
    const auto* last = probe.result("page_fault1_per_thread_ops", "mean", 0, 1);
    ASSERT_NE(last, nullptr);
    EXPECT_DOUBLE_EQ(last->value, 237057.109);
    EXPECT_EQ(last->unit, ""); // "(B)" is no unit
    ASSERT_NE(probe.result("page_fault1_per_process_ops", "median", 0, 0), nullptr);
}

TEST(RowsAsVariants, LeavesListsOfValuesAlone)
{
    EXPECT_TRUE(readTable("Code tags:           192 kB\nPageExts:         262144 kB (256MB)\nNew slabs:   512 kB\n")
                    .parsed.empty());
    EXPECT_TRUE(
        readTable("Socket(s):             2\nCore(s) per socket:    48\nModel:                 143\n").parsed.empty());
    EXPECT_TRUE(readTable("Changes in v2:  3 patches dropped\nChanges in v3:  1 patch added\n").parsed.empty());
}

TEST(RowsAsVariants, TakesAChangeBetweenTheColumnsForNoValue)
{
    const auto probe = readTable("                 | IOPS (IRQ mode) | IOPS (iopoll=1 mode) | diff\n"
                                 "---------------- | --------------- | -------------------- | ----\n"
                                 "without patchset |            242k |                 332k | ~37%\n"
                                 "with patchset    |            236k |                 332k | ~41%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 4U); // (332 - 242) / 242 = 37 % compares the modes
}

TEST(RowsAsVariants, KeepsTheMetricOfALineAboveFromRowsInOtherUnits)
{
    const auto probe = readTable("throughput:         before      after\n"
                                 "slat (nsec)          2332        3340\n"
                                 "CPU util%             37%         78%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    for (const auto& run : probe.parsed[0].runs) {
        for (const auto& result : run.run.results) {
            EXPECT_NE(result.metric, "throughput") << result.test;
        }
    }
}

TEST(RowsAsVariants, TakesColumnsForSamplesWhenTheirMeanStandsBehindThem)
{
    const auto probe = readTable("Measured with sockperf, three times\n"
                                 "[msg/sec]  test1    test2    test3    mean\n"
                                 "w/o patch  514,664  519,040  527,115  520.3k\n"
                                 "w/  patch  516,863  526,337  527,195  523.5k (+0.6%)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.label, "w/ patch");
    ASSERT_EQ(probe.resultCount(), 2U);
    const auto* before = tests::resultAt(probe, 0, 0);
    EXPECT_DOUBLE_EQ(before->value, 520.3);
    EXPECT_DOUBLE_EQ(before->baseValue, 520300);
    EXPECT_EQ(before->baseUnit, "1/s");
    ASSERT_EQ(before->samples.size(), 3U);
    EXPECT_DOUBLE_EQ(before->samples[2].value, 527.115); // in the unit of the mean
    ASSERT_EQ(probe.parsed[0].claims.size(), 1U);
    // The last column is no mean of the others: they stay tests of their own.
    const auto other = readTable("             test1    test2    mean\n"
                                 "w/o patch    100      200      170\n"
                                 "with patch   110      220      180\n");
    EXPECT_EQ(other.resultCount(), 6U);
}

TEST(RowsAsVariants, KnowsTheColumnThatSelectsTheCaseUnderOffAndOn)
{
    const auto probe = readTable("Polling      QD       Latency         IOPS\n"
                                 "----------------------------------------\n"
                                 "off           1       12.03us         78800\n"
                                 "off           2       13.27us        144000\n"
                                 "on            1        9.00us        108000\n"
                                 "on            2        9.07us        214000\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.resultCount(), 8U);
    for (std::size_t run = 0; run < 2; ++run) {
        for (const auto& result : probe.parsed[0].runs[run].run.results) {
            EXPECT_TRUE(result.parameters.contains("qd")) << result.test;
        }
    }
    const auto& on = probe.parsed[0].runs[1].run.results;
    const auto deep = std::ranges::find_if(
        on, [](const TestResult& result) { return result.test == "IOPS" && result.parameters.at("qd") == "2"; });
    ASSERT_NE(deep, on.end());
    EXPECT_DOUBLE_EQ(deep->value, 214000);
}

TEST(RowsAsVariants, TakesPercDiffForNoMetric)
{
    const auto probe = readTable("|     metric      |     kernel    | value  | perc_diff |\n"
                                 "+-----------------+---------------+--------+-----------+\n"
                                 "| multicore_score |    baseline   | 2765.4 |   0.0%    |\n"
                                 "| multicore_score |    patched_v4 | 2839.8 |   2.69%   |\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 2U);
    const auto* patched = tests::resultAt(probe, 1, 0);
    ASSERT_NE(patched, nullptr);
    EXPECT_DOUBLE_EQ(patched->value, 2839.8);
}

TEST(RowsAsVariants, TakesNumbersOverTheColumnsForCases)
{
    const auto probe = readTable("|--------|--------|--------|--------|--------|\n"
                                 "|    -   |    1   |    2   |    4   |    8   |\n"
                                 "|--------|--------|--------|--------|--------|\n"
                                 "|  base  | 295287 | 70665  | 33865  | 19387  |\n"
                                 "|--------|--------|--------|--------|--------|\n"
                                 "| linear | 286328 | 123102 | 119542 | 90653  |\n"
                                 "|        | -3.0%  | 74.20% | 252.9% | 367.5% |\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.resultCount(), 8U);
    const auto* linear = tests::resultAt(probe, 1, 3);
    ASSERT_NE(linear, nullptr);
    EXPECT_DOUBLE_EQ(linear->value, 90653);
    EXPECT_EQ(linear->parameters, (Parameters {{"case", "8"}}));
}

}
}
