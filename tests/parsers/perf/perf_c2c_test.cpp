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

TEST(PerfC2c, LeavesOtherTextAlone)
{
    EXPECT_TRUE(tests::probe(perf_c2c(), "   0   1   2   3   4  0xff00\n").blocks.empty());
    EXPECT_TRUE(tests::probe(perf_c2c(), " 63.48% 52.77%  fio  [k] osq_lock\n").blocks.empty());
}

}
}
