// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
const Format& unixbench();
}

using namespace patchscale;
using patchscale::tests::probe;

namespace {

// 5000 / 4000 × 10 = 12.5, 252 / 126 × 10 = 20; geometric mean of 12.5 and 20 = sqrt(250) = 15.8
constexpr std::string_view kTable = "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
                                    "Pipe-based Context Switching                   4000.0       5000.0     12.5\n"
                                    "Process Creation                                126.0        252.0     20.0\n"
                                    "                                                                   ========\n"
                                    "System Benchmarks Index Score (Partial Only)                           15.8\n";

std::string twice(std::string_view first, std::string_view second)
{
    return std::string(first).append(second);
}

}

TEST(UnixBench, ReadsAnIndexTable)
{
    const auto read = probe(unixbench(), twice("Numbers of the old kernel:\n", kTable));
    ASSERT_EQ(read.parsed.size(), 1U);
    ASSERT_EQ(read.parsed[0].runs.size(), 1U);
    EXPECT_EQ(read.resultCount(), 5U);
    const auto* result = read.result("Process Creation", "result");
    ASSERT_NE(result, nullptr);
    EXPECT_DOUBLE_EQ(result->value, 252);
    EXPECT_EQ(result->unit, "lps");
    EXPECT_EQ(result->baseUnit, "1/s");
    EXPECT_EQ(read.written(*result), "252.0");
    const auto* index = read.result("Pipe-based Context Switching", "index");
    ASSERT_NE(index, nullptr);
    EXPECT_EQ(read.written(*index), "12.5");
    EXPECT_EQ(index->unit, "index");
    EXPECT_EQ(index->better, Better::Higher);
    EXPECT_NE(read.result("System Benchmarks Index Score (Partial Only)", "index"), nullptr);
    EXPECT_TRUE(read.parsed[0].diagnostics.empty());
}

TEST(UnixBench, KeepsTablesApartThatTextSeparates)
{
    const auto read = probe(unixbench(), twice(twice("old\n", kTable), twice("and then, with the change,\n", kTable)));
    ASSERT_EQ(read.blocks.size(), 2U);
    EXPECT_EQ(read.text.slice(read.blocks[0].span).substr(0, 17), "System Benchmarks");
}

TEST(UnixBench, ReadsQuotedSqueezedAndIndentedTables)
{
    const auto read = probe(unixbench(),
                            "> >   System Benchmarks Partial Index BASELINE RESULT INDEX\n"
                            "> >   Pipe-based Context Switching 4000.0 5000.0 12.5\n"
                            "> >   Process Creation 126.0 252.0 20.0\n"
                            "> > ========\n"
                            "> >   System Benchmarks Index Score (Partial Only) 15.8\n");
    EXPECT_EQ(read.resultCount(), 5U);
    EXPECT_EQ(read.parsed.size(), 1U);
}

TEST(UnixBench, ReadsRowsWithoutAHeaderByTheirBaseline)
{
    const auto read = probe(unixbench(), "Process Creation   126.0   252.0   20.0\n");
    EXPECT_EQ(read.resultCount(), 2U);
}

TEST(UnixBench, LeavesColumnsOfVariantsToOthers)
{
    for (const auto* text : {"Process Creation 5466.4 5495.0 0.52%\n", "Process Creation 100.0 120.0 1.2\n",
                             "Process Creation 100.0 120.0 20.0\n", "Process Creation | 100.0 | 120.0\n",
                             "System Benchmarks Index Score 10879.3 11755.8 8.06%\n",
                             "System Benchmarks Partial Index INDEX INDEX\nProcess Creation 10.0 12.0\n",
                             "Process Creation: +3.5\n", "Process creation is slow on 2 of 3 machines\n"}) {
        EXPECT_TRUE(probe(unixbench(), text).blocks.empty()) << text;
    }
}

TEST(UnixBench, ReadsATableRunIntoOneLine)
{
    const auto read =
        probe(unixbench(),
              "With the fix: System Benchmarks Partial Index BASELINE RESULT INDEX Pipe-based Context Switching "
              "4000.0 5000.0 12.5 Process Creation 126.0 252.0 20.0 ======== System Benchmarks Index Score "
              "(Partial Only) 15.8 Without: System Benchmarks Partial Index BASELINE RESULT INDEX Process "
              "Creation 126.0 126.0 10.0 ======== System Benchmarks Index Score (Partial Only) 10.0\n");
    ASSERT_EQ(read.blocks.size(), 2U);
    EXPECT_EQ(read.result("Process Creation", "index", 0)->value, 20);
    EXPECT_EQ(read.result("Process Creation", "index", 1)->value, 10);
    EXPECT_EQ(read.resultCount(), 8U);
}

TEST(UnixBench, ReadsTwoReportsSideBySide)
{
    const auto read =
        probe(unixbench(),
              "   BYTE UNIX Benchmarks (Version 5.1.3)\t\t\t   BYTE UNIX Benchmarks (Version 5.1.3)\n"
              "   System: left: GNU/Linux\t\t\t   System: right: GNU/Linux\n"
              "   OS: GNU/Linux -- 6.1.0 -- #1 SMP\t\t   OS: GNU/Linux -- 6.2.0 -- #1 SMP\n"
              "2 CPUs in system; running 1 parallel copy of tests\t2 CPUs in system; running 1 parallel copy of tests\n"
              "Process Creation  252.0 lps   (30.0 s, 2 samples) Process Creation  378.0 lps   (30.0 s, 2 samples)\n"
              "Execl Throughput  86.0 lps   (30.0 s, 2 samples) Execl Throughput  43.0 lps   (30.0 s, 2 samples)\n");
    ASSERT_EQ(read.parsed.size(), 1U);
    ASSERT_EQ(read.parsed[0].runs.size(), 2U);
    EXPECT_EQ(read.parsed[0].runs[0].run.machine.kernel, "6.1.0");
    EXPECT_EQ(read.parsed[0].runs[1].run.machine.kernel, "6.2.0");
    EXPECT_EQ(read.parsed[0].runs[1].run.machine.label, "right");
    EXPECT_EQ(read.result("Process Creation", "result", 0, 0)->value, 252);
    EXPECT_EQ(read.result("Process Creation", "result", 0, 1)->value, 378);
    EXPECT_EQ(read.result("Execl Throughput", "result", 0, 1)->value, 43);
    EXPECT_EQ(read.parsed[0].runs[0].group, read.parsed[0].runs[1].group);
}

TEST(UnixBench, ReadsSectionsMachineAndRepeatsOfAReport)
{
    const auto read = probe(unixbench(),
                            "   BYTE UNIX Benchmarks (Version 6.0.0)\n\n"
                            "   System: box: Some Linux 12\n"
                            "   OS: GNU/Linux -- 6.1.0-9-amd64 -- #1 SMP PREEMPT\n"
                            "   Machine: x86_64 (unknown)\n"
                            "   Language: C (charmap=\"UTF-8\", collate=\"UTF-8\")\n"
                            "   CPU 0: Some Processor 9000 (4000.0 bogomips)\n"
                            "          x86-64, MMX, Physical Address Ext\n"
                            "   CPU 1: Some Processor 9000 (4000.0 bogomips)\n"
                            "          x86-64, MMX, Physical Address Ext\n"
                            "   08:00:00 up 1 day,  2 users,  load average: 0.1, 0.2, 0.3; runlevel 5\n\n"
                            "------------------------------------------------------------------------\n"
                            "Benchmark Run: Mon Nov 30 2026 08:36:43 - 08:44:51\n"
                            "2 CPUs in system; running 1 parallel copy of tests\n\n"
                            "Arithoh                                      100.0 lps   (10.0 s, 3 samples)\n"
                            "Process Creation                             252.0 lps   (30.0 s, 2 samples)\n\n"
                            "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
                            "Process Creation                                126.0        252.0     20.0\n"
                            "                                                                   ========\n"
                            "System Benchmarks Index Score (Partial Only)                           20.0\n\n"
                            "------------------------------------------------------------------------\n"
                            "Benchmark Run: Mon Nov 30 2026 08:44:51 - 08:53:00\n"
                            "2 CPUs in system; running 2 parallel copies of tests\n\n"
                            "Process Creation                             378.0 lps   (30.0 s, 2 samples)\n\n"
                            "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
                            "Process Creation                                126.0        378.0     30.0\n"
                            "                                                                   ========\n"
                            "System Benchmarks Index Score (Partial Only)                           30.0\n");
    ASSERT_EQ(read.parsed.size(), 1U);
    ASSERT_EQ(read.parsed[0].runs.size(), 2U);
    const auto& first = read.parsed[0].runs[0];
    EXPECT_EQ(first.run.machine.cpu, "Some Processor 9000");
    EXPECT_EQ(first.run.machine.cpus, 2);
    EXPECT_EQ(first.run.machine.os, "Some Linux 12");
    EXPECT_EQ(first.run.machine.kernel, "6.1.0-9-amd64");
    EXPECT_EQ(first.run.parameters.at("copies"), "1");
    EXPECT_TRUE(first.knowsMachine);
    EXPECT_FALSE(first.knowsVariant);
    EXPECT_EQ(read.parsed[0].runs[1].run.parameters.at("copies"), "2");
    EXPECT_NE(first.group, read.parsed[0].runs[1].group);
    EXPECT_EQ(first.run.results.size(), 4U); // Arithoh; result and index of Process Creation; the score
    EXPECT_EQ(read.result("Process Creation", "result")->repeats, 2);
    EXPECT_EQ(read.result("Arithoh", "result")->repeats, 3);
    EXPECT_TRUE(read.parsed[0].diagnostics.empty());
}

TEST(UnixBench, ReadsWrappedRows)
{
    const auto read = probe(unixbench(),
                            "Process Creation                        6095.5   lps  (30.0secs,\n3samples)\n"
                            "Execl Throughput                        1308.8lps\n(29.8 secs, 3 samples)\n"
                            "File Copy 1024 bufsize 2000\nmaxblocks  78599.0 KBps (30.0\nsecs,3samples)\n");
    EXPECT_EQ(read.resultCount(), 3U);
    const auto* copy = read.result("File Copy 1024 bufsize 2000 maxblocks", "result");
    ASSERT_NE(copy, nullptr);
    EXPECT_DOUBLE_EQ(copy->baseValue, 78599.0 * 1024);
    EXPECT_EQ(copy->baseUnit, "B/s");
}

TEST(UnixBench, ReadsVersion4And3)
{
    // 4.x: 252 / 126 × 10; 3.11: 1000 / 50 = 20 and 300 / 30 = 10, whose mean is 15
    const auto four = probe(unixbench(),
                            "  BYTE UNIX Benchmarks (Version 4.1.0)\n"
                            "  System -- Linux box 2.6.1 #1 SMP i686 unknown\n"
                            "                     INDEX VALUES            \n"
                            "TEST                                        BASELINE     RESULT      INDEX\n\n"
                            "Process Creation                               126.0      252.0       20.0\n"
                            "                                                                 =========\n"
                            "     FINAL SCORE                                                      20.0\n");
    EXPECT_EQ(four.resultCount(), 3U);
    EXPECT_EQ(four.diagnosticCount("index-mismatch"), 0U);
    EXPECT_EQ(four.parsed.at(0).runs.at(0).run.machine.kernel, "2.6.1");
    const auto three = probe(unixbench(),
                             "  BYTE UNIX Benchmarks (Version 3.11)\n"
                             "                     INDEX VALUES            \n"
                             "TEST                                        BASELINE     RESULT      INDEX\n\n"
                             "Arithmetic Test (type = double)                 50.0     1000.0       20.0\n"
                             "Some Other Test                                 30.0      300.0       10.0\n"
                             "                                                                 =========\n"
                             "     SUM of  2 items                                                  30.0\n"
                             "     AVERAGE                                                          15.0\n");
    EXPECT_EQ(three.diagnosticCount("index-mismatch"), 0U);
    ASSERT_NE(three.result("AVERAGE", "index"), nullptr);
    EXPECT_NE(three.result("Some Other Test", "result"), nullptr);
    EXPECT_EQ(three.parsed.at(0).runs.at(0).run.parameters.at("baselines"), "3.11");
}

TEST(UnixBench, SaysWhereIndexAndScoreDoNotFit)
{
    const auto read = probe(unixbench(),
                            "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n"
                            "Pipe-based Context Switching                   4000.0       5000.0     13.5\n"
                            "Process Creation                                126.0        252.0     20.0\n"
                            "System Benchmarks Index Score (Partial Only)                           25.8\n");
    ASSERT_EQ(read.diagnosticCount("index-mismatch"), 2U);
    EXPECT_THAT(read.parsed[0].diagnostics[0].message, testing::HasSubstr("12.5"));
    EXPECT_THAT(read.parsed[0].diagnostics[1].message, testing::HasSubstr("15.8"));
    EXPECT_EQ(read.resultCount(), 5U) << "what is written is kept as it is written";
}

TEST(UnixBench, LeavesOutRowsThatEndEarly)
{
    const auto read = probe(unixbench(),
                            "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"
                            "Pipe-based Context Switching                   4000.0       5000.0     12.5\n"
                            "Process Creation                                126.0\n"
                            "System Call Overhead\n");
    EXPECT_EQ(read.resultCount(), 2U);
    EXPECT_EQ(read.diagnosticCount("truncated-row"), 2U);
    const auto cut =
        probe(unixbench(),
              "Execl Throughput  86.0 lps   (30.0 s, 2 samples)\nShell Scripts (8 concurrent) 1145.2 lpm (60.0 ");
    EXPECT_EQ(cut.resultCount(), 1U);
    EXPECT_EQ(cut.diagnosticCount("truncated-row"), 1U);
}

TEST(UnixBench, ReadsMissingBaselinesAndUnknownTests)
{
    const auto read = probe(unixbench(),
                            "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"
                            "Shell Scripts (8 concurrent)                      ---        894.9      ---\n"
                            "My Own Test 2000                                 10.0         20.0     20.0\n");
    EXPECT_EQ(read.resultCount(), 3U);
    EXPECT_NE(read.result("My Own Test 2000", "index"), nullptr);
    EXPECT_EQ(read.result("Shell Scripts (8 concurrent)", "index"), nullptr);
}

TEST(UnixBench, ReadsAScoreOnALineOfItsOwn)
{
    const auto read = probe(unixbench(), "unpatched\n\nSystem Benchmarks Index Score        1234.5\n\nthat is all\n");
    ASSERT_EQ(read.blocks.size(), 1U);
    EXPECT_EQ(read.resultCount(), 1U);
    EXPECT_EQ(read.result("System Benchmarks Index Score", "index")->value, 1234.5);
}

TEST(UnixBench, TakesTheCopiesFromALineOfProgress)
{
    const auto read = probe(unixbench(), twice("patched:\n24 x Process Creation  1 2 3\n\n", kTable));
    EXPECT_EQ(read.parsed.at(0).runs.at(0).run.parameters.at("copies"), "24");
}

TEST(UnixBench, SaysThatAReportHasNoResults)
{
    const auto read = probe(unixbench(), "   BYTE UNIX Benchmarks (Version 5.1.3)\n   System: box: GNU/Linux\n");
    EXPECT_EQ(read.diagnosticCount("no-results"), 1U);
}

TEST(UnixBench, SplitsTablesOfTheSameTestsWithoutTextBetween)
{
    const auto read = probe(unixbench(), twice(kTable, twice("\n", kTable)));
    ASSERT_EQ(read.parsed.size(), 1U);
    EXPECT_EQ(read.parsed[0].runs.size(), 2U);
    EXPECT_NE(read.parsed[0].runs[0].group, read.parsed[0].runs[1].group);
}

TEST(UnixBench, TakesNoChangeForAScore)
{
    // A table of changes only: UnixBench itself never prints a sign.
    const auto read = probe(unixbench(),
                            "Benchmark                                     Delta(%): (+ is better)\n"
                            "Execl Throughput                                            +1.9356\n"
                            "System Call Overhead                                        -2.7815\n"
                            "System Benchmarks Index Score (Partial Only):               +3.4859\n");
    EXPECT_EQ(read.resultCount(), 0U);
}
