// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& perf_report();

namespace {

using tests::Probe;

Probe read(std::string_view text)
{
    return tests::probe(perf_report(), text);
}

TEST(PerfReport, ReadsBareRowsWithChildrenAndSelf)
{
    const auto probe = read("Time went here:\n"
                            "\n"
                            " 40.25%  0.50%  fio  [k] outer_lock\n"
                            "  9.75%  9.75%  fio  [k] inner_lock\n"
                            "\n"
                            "so we looked at the locks.\n");
    ASSERT_EQ(probe.blocks.size(), 1U);
    EXPECT_EQ(probe.blocks[0].confidence, Confidence::Likely);
    ASSERT_EQ(probe.parsed[0].runs.size(), 1U);
    const auto& run = probe.parsed[0].runs[0];
    EXPECT_EQ(run.run.benchmark, "perf report");
    EXPECT_FALSE(run.knowsVariant);
    EXPECT_EQ(run.run.results.size(), 4U);

    const auto* children = probe.result("outer_lock", "children");
    ASSERT_NE(children, nullptr);
    EXPECT_DOUBLE_EQ(children->value, 40.25);
    EXPECT_EQ(children->unit, "%");
    EXPECT_DOUBLE_EQ(children->baseValue, 0.4025);
    EXPECT_EQ(children->baseUnit, "ratio");
    EXPECT_EQ(children->better, Better::Unknown);
    EXPECT_EQ(children->parameters, (Parameters {{"command", "fio"}}));
    EXPECT_EQ(probe.written(*children), "40.25");
    const auto* self = probe.result("inner_lock", "self");
    ASSERT_NE(self, nullptr);
    EXPECT_DOUBLE_EQ(self->value, 9.75);
}

TEST(PerfReport, ReadsOneColumnAsSelfAndTellsSharedObjectsFromCommands)
{
    const auto probe = read("> 5.36%  a.out    [kernel.kallsyms]  [k] flush_one\n"
                            "> 4.10%  a.out    libc.so.6          [.] memset\n"
                            "\n"
                            "Without the command:\n"
                            "   4.16%  [kernel]   [k] sum_partial\n"
                            "   1.02%  worker     [.] Queue::pop(int, char const*)\n");
    ASSERT_EQ(probe.blocks.size(), 2U);
    const auto* first = probe.result("flush_one", "self");
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->parameters, (Parameters {{"command", "a.out"}, {"dso", "[kernel]"}}));
    const auto* second = probe.result("sum_partial", "self", 1);
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(second->parameters, (Parameters {{"dso", "[kernel]"}}));
    const auto* third = probe.result("Queue::pop(int, char const*)", "self", 1);
    ASSERT_NE(third, nullptr);
    EXPECT_EQ(third->parameters, (Parameters {{"dso", "worker"}}));
}

TEST(PerfReport, TakesEventAndColumnsFromTheHeadAndStepsOverCallGraphs)
{
    const auto probe = read("# Total Lost Samples: 7\n"
                            "#\n"
                            "# Samples: 12K of event 'cycles:P'\n"
                            "# Event count (approx.): 123456789\n"
                            "#\n"
                            "# Children      Self       Samples  Command  Shared Object      Symbol\n"
                            "# ........  ........  ............  .......  .................  ...........\n"
                            "#\n"
                            "    80.00%    20.00%          1200  app      app                [.] main\n"
                            "            |\n"
                            "            |--60.00%--work\n"
                            "            |          leaf\n"
                            "             --12.30%--other\n"
                            "\n"
                            "    60.00%    60.00%           900  app      [kernel.vmlinux]   [k] work\n"
                            "60.00% work;main;_start\n"
                            "   - 55.00% work\n"
                            "\n"
                            "    10.00%     1.00%            15  app      libc.so.6          [.] read\n"
                            "\n"
                            "#\n"
                            "# (Tip: 5% of the users read this)\n");
    ASSERT_EQ(probe.blocks.size(), 1U);
    EXPECT_EQ(probe.blocks[0].confidence, Confidence::Certain);
    const auto& run = probe.parsed[0].runs[0].run;
    EXPECT_EQ(run.parameters, (Parameters {{"event", "cycles:P"}}));
    EXPECT_EQ(run.results.size(), 11U); // 3 rows with children, self and samples; the totals
    const auto* samples = probe.result("work", "samples");
    ASSERT_NE(samples, nullptr);
    EXPECT_DOUBLE_EQ(samples->value, 900);
    EXPECT_EQ(samples->parameters, (Parameters {{"command", "app"}, {"dso", "[kernel]"}}));
    EXPECT_EQ(probe.diagnosticCount("lost-samples"), 1U);
    EXPECT_EQ(probe.blocks[0].span.offset, 0U); // with perf's own lines above it
}

TEST(PerfReport, MakesARunOfEachEventOfAGroup)
{
    const auto probe = read("# Samples: 4K of events 'anon group { cycles, cpu/misses,umask=0x1/ }'\n"
                            "#\n"
                            "#         Overhead  Command  Shared Object  Symbol\n"
                            "# ................  .......  .............  ......\n"
                            "#\n"
                            "    43.84%  97.13%  app      app            [.] touch\n"
                            "     6.00%   0.25%  app      app            [.] sum\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[1].run.parameters, (Parameters {{"event", "cpu/misses,umask=0x1/"}}));
    EXPECT_NE(probe.parsed[0].runs[0].group, probe.parsed[0].runs[1].group);
    const auto* second = probe.result("touch", "self", 0, 1);
    ASSERT_NE(second, nullptr);
    EXPECT_DOUBLE_EQ(second->value, 97.13);
}

TEST(PerfReport, StartsANewBlockWhereALabelOrABlankLineAndALargerShareStand)
{
    const auto probe = read(" 30.00%  app  [k] one\n"
                            " 20.00%  app  [k] two\n"
                            "\n"
                            " 35.00%  app  [k] one\n"
                            "with it:\n"
                            " 10.00%  app  [k] one\n");
    ASSERT_EQ(probe.blocks.size(), 3U);
    EXPECT_EQ(probe.parsed[0].title, "perf report, 2 rows");
    EXPECT_EQ(probe.parsed[1].title, "perf report, 1 row");
}

TEST(PerfReport, JoinsRowsThatAMailerWrapped)
{
    const auto probe = read(">      3.96%  echo     [kernel.kallsyms]      [k] \n"
                            "> ring_reserve_next.constprop.0\n"
                            ">      3.20%  echo     [kernel.kallsyms]\n"
                            ">  [k] get_call.isra.0\n");
    const auto* first = probe.result("ring_reserve_next.constprop.0", "self");
    ASSERT_NE(first, nullptr);
    EXPECT_DOUBLE_EQ(first->value, 3.96);
    const auto* second = probe.result("get_call.isra.0", "self");
    ASSERT_NE(second, nullptr);
    EXPECT_DOUBLE_EQ(second->value, 3.2);
    EXPECT_EQ(second->parameters, (Parameters {{"command", "echo"}, {"dso", "[kernel]"}}));
}

TEST(PerfReport, DropsEditorsLineNumbersAndFoldMarks)
{
    const auto numbered = read("   9 # Overhead  Command  Shared Object       Symbol\n"
                               "  10 # ........  .......  ..................  .......\n"
                               "  11 #\n"
                               "  12     10.19%  fio      [kernel.vmlinux]    [k] copy_user\n"
                               "  13      8.53%  fio      fio                 [.] clock_fn\n");
    ASSERT_NE(numbered.result("clock_fn", "self"), nullptr);
    EXPECT_DOUBLE_EQ(numbered.result("clock_fn", "self")->value, 8.53);
    const auto folded = read("  Children      Self  Command  Shared Object      Symbol\n"
                             "+   61.82%     0.01%  fio      [kernel.kallsyms]  [k] enter\n"
                             "-   21.57%     0.00%  fio      [kernel.kallsyms]  [k] leave\n");
    ASSERT_NE(folded.result("leave", "children"), nullptr);
    EXPECT_DOUBLE_EQ(folded.result("leave", "children")->value, 21.57);
}

TEST(PerfReport, ReadsTablesWithoutSymbolsAndWithSeparators)
{
    const auto bySort = read("# Overhead  CPU  Command\n"
                             "# ........  ...  .......\n"
                             "#\n"
                             "    10.78%  000  hanoi\n"
                             "    10.50%  001  hanoi\n");
    EXPECT_EQ(bySort.resultCount(), 2U);
    ASSERT_FALSE(bySort.parsed.empty());
    EXPECT_EQ(bySort.parsed[0].runs[0].run.results[1].test, "hanoi");
    EXPECT_EQ(bySort.parsed[0].runs[0].run.results[1].parameters, (Parameters {{"cpu", "001"}}));

    const auto separated = read("# Overhead,     Samples,Command    ,Shared Object       ,Symbol\n"
                                " 48.90% , 310        ,app        ,[kernel.kallsyms]   ,[k] touch<a. b>\n");
    const auto* samples = separated.result("touch<a. b>", "samples");
    ASSERT_NE(samples, nullptr);
    EXPECT_DOUBLE_EQ(samples->value, 310);
    EXPECT_EQ(samples->parameters, (Parameters {{"command", "app"}, {"dso", "[kernel]"}}));
}

TEST(PerfReport, ReadsTheLeavesOfAHierarchy)
{
    const auto probe = read("#       Overhead  Command / Shared Object / Symbol\n"
                            "# ..............  ..............................\n"
                            "#\n"
                            "   100.00%        app\n"
                            "       57.64%        app\n"
                            "          43.67%        [.] touch\n"
                            "           5.94%        [.] hash\n"
                            "        4.28%        libc.so.6\n"
                            "           4.00%        [.] memcmp\n");
    EXPECT_EQ(probe.resultCount(), 3U);
    const auto* leaf = probe.result("memcmp", "self");
    ASSERT_NE(leaf, nullptr);
    EXPECT_DOUBLE_EQ(leaf->value, 4);
    EXPECT_EQ(leaf->parameters, (Parameters {{"command", "app"}, {"dso", "libc.so.6"}}));
}

TEST(PerfReport, NumbersRowsThatNothingTellsApart)
{
    const auto probe = read("  5.00%  app  [k] lock\n"
                            "  4.00%  app  [k] lock\n");
    ASSERT_EQ(probe.resultCount(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[0].run.results[1].parameters,
              (Parameters {{"command", "app"}, {"occurrence", "2"}}));
}

TEST(PerfReport, KeepsTheTotalsAboveATable)
{
    const auto probe = read("# Samples: 12K of event 'cycles:ppp'\n"
                            "# Event count (approx.): 1239982111074\n"
                            "#\n"
                            "# Overhead  Command  Shared Object      Symbol\n"
                            "# ........  .......  .................  ......\n"
                            "#\n"
                            "    60.00%  fio      [kernel.kallsyms]  [k] outer_lock\n"
                            "    40.00%  fio      [kernel.kallsyms]  [k] inner_lock\n");
    const auto* samples = probe.result("whole profile", "samples");
    ASSERT_NE(samples, nullptr);
    EXPECT_DOUBLE_EQ(samples->value, 12);
    EXPECT_EQ(samples->unit, "K samples"); // perf cuts the rest off
    EXPECT_DOUBLE_EQ(samples->baseValue, 12000);
    EXPECT_EQ(probe.written(*samples), "12");
    const auto* events = probe.result("whole profile", "event count");
    ASSERT_NE(events, nullptr);
    EXPECT_DOUBLE_EQ(events->value, 1239982111074);
    EXPECT_EQ(probe.written(*events), "1239982111074");

    const auto view = read("Samples: 2M of event 'cycles:ppp', Event count (approx.): 777\n"
                           "  60.00%  fio  [kernel]  [k] outer_lock\n"
                           "  40.00%  fio  [kernel]  [k] inner_lock\n");
    EXPECT_DOUBLE_EQ(view.result("whole profile", "samples")->baseValue, 2000000);
    EXPECT_DOUBLE_EQ(view.result("whole profile", "event count")->value, 777);
}

TEST(PerfReport, ReadsTablesThatWereRunIntoOneLine)
{
    const auto probe = read(
        "The profile is: # Samples: 1K of event 'cycles' # Overhead Command Shared Object Symbol # ........ ....... "
        "................. ...... # 7.19% a.out [kernel.vmlinux] [k] flush_page 5.63% a.out [kernel.vmlinux] [k] "
        "spin_lock 3.21% a.out a.out [.] main(int, char const*) 2.93% a.out libc.so.6 [.] memset With the patch: "
        "69.75% 0.59% fio [k] down_write 63.48% 52.77% fio [k] osq_lock and 5% of it is noise.\n");
    ASSERT_EQ(probe.blocks.size(), 2U);
    EXPECT_EQ(probe.blocks[0].confidence, Confidence::Certain);
    EXPECT_EQ(probe.parsed[0].runs[0].run.parameters, (Parameters {{"event", "cycles"}}));
    EXPECT_EQ(probe.parsed[0].runs[0].run.results.size(), 4U);
    const auto* page = probe.result("flush_page", "self");
    ASSERT_NE(page, nullptr);
    EXPECT_DOUBLE_EQ(page->value, 7.19);
    EXPECT_EQ(probe.written(*page), "7.19");
    EXPECT_EQ(page->parameters, (Parameters {{"command", "a.out"}, {"dso", "[kernel]"}}));
    const auto* main = probe.result("main(int, char const*)", "self");
    ASSERT_NE(main, nullptr);
    EXPECT_EQ(main->parameters, (Parameters {{"command", "a.out"}, {"dso", "a.out"}}));
    EXPECT_EQ(probe.parsed[1].runs[0].run.results.size(), 4U);
    const auto* lock = probe.result("osq_lock", "children", 1);
    ASSERT_NE(lock, nullptr);
    EXPECT_DOUBLE_EQ(lock->value, 63.48);
    EXPECT_TRUE(probe.text.slice(probe.blocks[1].span).ends_with("osq_lock"));
}

TEST(PerfReport, LeavesOtherTextAlone)
{
    EXPECT_TRUE(read("10.55%     -9.88%  [kernel.vmlinux]  [k] read_clock\n").blocks.empty()); // perf diff
    EXPECT_TRUE(read("# Baseline  [Program Block Range] Cycles Diff  Shared Object  Symbol\n"
                     "    46.72%  [a.c:40 -> a.c:40]   0  app   [.] main\n")
                    .blocks.empty());
    EXPECT_TRUE(read("    76.82 :   ffffffff8141388d:       mov    %r12,%rax\n").blocks.empty()); // perf annotate
    EXPECT_TRUE(read("5.3% of the samples are in [k] somewhere else\nBaseline  Patched\n10%  20%\n").blocks.empty());
    EXPECT_TRUE(read("Overhead of 3%\n 3% of it is noise\n").blocks.empty());
}

TEST(PerfReport, LeavesOutARowWithoutItsPercentagesAndSaysSo)
{
    const auto probe = read("# Children      Self  Command  Symbol\n"
                            "    80.00%    20.00%  app      [.] main\n"
                            "    60.00%  app      [.] cut_row\n");
    EXPECT_EQ(probe.resultCount(), 2U);
    EXPECT_EQ(probe.diagnosticCount("unread-row"), 1U);
}

TEST(PerfReport, ReadsColumnsInAnyOrderByWhereTheyStand)
{
    const auto probe = tests::probe(perf_report(),
                                    "# Samples: 277  of event 'cpu-clock'\n#\n"
                                    "#       Period       Samples  Overhead  Symbol                 \n"
                                    "# ............  ............  ........  .......................\n#\n"
                                    "      27027027            27     9.75%  [k] finish_switch\n"
                                    "      21021021            21     7.58%  [.] f(int, char)\n");
    ASSERT_EQ(probe.resultCount(), 7U); // with the samples in all
    EXPECT_DOUBLE_EQ(probe.result("whole profile", "samples")->value, 277);
    EXPECT_DOUBLE_EQ(probe.result("finish_switch", "period")->value, 27027027);
    EXPECT_DOUBLE_EQ(probe.result("f(int, char)", "samples")->value, 21);
    EXPECT_DOUBLE_EQ(probe.result("f(int, char)", "self")->baseValue, 0.0758);

    const auto last = tests::probe(perf_report(),
                                   "# Symbol           Overhead\n"
                                   "# ...............  ........\n#\n"
                                   "  [k] slab alloc      1.08%\n");
    ASSERT_EQ(last.resultCount(), 1U);
    EXPECT_DOUBLE_EQ(last.result("slab alloc", "self")->value, 1.08);
}

TEST(PerfReport, TellsSharesOfKernelAndUserFromChildrenAndSelf)
{
    const auto probe = tests::probe(perf_report(),
                                    "#      sys       usr  Symbol\n"
                                    "# ........  ........  ..............\n#\n"
                                    "     9.75%     0.25%  [k] switch\n");
    ASSERT_EQ(probe.resultCount(), 2U);
    EXPECT_DOUBLE_EQ(probe.result("switch", "sys")->value, 9.75);
    EXPECT_DOUBLE_EQ(probe.result("switch", "usr")->value, 0.25);
}

TEST(PerfReport, TellsBlankCellsByWhereTheOthersStand)
{
    const auto probe = tests::probe(perf_report(),
                                    "# Overhead  Source File  Source:Line      \n"
                                    "# ........  ...........  .................\n#\n"
                                    "     9.75%               finish_switch+147\n"
                                    "     7.58%  sched.c      sched.c:12\n");
    ASSERT_EQ(probe.resultCount(), 2U);
    EXPECT_TRUE(probe.result("finish_switch+147", "self")->parameters.empty());
    EXPECT_EQ(probe.result("sched.c:12", "self")->parameters, (Parameters {{"source file", "sched.c"}}));
}

TEST(PerfReport, ReadsAColonAsASeparatorAndWeightsAsValues)
{
    const auto colon = tests::probe(perf_report(),
                                    "# Overhead:Command        :Shared Object          :Symbol          \n"
                                    " 9.75%  :sched-messaging:[kernel.kallsyms]      :[k] switch.isra.0\n");
    ASSERT_EQ(colon.resultCount(), 1U);
    EXPECT_EQ(colon.result("switch.isra.0", "self")->parameters,
              (Parameters {{"command", "sched-messaging"}, {"dso", "[kernel]"}}));

    const auto weights =
        tests::probe(perf_report(),
                     "# Overhead       Samples  Local Weight  Memory access   Symbol      Shared Object\n"
                     "# ........  ............  ............  ..............  ..........  .............\n#\n"
                     "    81.56%         61945  187           L1 or L1 hit    [.] walk    serial_c\n");
    ASSERT_EQ(weights.resultCount(), 3U);
    EXPECT_DOUBLE_EQ(weights.result("walk", "local weight")->value, 187);
    EXPECT_EQ(weights.result("walk", "self")->parameters,
              (Parameters {{"memory access", "L1 or L1 hit"}, {"dso", "serial_c"}}));
}

}
}
