// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include "parsers/perf/script_line.h"
#include "parsers/perf/script_summary.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& folded_stacks();
const Format& perf_report();
const Format& perf_script();

namespace {

TEST(PerfScript, AddsStacksUpByPeriod)
{
    const auto probe = tests::probe(perf_script(),
                                    "my job 32189  1010.117826:    3000000 cycles:u: \n"
                                    "\tffffffff81775b9a elf_load+0x28a ([kernel.kallsyms])\n"
                                    "\tffffffff81776725 load+0xb55 ([kernel.kallsyms])\n"
                                    "\n"
                                    "my job 32189  1010.118826:    1000000 cycles:u: \n"
                                    "\t    7fd69c487ad7 load+0x1 (/usr/lib/libc.so.6)\n"
                                    "\t    7fd69c487ad8 load+0x2 (/usr/lib/libc.so.6)\n"
                                    "\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 1U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters.at("event"), "cycles:u");
    const auto* self = probe.result("elf_load", "self");
    ASSERT_NE(self, nullptr);
    EXPECT_DOUBLE_EQ(self->value, 75); // 3 of 4 million cycles
    EXPECT_EQ(self->parameters, (Parameters {{"command", "my job"}, {"dso", "[kernel]"}}));
    EXPECT_EQ(probe.written(*self), "elf_load");
    const auto& results = probe.parsed[0].runs[0].run.results;
    ASSERT_EQ(results.size(), 8U); // with the totals, which follow
    EXPECT_EQ(results[6].test, "whole profile");
    EXPECT_EQ(results[6].metric, "samples");
    EXPECT_DOUBLE_EQ(results[6].value, 2);
    EXPECT_EQ(results[7].metric, "event count");
    EXPECT_DOUBLE_EQ(results[7].value, 4000000);
    // The load of libc is twice in its stack and counts once; that of the kernel is another one.
    EXPECT_EQ(results[2].test, "load");
    EXPECT_EQ(results[2].parameters.at("dso"), "libc.so.6");
    EXPECT_DOUBLE_EQ(results[2].value, 25);
    EXPECT_DOUBLE_EQ(results[3].value, 25);
    EXPECT_DOUBLE_EQ(results[4].value, 0);
    EXPECT_DOUBLE_EQ(results[5].value, 75);
}

TEST(PerfScript, CountsSamplesWhereNoPeriodIsPrintedAndKeepsEventsApart)
{
    const auto probe = tests::probe(perf_script(),
                                    "iperf 27409/28744 [000] 441995.133575: cpu-clock: \n"
                                    "\t          59fef5 copy_user (/lib/modules/4.3.0/build/vmlinux)\n"
                                    "iperf 27409/28742 [001] 441995.133584: cpu-clock: \n"
                                    "\t          20122a hypercall (/lib/modules/4.3.0/build/vmlinux)\n"
                                    "iperf 27409/28742 [001] 441995.133585: page-faults: \n"
                                    "\t          20122a fault (/lib/modules/4.3.0/build/vmlinux)\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_DOUBLE_EQ(probe.result("copy_user", "self", 0, 0)->value, 50);
    EXPECT_EQ(probe.result("copy_user", "self", 0, 0)->parameters.at("dso"), "[kernel]");
    EXPECT_DOUBLE_EQ(probe.result("fault", "children", 0, 1)->value, 100);
}

TEST(PerfScript, ReadsSamplesWithoutStacksAndSymbolsWithBlanks)
{
    const auto probe = tests::probe(
        perf_script(),
        "     work 2837  2112.895899775:    2004008 cpu-clock:      7f3c3169ecbf [unknown] (/usr/lib/ld-linux.so.2)\n"
        "     work 2837  2112.935345045:    2004008 cpu-clock:      55dc5331628a bubble(std::vector<int, "
        "std::allocator<int> >&)+0x3e (/tmp/my work)\n");
    EXPECT_EQ(probe.resultCount(), 6U); // with the totals
    EXPECT_NE(probe.result("[unknown]", "self"), nullptr);
    const auto* bubble = probe.result("bubble(std::vector<int, std::allocator<int> >&)", "self");
    ASSERT_NE(bubble, nullptr);
    EXPECT_EQ(bubble->parameters.at("dso"), "my work");
    EXPECT_DOUBLE_EQ(bubble->value, 50);
}

TEST(PerfScript, SaysHowManySamplesHaveNoStack)
{
    const auto probe = tests::probe(perf_script(),
                                    "perf 20348 [000]  1641.1: sched:sched_switch: prev_comm=perf ==> next_comm=a\n"
                                    "work 1  1.5:  10 cycles: \n\t59fef5 copy (/lib/vmlinux)\n"
                                    "work 1  1.6:  10 cycles: \n\n"
                                    "work 1  1.7:  10 cycles: \n\t59fef5 copy (/lib/vmlinux)\n");
    EXPECT_EQ(probe.resultCount(), 4U);
    EXPECT_DOUBLE_EQ(probe.result("whole profile", "samples")->value, 2);
    EXPECT_EQ(probe.diagnosticCount("samples-without-stack"), 1U);
}

TEST(ScriptLine, ReadsHeadsOfAllVersions)
{
    const auto head = perf::scriptHead("a b 1/2 [003] d..2  663.145048:          1 cycles:ppp: ");
    ASSERT_TRUE(head);
    EXPECT_EQ(head->command, "a b");
    EXPECT_EQ(head->event, "cycles:ppp");
    EXPECT_EQ(head->period, 1U);
    EXPECT_FALSE(perf::scriptHead("12:30:45: something happened: "));
    EXPECT_FALSE(perf::scriptHead("  0.5: 7 of 8 done: "));
    EXPECT_FALSE(perf::scriptFrame("\tabcdef"));
    EXPECT_EQ(perf::scriptFrame("  aaa8 operator()(int) (libx (deleted))")->symbol, "operator()(int)");
}

TEST(ScriptSummary, GivesTheSharesThatTheWholeTextHasWhateverTheCuts)
{
    std::string script = "# cmdline : perf record\n#\n";
    for (int i = 0; i < 40; ++i) {
        script += "my job 32189  1010.117826:    3000000 cycles:u: \n"
                  "\tffffffff81775b9a elf_load+0x28a ([kernel.kallsyms])\n"
                  "\tffffffff81776725 load(int, char)+0xb55 (/usr/lib/libc.so.6)\r\n\n"
                  "my job 32189  1010.118826:    1000000 cycles:u: \n"
                  "\t    7fd69c487ad7 [unknown] ([unknown])\n\n";
    }
    EXPECT_TRUE(perf::beginsPerfScript(script));
    EXPECT_FALSE(perf::beginsPerfScript("# Overhead  Command\n  12.00%  fio  [k] f\n"));
    perf::ScriptSummary whole;
    whole.feed(script);
    const auto expected = whole.finish();
    for (const std::size_t size : {1U, 7U, 100U}) {
        perf::ScriptSummary pieces;
        for (std::size_t at = 0; at < script.size(); at += size) {
            pieces.feed(std::string_view(script).substr(at, size));
        }
        EXPECT_EQ(pieces.finish(), expected) << size;
    }
    const auto probe = tests::probe(perf_report(), expected);
    ASSERT_EQ(probe.resultCount(), 8U);
    EXPECT_DOUBLE_EQ(probe.result("whole profile", "samples")->value, 80);
    EXPECT_DOUBLE_EQ(probe.result("whole profile", "event count")->value, 160000000);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters.at("event"), "cycles:u");
    EXPECT_DOUBLE_EQ(probe.result("elf_load", "self")->value, 75);
    EXPECT_DOUBLE_EQ(probe.result("load(int, char)", "self")->value, 0);
    EXPECT_DOUBLE_EQ(probe.result("load(int, char)", "children")->value, 75);
    EXPECT_EQ(probe.result("load(int, char)", "children")->parameters,
              (Parameters {{"command", "my job"}, {"dso", "libc.so.6"}}));
    EXPECT_DOUBLE_EQ(probe.result("[unknown]", "self")->value, 25);
    EXPECT_TRUE(perf::ScriptSummary().finish().empty());
}

TEST(FoldedStacks, AddsLinesUp)
{
    const auto probe = tests::probe(folded_stacks(),
                                    "thr-?/4444;main;read_[k] 30\n"
                                    "thr-?/4445;main;write(int, char) 60\n"
                                    "thr;main;main 10\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    EXPECT_EQ(probe.resultCount(), 7U);
    EXPECT_DOUBLE_EQ(probe.result("whole profile", "samples")->value, 100);
    EXPECT_DOUBLE_EQ(probe.result("write(int, char)", "self")->value, 60);
    EXPECT_DOUBLE_EQ(probe.result("main", "children")->value, 100);
    EXPECT_DOUBLE_EQ(probe.result("main", "self")->value, 10);
    EXPECT_EQ(probe.result("read", "self")->parameters, (Parameters {{"command", "thr"}}));
}

TEST(FoldedStacks, TakesTwoCountsAsTwoSides)
{
    const auto probe = tests::probe(folded_stacks(), "a;b;c 10 0\na;b;d 30 5\na;e 0 15\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.variant.role, Role::Baseline);
    EXPECT_DOUBLE_EQ(probe.result("c", "self", 0, 0)->value, 25);
    EXPECT_DOUBLE_EQ(probe.result("e", "self", 0, 1)->value, 75);
    EXPECT_DOUBLE_EQ(probe.result("b", "children", 0, 1)->value, 25);
}

TEST(FoldedStacks, LeavesCodeAndProseAlone)
{
    EXPECT_TRUE(tests::probe(folded_stacks(), "for (i = 0; i < 5\nx = 1; y = 2\na; b 3\n").blocks.empty());
    EXPECT_TRUE(tests::probe(folded_stacks(), "a;b 1\n").blocks.empty());
}

TEST(FoldedStacks, APeriodThatDividesAllCountsIsNoSample)
{
    const auto probe = tests::probe(folded_stacks(),
                                    "thr;main;read 3003003\n"
                                    "thr;main;write 2002002\n"
                                    "thr;main 1001001\n");
    EXPECT_DOUBLE_EQ(probe.result("whole profile", "samples")->value, 6);
    EXPECT_DOUBLE_EQ(probe.result("whole profile", "event count")->value, 6006006);
    // Periods that vary: how many samples there were is not known.
    const auto varied = tests::probe(folded_stacks(), "a;b 700001\na;c 650032\na;d 710007\n");
    EXPECT_EQ(varied.result("whole profile", "samples"), nullptr);
    EXPECT_DOUBLE_EQ(varied.result("whole profile", "event count")->value, 2060040);
}

}
}
