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
    const auto probe = read("# Baseline   Weighted diff  Shared Object         Symbol\n"
                            "    53.52%       847542605  work                  [.] touch\n");
    EXPECT_EQ(probe.resultCount(), 0U);
    EXPECT_EQ(probe.diagnosticCount("unread-table"), 1U);
}

TEST(PerfDiff, LeavesOtherTextAlone)
{
    EXPECT_TRUE(read(" 63.48% 52.77%  fio  [k] osq_lock\n").blocks.empty());
    EXPECT_TRUE(read("Baseline  Patched\n 10%  20%\n").blocks.empty());
    EXPECT_TRUE(read("-10.6% regression\n+5% here\n").blocks.empty());
}

}
}
