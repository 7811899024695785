// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale {

const Format& perf_annotate();

namespace {

TEST(PerfAnnotate, KnowsInstructionsByTheirText)
{
    const auto probe =
        tests::probe(perf_annotate(),
                     " Percent |\tSource code & Disassembly of work for cpu-clock (36 samples, percent: local period)\n"
                     "----------------------------------------------------------------------------------------------\n"
                     "         :\n"
                     "         : 5    0000000000001219 <hash(char const*, unsigned long)>:\n"
                     "         : 12   for(size_t i=0;i<n;i++){ // 12: 13\n"
                     "    0.00 :   1219:   xor    %rcx,%rax\n"
                     "   16.67 :   123b:   xor    %rcx,%rax\n"
                     "   83.33 :   1242:   add    $0x1,%rdx\n"
                     "\n"
                     "text below : 1.0 : 2\n");
    ASSERT_EQ(probe.parsed.size(), 1U);
    ASSERT_EQ(probe.resultCount(), 3U);
    const auto& run = probe.parsed[0].runs[0].run;
    EXPECT_EQ(run.parameters.at("event"), "cpu-clock");
    EXPECT_EQ(run.results[1].test, "hash(char const*, unsigned long)");
    EXPECT_EQ(run.results[1].parameters, (Parameters {{"instruction", "xor %rcx,%rax"}, {"occurrence", "2"}}));
    EXPECT_DOUBLE_EQ(run.results[1].baseValue, 0.1667);
    EXPECT_EQ(run.results[2].metric, "share");
    EXPECT_EQ(run.results[2].better, Better::Unknown);
}

TEST(PerfAnnotate, TakesTheFunctionFromTheLineOfPerfTop)
{
    const auto probe = tests::probe(
        perf_annotate(),
        "> Showing cycles for page_charge\n"
        ">   Events  Pcnt (>=5%)\n"
        ">  Percent |      Source code & Disassembly of elf for cycles (543288 samples, percent: local period)\n"
        "> ---------------------------------------------------------------------------------------------------\n"
        ">          : 160              return i + xadd(&v->counter, i);\n"
        ">    77.42 :   ffffffff81413759:       lock xadd %rax,(%rdi)\n");
    ASSERT_EQ(probe.resultCount(), 1U);
    const auto* charge = probe.result("page_charge", "share");
    ASSERT_NE(charge, nullptr);
    EXPECT_EQ(charge->parameters.at("instruction"), "lock xadd %rax,(%rdi)");
}

TEST(PerfAnnotate, KeepsTheEventsOfAGroupApart)
{
    const auto probe = tests::probe(perf_annotate(),
                                    " Percent         |\tSource code & Disassembly of work for anon group { cpu-clock, "
                                    "page-faults } (161 samples, percent: local period)\n"
                                    "------------------------------------------------------------------\n"
                                    "   34.16    0.50 :   123b:   xor    %rcx,%rax\n");
    ASSERT_EQ(probe.parsed[0].runs.size(), 2U);
    EXPECT_EQ(probe.parsed[0].runs[1].run.parameters.at("event"), "page-faults");
    EXPECT_DOUBLE_EQ(probe.result("work", "share", 0, 1)->value, 0.5);
}

TEST(PerfAnnotate, ReadsCountsAndTheFormWithoutBars)
{
    const auto counts = tests::probe(perf_annotate(),
                                     " Samples |\tSource code & Disassembly of work for cpu-clock (36 samples)\n"
                                     "       6 :   123b:   xor    %rcx,%rax\n");
    EXPECT_DOUBLE_EQ(counts.result("work", "samples")->value, 6);

    const auto plain = tests::probe(
        perf_annotate(),
        "Samples: 36  of event 'cpu-clock', 499 Hz, Event count (approx.): 72144288, [percent: local period]\n"
        "hash_bytes() /home/bench/work\n"
        "Percent        \n"
        "               \n"
        "            Disassembly of section .text:\n"
        "              imul   %rsi,%rax\n"
        "        1f:   movzbl (%rdx),%ecx\n"
        " 83.33        add    $0x1,%rdx\n");
    ASSERT_EQ(plain.resultCount(), 1U);
    EXPECT_DOUBLE_EQ(plain.result("hash_bytes", "share")->value, 83.33);
}

TEST(PerfAnnotate, LeavesOtherTextAlone)
{
    EXPECT_TRUE(tests::probe(perf_annotate(), "Percent | Value\n 12 : 13\n").blocks.empty());
}

}
}
