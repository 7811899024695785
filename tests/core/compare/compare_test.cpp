// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/summarise.h"
#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace patchscale {
namespace {

using testing::ElementsAre;

TEST(Compare, SaysWhichRowsMadeTheScoreRise)
{
    const auto comparison = compared(paddingTables(), {}, paddingClaims());
    ASSERT_EQ(comparison.groups.size(), 1U);
    const auto& group = comparison.groups.front();
    EXPECT_EQ(group.sentence,
              "The score rose 8.06 %, but Pipe-based Context Switching alone brings +10.2 %; the other eleven tests "
              "fell 2.1 % together.");
    ASSERT_TRUE(group.index);
    EXPECT_NEAR(group.index->baseline, 10879.28, 0.01);
    EXPECT_NEAR(group.index->candidate, 11755.83, 0.01);
    EXPECT_TRUE(group.index->agrees);
    // (21636.8 / 6733.1)^(1/12) - 1
    EXPECT_NEAR(group.index->biggestContribution, std::pow(21636.8 / 6733.1, 1.0 / 12) - 1, 1e-12);
    EXPECT_NEAR(group.index->othersChange, -0.0213, 0.0002);
}

TEST(Compare, ComparesInTheBaseUnitWhereAWrittenUnitMeansTwoThings)
{
    // fio 3.16 printed 10.0k for 10954; 11.0k of a newer one is what it says
    const Runs runs {RunBuilder("fio").baseline().result("randread", "iops", 10.0, "kIOPS").base(10954, "1/s"),
                     RunBuilder("fio").candidate().result("randread", "iops", 11.0, "kIOPS").base(11000, "1/s")};
    const auto comparison = compared(runs);
    const auto& row = rowOf(comparison.groups.front(), "randread");
    EXPECT_EQ(row.unit, "1/s");
    EXPECT_EQ(row.baseline.value, 10954);
    EXPECT_EQ(row.candidate.value, 11000);
}

TEST(Compare, CountsRowsAndClaimsForTheStatusLine)
{
    const auto comparison = compared(paddingTables(), {}, paddingClaims());
    EXPECT_EQ(statusLine(comparison), "12 tests: 4 worse, 2 better, 6 same; 2 of 13 claims wrong");
}

TEST(Compare, PutsRegressionsFirstAndTotalsLast)
{
    const auto comparison = compared(paddingTables());
    EXPECT_THAT(testsOf(comparison.groups.front()),
                ElementsAre("Pipe Throughput", "File Copy 4096 bufsize 8000 maxblocks",
                            "File Copy 256 bufsize 500 maxblocks", "Execl Throughput", "Pipe-based Context Switching",
                            "File Copy 1024 bufsize 2000 maxblocks", "Shell Scripts (8 concurrent)",
                            "System Call Overhead", "Process Creation", "Shell Scripts (1 concurrent)",
                            "Dhrystone 2 using register variables", "Double-Precision Whetstone",
                            "System Benchmarks Index Score"));
    EXPECT_TRUE(comparison.groups.front().rows.back().isTotal);
}

TEST(Compare, NotesWhatABetterTotalHidesAndWhatTheAuthorGotWrong)
{
    const auto comparison = compared(paddingTables(), {}, paddingClaims());
    const auto& group = comparison.groups.front();
    const auto& pipe = rowOf(group, "Pipe Throughput");
    EXPECT_THAT(codesOf(pipe), ElementsAre("hidden-by-total", "total-share"));
    // (68384.2 / 77295.8)^(1/12) - 1 = -1.02 %; seven of the twelve rows fell.
    EXPECT_EQ(pipe.annotations.back().text, "costs the score 1.02 %, most of the 7 tests that fell");
    EXPECT_THAT(codesOf(rowOf(group, "Process Creation")), ElementsAre("claim-wrong"));
    EXPECT_EQ(rowOf(group, "Process Creation").annotations.front().text, "author says 0.05%");
    EXPECT_THAT(codesOf(rowOf(group, "Double-Precision Whetstone")), ElementsAre("claim-wrong"));
    EXPECT_THAT(codesOf(rowOf(group, "System Benchmarks Index Score")), ElementsAre("index-agrees"));
    EXPECT_THAT(pipe.claims, ElementsAre(6U));
}

TEST(Compare, NeverCallsBareValuesTested)
{
    const auto comparison = compared(paddingTables());
    for (const auto& row : comparison.groups.front().rows) {
        EXPECT_EQ(row.evidence, Evidence::Threshold);
        EXPECT_FALSE(row.p);
        EXPECT_FALSE(row.interval);
    }
    const auto& pipe = comparison.groups.front().rows.front();
    EXPECT_EQ(pipe.verdict, Verdict::Regressed);
    EXPECT_EQ(pipe.reason, "-11.53 %; mean of 10 runs, spread not given: confirm with more runs");
    EXPECT_THAT(comparison.groups.front().warnings,
                ElementsAre("Bare values, no spread known: confirm with more runs"));
}

TEST(Compare, SaysThatSingleValuesHaveNoKnownSpread)
{
    const auto comparison = compared({RunBuilder("fio").baseline().result("seq read", "bandwidth", 100, "MB/s"),
                                      RunBuilder("fio").candidate().result("seq read", "bandwidth", 88, "MB/s")});
    EXPECT_EQ(comparison.groups.front().rows.front().reason,
              "-12.00 %; single values, no spread known: confirm with more runs");
    EXPECT_EQ(comparison.groups.front().sentence, "seq read fell 12.00 % (worse).");
}

TEST(Compare, LetsAChangeOfTheLimitPass)
{
    const auto comparison = compared({RunBuilder("fio").baseline().result("a", "bw", 100).result("b", "bw", 100),
                                      RunBuilder("fio").candidate().result("a", "bw", 101).result("b", "bw", 101.1)});
    EXPECT_EQ(rowOf(comparison.groups.front(), "a").verdict, Verdict::Unchanged);
    EXPECT_EQ(rowOf(comparison.groups.front(), "b").verdict, Verdict::Improved);
}

TEST(Compare, TurnsAroundWhereLowerIsBetter)
{
    const auto comparison =
        compared({RunBuilder("hackbench").baseline().result("1-groups", "time", 4.61, "s", Better::Lower),
                  RunBuilder("hackbench").candidate().result("1-groups", "time", 5.23, "s", Better::Lower)});
    EXPECT_EQ(comparison.groups.front().rows.front().verdict, Verdict::Regressed);
}

TEST(Compare, GivesNoVerdictWithoutADirection)
{
    const auto comparison = compared({RunBuilder("perf report")
                                          .baseline()
                                          .result("osq_lock", "self", 52.77, "%", Better::Unknown)
                                          .result("idle", "self", 10, "%", Better::Unknown),
                                      RunBuilder("perf report")
                                          .candidate()
                                          .result("osq_lock", "self", 55.42, "%", Better::Unknown)
                                          .result("idle", "self", 10, "%", Better::Unknown)});
    const auto& row = rowOf(comparison.groups.front(), "osq_lock");
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_EQ(row.reason,
              "+5.02 %; whether higher or lower is better is not known for self: set its direction to get a verdict");
    // That nothing changed needs no direction.
    EXPECT_EQ(rowOf(comparison.groups.front(), "idle").verdict, Verdict::Unchanged);
}

TEST(Compare, HasNoPercentageForAChangeFromZero)
{
    const auto comparison = compared({RunBuilder("x").baseline().result("a", "m", 0).result("b", "m", 0),
                                      RunBuilder("x").candidate().result("a", "m", 5).result("b", "m", 0)});
    EXPECT_EQ(rowOf(comparison.groups.front(), "a").verdict, Verdict::Undecided);
    EXPECT_EQ(rowOf(comparison.groups.front(), "a").reason, "from 0 to 5: a change from 0 has no percentage");
    EXPECT_EQ(rowOf(comparison.groups.front(), "b").verdict, Verdict::Unchanged);
    EXPECT_FALSE(rowOf(comparison.groups.front(), "b").change);
}

TEST(Compare, NeverStoresANumberThatIsNone)
{
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const auto comparison = compared({RunBuilder("x")
                                          .baseline()
                                          .result("a", "m", 1)
                                          .result("b", "m", kInfinite)
                                          .result("c", "m", 1e-300)
                                          .result("d", "m", kNone)
                                          .result("e", "m", 1),
                                      RunBuilder("x")
                                          .candidate()
                                          .result("a", "m", kInfinite)
                                          .result("b", "m", 1)
                                          .result("c", "m", 1e300)
                                          .result("d", "m", kNone)
                                          .result("e", "m", 1)});
    const auto& group = comparison.groups.front();
    for (const char* test : {"a", "b", "c", "d"}) {
        EXPECT_FALSE(rowOf(group, test).change) << test;
    }
    EXPECT_EQ(rowOf(group, "a").reason, "only in the baseline");
    EXPECT_EQ(rowOf(group, "b").reason, "only in the candidate");
    EXPECT_EQ(rowOf(group, "c").reason, "the baseline is too near to 0 for a percentage");
    EXPECT_EQ(rowOf(group, "d").verdict, Verdict::NotComparable);
    EXPECT_EQ(rowOf(group, "e").verdict, Verdict::Unchanged);
}

TEST(Compare, CallsARiseOfANegativeValueARise)
{
    const auto comparison =
        compared({RunBuilder("x").baseline().result("a", "m", -10), RunBuilder("x").candidate().result("a", "m", -8)});
    EXPECT_NEAR(comparison.groups.front().rows.front().change.value(), 0.2, 1e-12);
    EXPECT_EQ(comparison.groups.front().rows.front().verdict, Verdict::Improved);
}

TEST(Compare, UsesTheLimitOfATest)
{
    ComparisonSpec spec;
    spec.limits["a"] = 0.05;
    const auto comparison = compared({RunBuilder("x").baseline().result("a", "m", 100).result("b", "m", 100),
                                      RunBuilder("x").candidate().result("a", "m", 97).result("b", "m", 97)},
                                     spec);
    EXPECT_EQ(rowOf(comparison.groups.front(), "a").verdict, Verdict::Unchanged);
    EXPECT_EQ(rowOf(comparison.groups.front(), "b").verdict, Verdict::Regressed);
}

TEST(Compare, UsesTheLimitOfASuiteAndOfATestInAnySpelling)
{
    ComparisonSpec spec;
    spec.limits = {{"UNIXBENCH", 0.05}, {"pipe", 0.02}}; // the test's comes before the suite's
    const Runs runs {
        RunBuilder("unixbench").baseline().result("Pipe Throughput", "index", 100).result("b", "index", 100),
        RunBuilder("unixbench").candidate().result("Pipe Throughput", "index", 97).result("b", "index", 97)};
    const auto comparison = compared(runs, spec);
    EXPECT_EQ(rowOf(comparison.groups.front(), "Pipe Throughput").verdict, Verdict::Regressed);
    EXPECT_EQ(rowOf(comparison.groups.front(), "b").verdict, Verdict::Unchanged);
    spec.limits = {{"no such test", 0.05}};
    const auto refused = compare(runs, {}, spec, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "no test, metric or benchmark is called 'no such test', so it has no limit");
}

TEST(Compare, GivesTheGeometricMeanAnIntervalWhereEveryRowHasOne)
{
    RunBuilder before("x");
    RunBuilder after("x");
    before.baseline().result("a", "m", 100).samples({98, 99, 100, 101, 102, 103});
    after.candidate().result("a", "m", 110).samples({108, 109, 110, 111, 112, 113});
    before.result("b", "m", 100).samples({98, 99, 100, 101, 102, 103});
    after.result("b", "m", 100).samples({98, 99, 100, 101, 102, 103});
    const auto both = compared({before, after});
    const auto& group = both.groups.front();
    ASSERT_TRUE(group.geomean && group.geomeanInterval);
    EXPECT_GT(*group.geomean, group.geomeanInterval->low);
    EXPECT_LT(*group.geomean, group.geomeanInterval->high);
    EXPECT_TRUE(group.warnings.empty());

    after.result("only here", "m", 5);
    const auto differing = compared({before, after});
    const auto& other = differing.groups.front();
    EXPECT_TRUE(other.geomeanInterval); // still of the two that both have
    EXPECT_THAT(other.warnings,
                testing::Contains(testing::HasSubstr("the geometric mean is over the 2 that can be "
                                                     "compared, without 1 other")));
}

}
}
