// SPDX-License-Identifier: GPL-3.0-or-later
// Heads that name the sides without a word for "patch", or over several lines. Layouts and figures are those of real
// mails, the words around them are not.
#include "tests/parsers/table/table_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale::tests {
namespace {

using testing::DoubleNear;

const BlockRun& runAt(const Probe& probe, std::size_t run)
{
    return probe.parsed.at(0).runs.at(run);
}

TEST(TellingHeads, TakesWithoutAndWithAnythingForTheSides)
{
    const auto probe = readTable("Index score:\n"
                                 "\n"
                                 "                Without Turbo Capping             With Turbo Capping\n"
                                 "1 copy test     1353.7                            1773.2\n"
                                 "8 copy tests    4473.6                            7402.3\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(runAt(probe, 0).run.variant.label, "Without Turbo Capping");
    EXPECT_EQ(runAt(probe, 0).run.variant.role, Role::Baseline);
    EXPECT_FALSE(runAt(probe, 0).run.variant.isAssumed);
    EXPECT_EQ(runAt(probe, 1).run.variant.label, "With Turbo Capping");
    EXPECT_EQ(runAt(probe, 1).run.variant.role, Role::Candidate);
    EXPECT_EQ(probe.resultCount(), 4U);
    ASSERT_NE(resultAt(probe, 1, 1), nullptr);
    EXPECT_DOUBLE_EQ(resultAt(probe, 1, 1)->value, 7402.3);
}

TEST(TellingHeads, TellsTheSidesByOneWordAlthoughCountsDiffer)
{
    const auto probe = readTable("Latency (usec):\n"
                                 "\n"
                                 "                 2 memcpy, w/ BOUNCE     1 memcpy, w/o BOUNCE\n"
                                 "4k-randwrite:               10.06                    9.65\n"
                                 "64k-randwrite:              13.38                   15.19\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(runAt(probe, 0).run.variant.role, Role::Candidate);
    EXPECT_EQ(runAt(probe, 1).run.variant.role, Role::Baseline);
}

TEST(TellingHeads, LetsTheWordForTheOldSideWinOverAStem)
{
    const auto probe = readTable("Throughput in ops/s, higher is better\n"
                                 "\n"
                                 "base            303129.00 (var: 0.68%)\n"
                                 "lazy            309589.33 (var: 1.41%)    (+2.13%)\n"
                                 "lazy-bounded    303940.00 (var: 1.09%)    (+0.27%)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 3U);
    EXPECT_EQ(runAt(probe, 0).run.variant.label, "base");
    EXPECT_EQ(runAt(probe, 0).run.variant.role, Role::Baseline);
    EXPECT_EQ(runAt(probe, 1).run.variant.role, Role::Candidate);
    EXPECT_EQ(runAt(probe, 2).run.variant.role, Role::Candidate);
}

TEST(TellingHeads, ReadsSeveralColumnsUnderEachVariant)
{
    const auto probe = readTable("The unit is Joules.\n"
                                 "+-----------+-----------------+------------------------+\n"
                                 "|           | Without patches | With patches           |\n"
                                 "+-----------+--------+--------+----------------+-------+\n"
                                 "| benchmark |  Mean  | RSD*   | Mean           | RSD*  |\n"
                                 "+-----------+--------+--------+----------------+-------+\n"
                                 "| 24 rt-app |  21.56 |  1.37% |  19.85 (-9.2%) | 0.92% |\n"
                                 "|  6 rt-app |   8.15 |  2.25% |   8.30 (+1.8%) | 0.55% |\n"
                                 "+-----------+--------+--------+----------------+-------+\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    const auto* old = resultAt(probe, 0, 0);
    const auto* fresh = resultAt(probe, 1, 0);
    ASSERT_NE(old, nullptr);
    ASSERT_NE(fresh, nullptr);
    EXPECT_EQ(old->test, "24 rt-app");
    EXPECT_DOUBLE_EQ(old->value, 21.56);
    ASSERT_TRUE(old->spread);
    EXPECT_THAT(old->spread->value, DoubleNear(0.0137, 1e-12));
    EXPECT_DOUBLE_EQ(fresh->value, 19.85);
    ASSERT_TRUE(fresh->spread);
    EXPECT_THAT(fresh->spread->value, DoubleNear(0.0092, 1e-12));
    EXPECT_EQ(probe.resultCount(), 4U);
    ASSERT_EQ(probe.parsed[0].claims.size(), 2U);
    EXPECT_EQ(probe.parsed[0].claims[0].stated, "-9.2%");
}

TEST(TellingHeads, KeepsTwoMeasuresUnderEachVariantApart)
{
    const auto probe = readTable("           Before              After\n"
                                 "jobs    kIOPS   usecs       kIOPS   usecs\n"
                                 "   1     33.1   29.21        35.4   27.02\n"
                                 "   8    268     101.17      290     95.00\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.resultCount(), 8U);
    ASSERT_NE(resultAt(probe, 0, 0), nullptr);
    ASSERT_NE(resultAt(probe, 1, 1), nullptr);
    EXPECT_DOUBLE_EQ(resultAt(probe, 0, 0)->value, 33.1);
    EXPECT_EQ(resultAt(probe, 0, 0)->metric, "iops");
    EXPECT_DOUBLE_EQ(resultAt(probe, 0, 0)->baseValue, 33100);
    EXPECT_DOUBLE_EQ(resultAt(probe, 1, 1)->value, 27.02);
    EXPECT_EQ(resultAt(probe, 1, 1)->metric, "time");
    EXPECT_EQ(resultAt(probe, 1, 1)->baseUnit, "s");
}

TEST(TellingHeads, TellsChangeAndSpreadBehindAValueByTheBracketsOfTheHead)
{
    const auto probe =
        readTable("Test          : hackbench\n"
                  "Interpretation: Lower is better\n"
                  "==========================================\n"
                  "Case:          base[pct imp](CV)         lazy[pct imp](CV)    lazy-curb[pct imp](CV)\n"
                  " 1-groups     1.00 [ -0.00]( 2.51)     1.02 [ -1.69]( 1.89)     1.03 [ -2.54]( 2.42)\n"
                  "16-groups     1.00 [ -0.00]( 3.31)     1.05 [ -4.98]( 3.44)     \t0.74 [ 26.35]( 1.22)  ^\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 3U);
    EXPECT_EQ(runAt(probe, 0).run.variant.label, "base");
    EXPECT_EQ(runAt(probe, 1).run.variant.label, "lazy");
    EXPECT_EQ(runAt(probe, 1).run.variant.role, Role::Candidate);
    EXPECT_EQ(runAt(probe, 2).run.variant.label, "lazy-curb");
    const auto* last = resultAt(probe, 2, 1);
    ASSERT_NE(last, nullptr);
    EXPECT_DOUBLE_EQ(last->value, 0.74);
    EXPECT_EQ(last->better, Better::Lower);
    ASSERT_TRUE(last->spread);
    EXPECT_EQ(last->spread->kind, SpreadKind::Cv);
    EXPECT_THAT(last->spread->value, DoubleNear(0.0122, 1e-12));
    ASSERT_EQ(probe.parsed[0].claims.size(), 4U); // the zeros of the reference claim nothing
    for (const auto& claim : probe.parsed[0].claims) {
        EXPECT_EQ(claim.baseline, "base");
    }
}

TEST(TellingHeads, ReadsValuesBehindAColonThatStandsInAColumnOfItsOwn)
{
    const auto probe = readTable("Kernel        : baseline      baseline + C2 disabled   baseline + patch\n"
                                 "\n"
                                 "Min (MB/s)    : 2215.06       33072.10 (+1393.05%)     33016.10 (+1390.52%)\n"
                                 "Max (MB/s)    : 32938.80      34399.10                 34774.50\n"
                                 "AMean (MB/s)  : 22448.55      33649.27 (+49.89%)       33865.43 (+50.85%)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 3U);
    ASSERT_NE(resultAt(probe, 0, 0), nullptr);
    EXPECT_DOUBLE_EQ(resultAt(probe, 0, 0)->value, 2215.06);
    EXPECT_EQ(resultAt(probe, 0, 0)->unit, "MB/s");
    EXPECT_EQ(runAt(probe, 0).run.variant.label, "baseline");
    EXPECT_EQ(runAt(probe, 2).run.variant.label, "baseline + patch");
    EXPECT_EQ(probe.resultCount(), 9U);
}

TEST(TellingHeads, BindsHeadsFromTheLeftWhereTheLabelsStandBehindTheValues)
{
    for (const std::string_view gap : {"  ", " "}) { // the label may stand one blank behind the change
        const auto probe = readTable("UnixBench on four boards:\n"
                                     "\n"
                                     "Score Without Patches  Score With Patches  Performance Change SoC Model\n"
                                     "       105.9                101.2              -4.4%"
                                     + std::string(gap)
                                     + "JZ4775\n"
                                       "       132.4                122.0              -7.9%"
                                     + std::string(gap)
                                     + "JZ4780(SMP off)\n"
                                       "       324.9                312.2              -3.9%"
                                     + std::string(gap) + "X2000(SMT off)\n");
        ASSERT_EQ(probe.parsed.size(), 1U);
        ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
        ASSERT_NE(resultAt(probe, 0, 0), nullptr);
        ASSERT_NE(resultAt(probe, 1, 2), nullptr);
        EXPECT_DOUBLE_EQ(resultAt(probe, 0, 0)->value, 105.9);
        EXPECT_EQ(resultAt(probe, 0, 0)->test, "JZ4775");
        EXPECT_EQ(runAt(probe, 0).run.variant.role, Role::Baseline);
        EXPECT_DOUBLE_EQ(resultAt(probe, 1, 2)->value, 312.2);
        EXPECT_EQ(runAt(probe, 1).run.variant.role, Role::Candidate);
        EXPECT_EQ(probe.parsed[0].claims.size(), 3U);
        EXPECT_EQ(probe.resultCount(), 6U);
    }
}

TEST(TellingHeads, TakesARatioOfTwoVariantsForNoVariant)
{
    const auto probe = readTable("UnixBench, index values:\n"
                                 "\n"
                                 "Test                              base        v2          v3      v3/base\n"
                                 "Execl Throughput                6457.9    6460.1      6369.6      98.6%\n"
                                 "Pipe Throughput                77295.8   77100.0     68384.2      88.5%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 3U);
    EXPECT_EQ(probe.resultCount(), 6U);
    ASSERT_EQ(probe.parsed[0].claims.size(), 2U); // 68384.2 / 77295.8 = 88.5 %
    EXPECT_EQ(probe.parsed[0].claims[1].kind, ClaimKind::Ratio);
    EXPECT_EQ(probe.parsed[0].claims[1].candidate, "v3");
}

TEST(TellingHeads, PartsHeadsWithOneBlankWhereEachIsOverAColumn)
{
    const auto probe = readTable("rw          bs hipri=0 hipri=1\n"
                                 "------------------------------\n"
                                 "randread    4k 149,426 170,763 +14%\n"
                                 "randread   16k 118,939 134,269 +12%\n"
                                 "randwrite   4k 146,032 170,620 +16%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "hipri=0");
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.label, "hipri=1");
    const auto& results = probe.parsed[0].runs[1].run.results;
    ASSERT_EQ(results.size(), 3U);
    EXPECT_DOUBLE_EQ(results[2].value, 170620);
}

}
}
