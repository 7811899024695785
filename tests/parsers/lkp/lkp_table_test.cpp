// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& lkp_table();

namespace {

tests::Probe read(std::string_view text)
{
    return tests::probe(lkp_table(), text);
}

constexpr std::string_view kReport =
    "test machine: 104 threads 2 sockets Some(R) CPU @ 2.00GHz (Codename) with 192G memory\n"
    "\n"
    "=====================================================================\n"
    "compiler/mode/nr_task/rootfs/tbox_group/test/testcase:\n"
    "  gcc-13/thread/100%/some-image.cgz/lkp-box01/fallocate1/will-it-scale\n"
    "\n"
    "commit: \n"
    "  16540dae95 (\"mm: tidy something\")\n"
    "  fefc6e6631 (\"mm: move the fields\")\n"
    "\n"
    "16540dae959d8629 fefc6e6631ff43427e81f08c8e4 \n"
    "---------------- --------------------------- \n"
    "         %stddev     %change         %stddev\n"
    "             \\          |                \\  \n"
    "      0.03            +0.2        0.23 \xc2\xb1 80%  mpstat.cpu.all.soft%\n"
    " 1.175e+09 \xc2\xb1  4%     +12.7%  1.324e+09 \xc2\xb1  2%  numa-vmstat.node1.numa_local\n"
    "     37389 \xc2\xb1  2%     +12.7%      42124        will-it-scale.per_thread_ops\n"
    "      6.65            -9.4%       6.02        perf-stat.i.cpi\n"
    "     41.20            -2.4       38.78 \xc2\xb1"
    "106%  perf-profile.children.cycles-pp.lock\n"
    "\n"
    "Disclaimer:\n"
    "12 of 13 values are estimates.\n";

TEST(LkpTable, ReadsBothCommitsWithSpreadParametersAndMachine)
{
    const auto probe = read(kReport);
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    const auto& baseline = probe.parsed[0].runs[0];
    const auto& candidate = probe.parsed[0].runs[1];
    EXPECT_EQ(baseline.run.variant.label, "16540dae95 (parent commit)");
    EXPECT_EQ(baseline.run.variant.role, Role::Baseline);
    EXPECT_EQ(candidate.run.variant.label, "fefc6e6631");
    EXPECT_EQ(candidate.run.variant.role, Role::Candidate);
    EXPECT_TRUE(candidate.knowsVariant);
    EXPECT_EQ(baseline.group, candidate.group);
    EXPECT_EQ(
        baseline.run.parameters,
        (Parameters {{"mode", "thread"}, {"nr_task", "100%"}, {"test", "fallocate1"}, {"testcase", "will-it-scale"}}));
    EXPECT_TRUE(baseline.knowsMachine);
    EXPECT_EQ(baseline.run.machine.label, "lkp-box01");
    EXPECT_EQ(baseline.run.machine.cpus, 104);
    EXPECT_EQ(baseline.run.machine.cpu, "Some(R) CPU @ 2.00GHz (Codename)");
    EXPECT_EQ(baseline.run.machine.memory, "192G");
    EXPECT_EQ(baseline.run.machine.facts, (Parameters {{"compiler", "gcc-13"}, {"rootfs", "some-image.cgz"}}));

    EXPECT_EQ(probe.resultCount(), 10U);
    const auto* ops = probe.result("will-it-scale.per_thread_ops", "value", 0, 0);
    ASSERT_NE(ops, nullptr);
    EXPECT_DOUBLE_EQ(ops->value, 37389);
    EXPECT_EQ(ops->better, Better::Higher);
    ASSERT_TRUE(ops->spread);
    EXPECT_EQ(ops->spread->kind, SpreadKind::Cv);
    EXPECT_DOUBLE_EQ(ops->spread->value, 0.02);
    EXPECT_EQ(probe.written(*ops), "37389");
    const auto* after = probe.result("will-it-scale.per_thread_ops", "value", 0, 1);
    EXPECT_DOUBLE_EQ(after->value, 42124);
    EXPECT_FALSE(after->spread);
    const auto* soft = probe.result("mpstat.cpu.all.soft%", "value", 0, 1);
    EXPECT_EQ(soft->unit, "%");
    EXPECT_DOUBLE_EQ(soft->baseValue, 0.0023);
    EXPECT_EQ(soft->better, Better::Unknown);
    EXPECT_EQ(probe.result("perf-stat.i.cpi", "value", 0, 0)->better, Better::Lower);
    EXPECT_DOUBLE_EQ(probe.result("numa-vmstat.node1.numa_local", "value", 0, 0)->value, 1.175e9);
    EXPECT_DOUBLE_EQ(probe.result("perf-profile.children.cycles-pp.lock", "value", 0, 1)->spread->value, 1.06);
}

TEST(LkpTable, ClaimsChangesInPercentAndDifferencesInPoints)
{
    const auto probe = read(kReport);
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].claims.size(), 5U);
    const auto& points = probe.parsed[0].claims[0];
    EXPECT_EQ(points.stated, "+0.2");
    EXPECT_EQ(points.kind, ClaimKind::Difference);
    EXPECT_DOUBLE_EQ(points.low, 0.2);
    EXPECT_DOUBLE_EQ(points.resolution, 0.05);
    const auto& change = probe.parsed[0].claims[2];
    EXPECT_EQ(change.test, "will-it-scale.per_thread_ops");
    EXPECT_EQ(change.stated, "+12.7%");
    EXPECT_EQ(change.kind, ClaimKind::Change);
    EXPECT_DOUBLE_EQ(change.low, 0.127);
    EXPECT_DOUBLE_EQ(change.high, 0.127);
    EXPECT_NEAR(change.resolution, 0.0005, 1e-12);
    EXPECT_EQ(change.candidateResult, (ResultRef {.run = 1, .result = 2}));
    EXPECT_EQ(change.baselineResult, (ResultRef {.run = 0, .result = 2}));
    EXPECT_DOUBLE_EQ(probe.parsed[0].claims[4].low, -2.4);
}

TEST(LkpTable, ComparesThreeCommitsWithTheFirst)
{
    const auto probe =
        read("> commit:\n"
             ">   v6.1\n"
             ">   aaaaaaaa11 (\"one\")\n"
             ">   bbbbbbbb22 (\"two\")\n"
             ">\n"
             ">             v6.1 aaaaaaaa1111111111111111111 bbbbbbbb2222222222222222222\n"
             "> ---------------- --------------------------- ---------------------------\n"
             ">          %stddev     %change         %stddev     %change         %stddev\n"
             ">              \\          |                \\          |                \\\n"
             ">      1000           -10.0%        900 \xc2\xb1  3%      +5.0%       1050        fio.read_iops\n"
             "Odd, that one.\n"
             ">      2.00            +0.5         2.50            +1.0         3.00\n"
             "> fio.latency_20ms%\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 3U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "v6.1");
    EXPECT_EQ(probe.parsed[0].runs[2].run.variant.label, "bbbbbbbb22");
    EXPECT_DOUBLE_EQ(probe.result("fio.read_iops", "value", 0, 2)->value, 1050);
    ASSERT_NE(probe.result("fio.latency_20ms%", "value", 0, 1), nullptr);
    EXPECT_DOUBLE_EQ(probe.result("fio.latency_20ms%", "value", 0, 1)->value, 2.5);
    ASSERT_EQ(probe.parsed[0].claims.size(), 4U);
    EXPECT_EQ(probe.parsed[0].claims[1].candidate, "bbbbbbbb22");
    EXPECT_EQ(probe.parsed[0].claims[1].baseline, "v6.1");
}

TEST(LkpTable, ReadsATableThatWasRunIntoOneLine)
{
    const auto probe =
        read("test machine: 8 threads 1 sockets (Codename) with 16G memory\n"
             "mode/tbox_group/testcase: thread/box1/will-it-scale commit: 16540dae95 (\"one\") fefc6e6631 "
             "(\"two\") 16540dae959d8629 fefc6e6631ff43427e81f08c8e4 ---------------- "
             "--------------------------- %stddev %change %stddev \\ | \\ 3379 +3.7% 3505 vmstat.system.cs 0.03 "
             "+0.2 0.23 \xc2\xb1 80% mpstat.cpu.all.soft% 37389 \xc2\xb1 2% +12.7% 42124 "
             "will-it-scale.per_thread_ops Disclaimer: 5 of them\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.label, "16540dae95 (parent commit)");
    EXPECT_EQ(probe.parsed[0].runs[1].run.variant.label, "fefc6e6631");
    EXPECT_EQ(probe.parsed[0].runs[1].run.parameters, (Parameters {{"mode", "thread"}, {"testcase", "will-it-scale"}}));
    EXPECT_EQ(probe.parsed[0].runs[1].run.machine.label, "box1");
    EXPECT_EQ(probe.parsed[0].runs[1].run.machine.cpus, 8);
    EXPECT_EQ(probe.resultCount(), 6U);
    EXPECT_DOUBLE_EQ(probe.result("will-it-scale.per_thread_ops", "value", 0, 1)->value, 42124);
    EXPECT_DOUBLE_EQ(probe.result("mpstat.cpu.all.soft%", "value", 0, 1)->spread->value, 0.8);
    EXPECT_EQ(probe.parsed[0].claims.size(), 3U);
}

TEST(LkpTable, LeavesOtherTextAlone)
{
    EXPECT_TRUE(read("the %stddev and the %change of 3 and 4%\n").blocks.empty());
    EXPECT_TRUE(read("         %stddev     %change         %stddev\n\nno rows\n").blocks.empty());
    EXPECT_TRUE(read("      3379            +3.7%       3505        vmstat.system.cs\n").blocks.empty());
}

}
}
