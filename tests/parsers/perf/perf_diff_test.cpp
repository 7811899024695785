// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& perf_diff();
const Format& perf_report();

namespace {

tests::Probe read(std::string_view text)
{
    return tests::probe(perf_diff(), text);
}

TEST(PerfDiff, ReadsSharesAndDifferencesAndLeavesBlanksOut)
{
    const auto probe = read("# Event 'cycles:P'\n"
                            "#\n"
                            "# Baseline  Delta Abs  Shared Object         Symbol\n"
                            "# ........  .........  ....................  ......\n"
                            "#\n"
                            "    10.56%     -2.56%  [kernel.kallsyms]     [k] delay_halt\n"
                            "               +1.38%  [kernel.kallsyms]     [k] \n"
                            "new_one       <----\n"
                            "     1.23%             libc.so.6             [.] gone_one\n"
                            "     0.00%     +0.18%  [kernel.vmlinux]      [k] small_one\n");
    ASSERT_EQ(probe.blocks.size(), 1U);
    EXPECT_EQ(probe.blocks[0].confidence, Confidence::Certain);
    ASSERT_EQ(probe.parsed[0].runs.size(), 1U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.benchmark, "perf diff");
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"event", "cycles:P"}}));
    EXPECT_EQ(probe.resultCount(), 6U);
    const auto* delta = probe.result("delay_halt", "delta");
    ASSERT_NE(delta, nullptr);
    EXPECT_DOUBLE_EQ(delta->value, -2.56);
    EXPECT_EQ(delta->unit, "pp");
    EXPECT_DOUBLE_EQ(delta->baseValue, -0.0256);
    EXPECT_EQ(delta->parameters, (Parameters {{"dso", "[kernel]"}}));
    EXPECT_EQ(probe.written(*delta), "-2.56");
    EXPECT_DOUBLE_EQ(probe.result("delay_halt", "baseline")->value, 10.56);
    EXPECT_EQ(probe.result("new_one", "baseline"), nullptr);
    EXPECT_DOUBLE_EQ(probe.result("new_one", "delta")->value, 1.38);
    EXPECT_EQ(probe.result("gone_one", "delta"), nullptr);
    EXPECT_DOUBLE_EQ(probe.result("small_one", "baseline")->value, 0);
}

TEST(PerfDiff, ReadsBareRowsAndKeepsTablesApart)
{
    constexpr std::string_view kText = "writes:\n"
                                       "        0.84%   -0.49%  [kernel.kallsyms]       [k] map_user\n"
                                       "        1.23%           [kernel.kallsyms]       [k] merge\n"
                                       "reads:\n"
                                       "        1.74%   -1.1%   [kernel.kallsyms]       [k] map_user\n";
    const auto probe = read(kText);
    ASSERT_EQ(probe.blocks.size(), 2U);
    EXPECT_EQ(probe.blocks[0].confidence, Confidence::Likely);
    EXPECT_DOUBLE_EQ(probe.result("map_user", "delta", 1)->value, -1.1);
    EXPECT_TRUE(tests::probe(perf_report(), kText).blocks.empty());
}

TEST(PerfDiff, ReadsRatios)
{
    const auto probe = read("# Baseline           Ratio  Shared Object         Symbol\n"
                            "# ........  ..............  ....................  ......\n"
                            "     0.32%        3.000000  [kernel.kallsyms]     [k] fault\n");
    EXPECT_EQ(probe.resultCount(), 2U);
    ASSERT_NE(probe.result("fault", "ratio"), nullptr);
    EXPECT_DOUBLE_EQ(probe.result("fault", "ratio")->value, 3);
    EXPECT_EQ(probe.result("fault", "ratio")->parameters, (Parameters {{"dso", "[kernel]"}}));
}

TEST(PerfDiff, SaysWhichFormsItDoesNotRead)
{
    const auto probe = read("# Baseline  Entropy of it  Shared Object         Symbol\n"
                            "    53.52%      847542605  work                  [.] touch\n");
    EXPECT_EQ(probe.resultCount(), 0U);
    EXPECT_EQ(probe.diagnosticCount("unread-table"), 1U);
}

TEST(PerfDiff, LeavesOtherTextAlone)
{
    EXPECT_TRUE(read(" 63.48% 52.77%  fio  [k] osq_lock\n").blocks.empty());
    EXPECT_TRUE(read("Baseline  Patched\n 10%  20%\n").blocks.empty());
    EXPECT_TRUE(read("-10.6% regression\n+5% here\n").blocks.empty());
}

TEST(PerfDiff, ReadsSeveralFilesByWhereTheirCellsStand)
{
    const auto probe = tests::probe(perf_diff(),
                                    "# Event 'cpu-clock'\n#\n# Data files:\n#  [0] d.data (Baseline)\n#\n"
                                    "# Baseline/0  Delta Abs/1  Delta Abs/2  Shared Object         Symbol\n"
                                    "# ..........  ...........  ...........  ....................  .............\n#\n"
                                    "                  +48.26%               work_after            [.] touch pages\n"
                                    "      24.29%       +3.74%       +0.10%  [kernel.kallsyms]     [k] irq_enable\n"
                                    "       0.47%                    -0.31%  [kernel.kallsyms]     [k] trylock\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.resultCount(), 6U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    EXPECT_EQ(results[0].test, "touch pages");
    EXPECT_EQ(results[0].parameters, (Parameters {{"dso", "work_after"}, {"data file", "1"}}));
    EXPECT_DOUBLE_EQ(results[1].value, 24.29);
    EXPECT_EQ(results[1].metric, "baseline");
    EXPECT_DOUBLE_EQ(results[3].value, 0.1);
    EXPECT_EQ(results[3].parameters.at("data file"), "2");
    EXPECT_EQ(results[5].parameters.at("data file"), "2"); // the cell of file 1 is blank
    EXPECT_DOUBLE_EQ(results[5].value, -0.31);
}

TEST(PerfDiff, ReadsWeightedDifferencesAndPeriodsBesideTheirFormulas)
{
    const auto weighted =
        tests::probe(perf_diff(),
                     "# Baseline   Weighted diff                          Formula  Shared Object         Symbol\n"
                     "# ........  ..............  ...............................  ....................  ......\n#\n"
                     "     0.32%         4008016   (12024048 * 1) - (4008016 * 2)  [kernel.kallsyms]     [k] fault\n"
                     "     0.47%        -2004008   (10020040 * 1) - (6012024 * 2)  [kernel.kallsyms]     [k] charge\n");
    EXPECT_EQ(weighted.resultCount(), 4U);
    EXPECT_DOUBLE_EQ(weighted.result("charge", "weighted diff")->value, -2004008);

    const auto periods =
        tests::probe(perf_diff(),
                     "# Baseline     Base period  Delta Abs          Period  Shared Object         Symbol\n"
                     "# ........  ..............  .........  ..............  ....................  ......\n#\n"
                     "                         0    +48.26%       583166328  work_after            [.] touch\n"
                     "    24.29%       308617232     +3.74%       338677352  [kernel.kallsyms]     [k] irq\n");
    EXPECT_EQ(periods.resultCount(), 7U);
    EXPECT_DOUBLE_EQ(periods.result("touch", "base period")->value, 0);
    EXPECT_DOUBLE_EQ(periods.result("irq", "period")->value, 338677352);
    EXPECT_DOUBLE_EQ(periods.result("irq", "delta")->baseValue, 0.0374);
}

TEST(PerfDiff, ReadsSeparatedCells)
{
    const auto probe = tests::probe(perf_diff(),
                                    "# Event 'cpu-clock'\n#\n"
                                    "# Baseline,Delta Abs,Shared Object       ,Symbol                     \n"
                                    "        ,+53.58%  ,work_after          ,[.] touch(unsigned long)     \n"
                                    "1.64    ,-1.49%   ,[kernel.kallsyms]   ,[k] fault                    \n");
    ASSERT_EQ(probe.resultCount(), 3U);
    EXPECT_DOUBLE_EQ(probe.result("touch(unsigned long)", "delta")->value, 53.58);
    EXPECT_DOUBLE_EQ(probe.result("fault", "baseline")->value, 1.64);
    EXPECT_EQ(probe.result("fault", "baseline")->parameters, (Parameters {{"dso", "[kernel]"}}));
}

TEST(PerfDiff, ReadsCyclesOfBasicBlocks)
{
    const auto probe = tests::probe(
        perf_diff(),
        "  # Baseline                                [Program Block Range] Cycles Diff  Shared Object      Symbol\n"
        "  # ........  .......................................................... ....  .................  ......\n"
        "  #\n"
        "      46.72%                                      [div.c:40 -> div.c:40]   -9  div                [.] main\n"
        "      46.72%                                      [div.c:42 -> div.c:44]    0  \xc2\xb1 37.8% "
        "\xe2\x96\x81\xe2\x96\x88   div                [.] main\n"
        "       0.00%                                                                   [kernel.kallsyms]  [k] "
        "thunk\n");
    ASSERT_EQ(probe.resultCount(), 5U);
    const auto& results = probe.parsed[0].runs[0].run.results;
    EXPECT_EQ(results[1].metric, "cycles diff");
    EXPECT_DOUBLE_EQ(results[1].value, -9);
    EXPECT_EQ(results[1].parameters, (Parameters {{"block", "div.c:40 -> div.c:40"}, {"dso", "div"}}));
    EXPECT_EQ(results[3].parameters.at("dso"), "div");

    const auto older = tests::probe(perf_diff(),
                                    "# Baseline         Block cycles diff [start:end]  Shared Object     Symbol\n"
                                    "# ........  ....................................  ................  ......\n#\n"
                                    "    49.03%        -9 [         4ef:         520]  div               [.] main\n");
    ASSERT_EQ(older.resultCount(), 2U);
    EXPECT_DOUBLE_EQ(older.result("main", "cycles diff")->value, -9);
}

TEST(PerfDiff, RefusesCellsThatAreNotUnderTheirHead)
{
    const auto probe = tests::probe(perf_diff(),
                                    "# Baseline/0  Delta Abs/1  Delta Abs/2  Shared Object  Symbol\n"
                                    "   24.29%  +3.74%   +0.10%  libc  [.] irq_enable\n");
    EXPECT_EQ(probe.resultCount(), 0U);
    EXPECT_EQ(probe.diagnosticCount("unread-row"), 1U);
}

}
}
