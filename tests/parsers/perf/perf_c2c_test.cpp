// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& perf_c2c();

namespace {

TEST(PerfC2c, ReadsCacheLinesByRankAndAccessesByTheirPlaceInTheCode)
{
    const auto probe = tests::probe(perf_c2c(),
                                    "Baseline:\n"
                                    "=================================================\n"
                                    "      Shared Cache Line Distribution Pareto\n"
                                    "=================================================\n"
                                    "  -------------------------------------------------------------\n"
                                    "      0    13642    19392     9012       63  0xff1ddd3f0c8a3b00\n"
                                    "  -------------------------------------------------------------\n"
                                    "    9.22%    7.37%    0.00%    0.00%    0x0     0       1  0xffffffffab344052     "
                                    "  518       334       354     "
                                    "5490       160  [k] tree_remove    [kernel.kallsyms]  tree_remove+18      0  1\n"
                                    "   44.74%   49.78%    0.00%    0.00%   0x10     0       1  0xffffffffab170995     "
                                    "  609       344       430    "
                                    "26841       160  [k] spin_on        [kernel.kallsyms]  spin_on+53          0  1\n"
                                    "\n"
                                    "With it:\n"
                                    "      0    12726    18554     9039       49  0xff157a0f25b90c40\n"
                                    "    0.90%    0.72%    0.00%    0.00%    0x0     1       1  0xffffffffa5f9a21f     "
                                    "  532       353       461     "
                                    "2200       160  [k] tree_remove    [kernel.kallsyms]  tree_remove+18      0  1\n");
    ASSERT_EQ(probe.blocks.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.benchmark, "perf c2c");
    EXPECT_EQ(probe.parsed[0].runs[0].run.results.size(), 22U); // 4 counts, 2 accesses with 4 shares and 5 counts
    const auto* hitm = probe.result("cache line 0", "RmtHitm");
    ASSERT_NE(hitm, nullptr);
    EXPECT_DOUBLE_EQ(hitm->value, 13642);
    EXPECT_EQ(hitm->better, Better::Lower);
    EXPECT_EQ(probe.written(*hitm), "13642");
    EXPECT_DOUBLE_EQ(probe.result("cache line 0", "Store L1 Miss")->value, 63);
    const auto* share = probe.result("tree_remove+18", "LclHitm");
    ASSERT_NE(share, nullptr);
    EXPECT_DOUBLE_EQ(share->value, 7.37);
    EXPECT_EQ(share->unit, "%");
    EXPECT_EQ(share->better, Better::Unknown);
    EXPECT_EQ(share->parameters, (Parameters {{"cache line", "0"}}));
    EXPECT_DOUBLE_EQ(probe.result("tree_remove+18", "total records")->value, 5490);
    EXPECT_DOUBLE_EQ(probe.result("spin_on+53", "cpu cnt")->value, 160);
    EXPECT_DOUBLE_EQ(probe.result("cache line 0", "RmtHitm", 1)->value, 12726);
}

TEST(PerfC2c, ReadsSumsAndTheTableOfCacheLinesAboveThePareto)
{
    const auto probe = tests::probe(
        perf_c2c(),
        "=================================================\n"
        "            Trace Event Information              \n"
        "=================================================\n"
        "  Total records                     :     329219\n"
        "  Load Local HITM                   :       3402\n"
        "  LLC Misses to Local DRAM          :        4.4%\n"
        "\n"
        "=================================================\n"
        "           Shared Data Cache Line Table          \n"
        "=================================================\n"
        "#\n"
        "#        ----------- Cacheline ----------      Tot  ------- Load Hitm -------    Total  --- Load Dram ----\n"
        "# Index             Address  Node  PA cnt     Hitm    Total  LclHitm  RmtHitm  records       Lcl       Rmt\n"
        "# .....  ..................  ....  ......  .......  .......  .......  .......  .......  ........  ........\n"
        "#\n"
        "      0      0x55c8971f0080     0    1967   66.14%     2255     1203     1052     6549         0         7\n"
        "      1      0x55c8971f00c0     0       1   12.50%       25       20        5      100         1         2\n"
        "\n");
    ASSERT_EQ(probe.blocks.size(), 2U);
    EXPECT_EQ(probe.resultCount(), 17U);
    const auto* local = probe.result("trace", "Load Local HITM", 0);
    ASSERT_NE(local, nullptr);
    EXPECT_DOUBLE_EQ(local->value, 3402);
    EXPECT_EQ(local->better, Better::Lower);
    EXPECT_DOUBLE_EQ(probe.result("trace", "LLC Misses to Local DRAM", 0)->baseValue, 0.044);
    const auto& table = probe.parsed[1].runs[0].run.results;
    EXPECT_EQ(table[0].metric, "Tot Hitm");
    EXPECT_EQ(table[0].unit, "%");
    EXPECT_DOUBLE_EQ(probe.result("cache line 0", "Load Hitm LclHitm", 1)->value, 1203);
    EXPECT_DOUBLE_EQ(probe.result("cache line 1", "Total records", 1)->value, 100);
    EXPECT_DOUBLE_EQ(probe.result("cache line 1", "Load Dram Rmt", 1)->value, 2);
}

TEST(PerfC2c, TakesTheNamesOfTheParetoFromItsHead)
{
    const auto probe = tests::probe(
        perf_c2c(),
        "#        ----- Peer -----  ------- Store Refs ------  - Data address -                      ---- cycles ----\n"
        "#   Num  RmtPeer  LclPeer   L1 Hit  L1 Miss      N/A     Offset  Node  PA cnt   Code address  rmt peer  lcl "
        "peer  "
        "load  records  cnt  Symbol  Object  Source:Line  Node\n"
        "# .....  .......  .......  .......  .......  .......  .........  ....  ......\n"
        "#\n"
        "  ----------------------------------------------------------------------\n"
        "      0       10       20       30       40       50    0xff1ddd3f0c8a3b00\n"
        "  ----------------------------------------------------------------------\n"
        "           9.22%    7.37%    1.00%    2.00%    3.00%    0x0     0       1  0xffffffffab344052   518   334   "
        "354  "
        "5490   160  [k] tree_remove    [kernel.kallsyms]  tree_remove+18      0  1\n");
    ASSERT_EQ(probe.resultCount(), 15U);
    EXPECT_DOUBLE_EQ(probe.result("cache line 0", "LclPeer")->value, 20);
    EXPECT_DOUBLE_EQ(probe.result("cache line 0", "Store N/A")->value, 50);
    EXPECT_DOUBLE_EQ(probe.result("tree_remove+18", "cycles lcl peer")->value, 334);
    EXPECT_DOUBLE_EQ(probe.result("tree_remove+18", "total records")->value, 5490);
}

TEST(PerfC2c, LeavesOtherTextAlone)
{
    EXPECT_TRUE(tests::probe(perf_c2c(), "   0   1   2   3   4  0xff00\n").blocks.empty());
    EXPECT_TRUE(tests::probe(perf_c2c(), " 63.48% 52.77%  fio  [k] osq_lock\n").blocks.empty());
}

}
}
