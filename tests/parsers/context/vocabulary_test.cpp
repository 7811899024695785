// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/vocabulary.h"

#include "parsers/context/passage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace patchscale;
using Kind = VariantPhrase::Kind;

namespace {

std::string kindOf(std::string_view cell)
{
    const auto phrase = variantPhrase(cell);
    if (!phrase) {
        return "none";
    }
    switch (phrase->kind) {
    case Kind::Baseline:
        return "baseline";
    case Kind::Candidate:
        return "candidate";
    case Kind::Delta:
        return "delta";
    case Kind::Spread:
        return "spread";
    case Kind::Neutral:
        return "neutral";
    }
    return "none";
}

std::string phrasesOf(std::string_view text)
{
    std::string out;
    for (const auto& phrase : variantPhrasesIn(text)) {
        constexpr std::string_view kSigns = "BCDSN";
        out += out.empty() ? "" : "|";
        out += kSigns[static_cast<std::size_t>(phrase.kind)];
        out += ':';
        out += phrase.text;
        EXPECT_EQ(phrase.text, text.substr(phrase.span.offset, phrase.span.length));
    }
    return out;
}

}

TEST(VariantPhrase, KnowsTheWordsForTheOldSide)
{
    for (const auto* cell : {"Before",
                             "before:",
                             "w/o patch",
                             "W/O",
                             "w\\o patch",
                             "Without Patch",
                             "without_patch",
                             "without-patch",
                             "without the patchset",
                             "Without-mmcid-patch",
                             "Before using the patch:",
                             "before this commit.",
                             "before this set",
                             "before padding the struct:",
                             "4.9.0-rc5 vanilla",
                             "5.6 unpatched",
                             "Base",
                             "baseline",
                             "BASELINE",
                             "orig",
                             "original kernel",
                             "old",
                             "unpatched",
                             "non-patched",
                             "vanilla",
                             "stock kernel",
                             "mainline",
                             "tip",
                             "tip/sched/core",
                             "master",
                             "Control",
                             "off",
                             "=n",
                             "no patch",
                             "prior to the patch",
                             "**before**",
                             "(before)",
                             "5.19-vanilla",
                             "parent commit",
                             "未打补丁",
                             "优化前",
                             "修改前：",
                             "Before (MB/s)",
                             "Without the patch applied",
                             "pre-patch"}) {
        EXPECT_EQ(kindOf(cell), "baseline") << cell;
    }
}

TEST(VariantPhrase, KnowsTheWordsForTheNewSide)
{
    for (const auto* cell : {"5.6 patched",
                             "v6.1 with the patch",
                             "After removing the lock:",
                             "After",
                             "after:",
                             "w/ patch",
                             "w/",
                             "With Patch",
                             "with_patch",
                             "with my first patch",
                             "with cpu_relax patch",
                             "with the patch set v2",
                             "With this patch applied:",
                             "after-patch",
                             "After using the patch:",
                             "After this commit",
                             "new",
                             "patched",
                             "patched kernel",
                             "v2",
                             "v13",
                             "this patch",
                             "this-patch",
                             "+PATCH",
                             "base+this_patch",
                             "5.19-rc3+patch",
                             "tip + patch",
                             "5.6.15-patched",
                             "base+revert_0123456789ab",
                             "hopcpu-v5",
                             "optimized",
                             "fixed",
                             "modified",
                             "Experimental",
                             "on",
                             "=y",
                             "patch1",
                             "patch 2",
                             "with_patch(%gain)",
                             "打补丁后",
                             "优化后",
                             "with patches 1-3 applied",
                             "patchset",
                             "with v3",
                             "post-patch",
                             "with new kernel"}) {
        EXPECT_EQ(kindOf(cell), "candidate") << cell;
    }
}

TEST(VariantPhrase, KnowsDerivedColumns)
{
    for (const auto* cell :
         {"%change", "Diff", "diff(%)", "delta", "DELTA (%)", "cmp", "compare%", "change (%)", "improvement",
          "improv %", "%gain", "benefit %", "vs tip", "[pct imp]", "speedup", "ratio", "变化率"}) {
        EXPECT_EQ(kindOf(cell), "delta") << cell;
    }
    for (const auto* cell : {"stddev", "%stddev", "std%", "Std. Dev", "CoeffVar", "std (%)", "±", "+-", "标准差"}) {
        EXPECT_EQ(kindOf(cell), "spread") << cell;
    }
}

TEST(VariantPhrase, LeavesOptionsAndOtherCellsAlone)
{
    for (const auto* cell : {"NPS1", "v6.1", "5.19-rc3", "5.6.15", "8c5035dfbb"}) {
        EXPECT_EQ(kindOf(cell), "neutral") << cell;
    }
    for (const auto* cell : {"BASELINE RESULT INDEX", "Output before:", "base-commit", "bandwidth", "I/O Type", "5.4",
                             "1782.3", "with SMT disturbance", "Changes in v2:", "", "  ", "---", "random read",
                             "before the fast path runs", "8141.2 MB/s", "new smatch warnings:"}) {
        EXPECT_EQ(kindOf(cell), "none") << cell;
    }
}

TEST(VariantPhrase, GivesTheTextAsWrittenWithItsPlace)
{
    const std::string_view cell = "  Before using the patch: ";
    const auto phrase = variantPhrase(cell);
    ASSERT_TRUE(phrase);
    EXPECT_EQ(phrase->text, "Before using the patch");
    EXPECT_EQ(cell.substr(phrase->span.offset, phrase->span.length), phrase->text);
    EXPECT_EQ(variantPhrase("base+revert_0123456789ab")->text, "base+revert_0123456789ab");
    EXPECT_EQ(variantPhrase("+PATCH")->text, "+PATCH");
}

TEST(VariantPhrasesIn, CutsAFlattenedHeader)
{
    EXPECT_EQ(phrasesOf("Without Patch With Patch Diff"), "B:Without Patch|C:With Patch|D:Diff");
    EXPECT_EQ(phrasesOf("before after change"), "B:before|C:after|D:change");
    EXPECT_EQ(phrasesOf("I/O Type      w/o patch    with patch"), "B:w/o patch|C:with patch");
    EXPECT_EQ(phrasesOf("base   base+patch   stddev"), "B:base|C:base+patch|S:stddev");
}

TEST(VariantPhrasesIn, FindsPhrasesOfASentence)
{
    EXPECT_EQ(phrasesOf("with my first patch, the score is 1782.3 with cpu_relax patch, the\nscore is 1778"),
              "C:with my first patch|C:with cpu_relax patch");
    EXPECT_EQ(phrasesOf("the run takes 3.2 s without the patch and 2.9 s\nwith it"), "B:without the patch");
    EXPECT_EQ(phrasesOf("before: 12.5, after: 13.1"), "B:before|C:after");
    EXPECT_EQ(phrasesOf("跑分：打补丁前 1200，打补丁后 1300"), "B:打补丁前|C:打补丁后");
    EXPECT_EQ(phrasesOf("on the patched kernel it is 12"), "C:patched kernel");
}

TEST(VariantPhrasesIn, PassesFalseFriendsBy)
{
    for (const auto* text :
         {"Changes in v2:", "v3:", "System Benchmarks Index Values   BASELINE   RESULT    INDEX", "Output before:",
          "after bisection this turned out", "new smatch warnings:", "the old value is kept until the new one is read",
          "as before, this runs on the next tick", "[PATCH v2] sched: do less", "with SMT disturbance, the score is 12",
          "the change after that is small", "with and without load", "the base of the heap"}) {
        EXPECT_EQ(phrasesOf(text), "") << text;
    }
}

TEST(AssignRoles, TakesWhatTheWordsSay)
{
    const std::string_view labels[] = {"with patch", "w/o patch"};
    const auto roles = assignRoles(labels);
    EXPECT_EQ(roles[0].role, Role::Candidate);
    EXPECT_EQ(roles[1].role, Role::Baseline);
    EXPECT_FALSE(roles[0].isAssumed || roles[1].isAssumed);
}

TEST(AssignRoles, AssumesTheSideThatHasNoWord)
{
    const std::string_view labels[] = {"6.1.0-rc3", "patched"};
    const auto roles = assignRoles(labels);
    EXPECT_EQ(roles[0].role, Role::Baseline);
    EXPECT_TRUE(roles[0].isAssumed);
    EXPECT_EQ(roles[1].role, Role::Candidate);
    EXPECT_FALSE(roles[1].isAssumed);
}

TEST(AssignRoles, OrdersVersions)
{
    const std::string_view kernels[] = {"v6.2", "v5.15", "v6.2-rc1"};
    const auto roles = assignRoles(kernels);
    EXPECT_EQ(roles[1].role, Role::Baseline);
    EXPECT_EQ(roles[0].role, Role::Candidate);
    EXPECT_EQ(roles[2].role, Role::Candidate);
    const std::string_view patches[] = {"v3", "v2"};
    EXPECT_EQ(assignRoles(patches)[1].role, Role::Baseline);
}

TEST(AssignRoles, LeavesOptionsWithoutARole)
{
    const std::string_view labels[] = {"NPS1", "NPS2", "NPS4"};
    for (const auto& variant : assignRoles(labels)) {
        EXPECT_EQ(variant.role, Role::None);
    }
}

TEST(KnownTestAt, ReadsUnixBenchNamesInAnySpelling)
{
    const auto nameOf = [](std::string_view text) {
        const auto test = knownTestAt(text);
        return test ? std::string(test->name) + "/" + std::string(text.substr(test->length)) : "none";
    };
    EXPECT_EQ(nameOf("Dhrystone 2 using register variables 477300.9"),
              "Dhrystone 2 using register variables/ 477300.9");
    EXPECT_EQ(nameOf("File Copy 256 bufsize 500\nmaxblocks 827.9"), "File Copy 256 bufsize 500 maxblocks/ 827.9");
    EXPECT_EQ(nameOf("shell scripts 1 concurrent 42"), "Shell Scripts (1 concurrent)/ 42");
    EXPECT_EQ(nameOf("Shell Scripts (8 concurrent) 9"), "Shell Scripts (8 concurrent)/ 9");
    EXPECT_EQ(nameOf("Shell Scripts (8) 9"), "Shell Scripts (8 concurrent)/ 9");
    EXPECT_EQ(nameOf("context1"), "Pipe-based Context Switching/");
    EXPECT_EQ(nameOf("pipe: 12"), "Pipe Throughput/: 12");
    EXPECT_EQ(nameOf("System Benchmarks Index Score (Partial Only)  12"),
              "System Benchmarks Index Score (Partial Only)/  12");
    EXPECT_EQ(nameOf("System Benchmarks Index Score   7923.3"), "System Benchmarks Index Score/   7923.3");
    EXPECT_EQ(nameOf("pipe bandwidth"), "none");
    EXPECT_EQ(nameOf("syscall_exit_to_user_mode"), "none");
    EXPECT_EQ(nameOf("Dhrystone 25"), "none");
    EXPECT_DOUBLE_EQ(knownTestAt("Shell Scripts (1 concurrent)")->baseline, 42.4);
    EXPECT_EQ(knownTestAt("Double-Precision Whetstone")->resultUnit, "MWIPS");
    EXPECT_TRUE(knownTestAt("pipe")->isShort);
}

TEST(BenchmarkIn, NamesTheBenchmark)
{
    EXPECT_EQ(benchmarkIn("run unixbench dhry2reg: ./Run -c 1"), "unixbench");
    EXPECT_EQ(benchmarkIn("./Run -c 4 spawn"), "unixbench");
    EXPECT_EQ(benchmarkIn("fio --rw=randread"), "fio");
    EXPECT_EQ(benchmarkIn("\"will-it-scale\" like tests of four file systems"), "");
    EXPECT_EQ(benchmarkIn("perf stat -d -- ./Run -c 128"), "perf stat");
    EXPECT_EQ(benchmarkIn("schbench -m 2 -t 8"), "schbench");
    EXPECT_EQ(benchmarkIn("iperf3 -s"), "iperf");
    EXPECT_EQ(benchmarkIn("see tools/fio.c"), "");
    EXPECT_EQ(benchmarkIn("the portfolio"), "");
}

TEST(KnownDirection, FollowsTheTableOfMetrics)
{
    EXPECT_EQ(knownDirection("unixbench", "Pipe Throughput", "index", "index"), Better::Higher);
    EXPECT_EQ(knownDirection("unixbench", "System Call Overhead", "result", "lps"), Better::Higher);
    EXPECT_EQ(knownDirection("fio", "seq read", "bandwidth", "MB/s"), Better::Higher);
    EXPECT_EQ(knownDirection("hackbench", "netperf UDP_RR", "value", ""), Better::Higher); // a row of its own benchmark
    EXPECT_EQ(knownDirection("netperf", "hackbench -T", "value", ""), Better::Lower);
    EXPECT_EQ(knownDirection("fio", "randread", "clat p99", "us"), Better::Lower);
    EXPECT_EQ(knownDirection("perf stat", "L1-dcache-load-misses", "share", "%"), Better::Lower);
    EXPECT_EQ(knownDirection("perf stat", "L1-dcache-loads", "rate", "M/s"), Better::Higher);
    EXPECT_EQ(knownDirection("perf stat", "L1-dcache-loads", "count", ""), Better::Unknown);
    EXPECT_EQ(knownDirection("perf stat", "backend_bound", "fraction", ""), Better::Lower);
    EXPECT_EQ(knownDirection("perf stat", "retiring", "fraction", ""), Better::Higher);
    EXPECT_EQ(knownDirection("perf stat", "instructions", "count", ""), Better::Unknown);
    EXPECT_EQ(knownDirection("perf stat", "instructions", "insn per cycle", ""), Better::Higher);
    EXPECT_EQ(knownDirection("perf stat", "context-switches", "count", ""), Better::Unknown);
    EXPECT_EQ(knownDirection("perf stat", "seconds time elapsed", "time", "s"), Better::Lower);
    EXPECT_EQ(knownDirection("perf report", "osq_lock", "self", "%"), Better::Unknown);
    EXPECT_EQ(knownDirection("hackbench", "4-groups", "time", ""), Better::Lower);
    EXPECT_EQ(knownDirection("schbench", "99.0000th", "latency", "usec"), Better::Lower);
    EXPECT_EQ(knownDirection("netperf", "TCP_STREAM", "throughput", "Mbps"), Better::Higher);
    EXPECT_EQ(knownDirection("will-it-scale", "page_fault1", "ops", ""), Better::Higher);
    EXPECT_EQ(knownDirection("", "something", "value", ""), Better::Unknown);
    EXPECT_EQ(knownDirection("", "something", "value", "IOPS"), Better::Higher);
    EXPECT_EQ(knownDirection("", "something", "value", "ms"), Better::Lower);
}

TEST(StatedDirection, ReadsItInWords)
{
    EXPECT_EQ(statedDirection("Time in seconds (lower is better)"), Better::Lower);
    EXPECT_EQ(statedDirection("I am not sure if higher is better or worse here"), Better::Unknown);
    EXPECT_EQ(statedDirection("The higher, the better."), Better::Higher);
    EXPECT_EQ(statedDirection("more is better"), Better::Higher);
    EXPECT_EQ(statedDirection("延迟，越低越好"), Better::Lower);
    EXPECT_EQ(statedDirection("lower is better for time, higher is better for ops"), Better::Unknown);
    EXPECT_EQ(statedDirection("slower is better known"), Better::Unknown);
    EXPECT_EQ(statedDirection("nothing of that"), Better::Unknown);
}

TEST(Vocabulary, ColumnsOfLatenciesAreNoLmbench)
{
    EXPECT_TRUE(benchmarksIn("len   lat_new   lat_old").empty());
    const auto named = benchmarksIn("$ lat_syscall -P 1 null");
    ASSERT_EQ(named.size(), 1U);
    EXPECT_EQ(named.front().id, "lmbench");
}

TEST(Passage, ATypedBulletIsNoPartOfAHeading)
{
    EXPECT_EQ(withoutNumbering("o NPS1"), "NPS1");
    EXPECT_EQ(withoutNumbering("- NPS1"), "NPS1");
    EXPECT_EQ(withoutNumbering("of NPS1"), "of NPS1");
}
