// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/compare.h"

#include "core/compare/summarise.h"
#include "tests/core/compare/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace patchscale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Comparison compared(const std::vector<Run>& runs, const ComparisonSpec& spec = {},
                    const std::vector<Claim>& claims = {})
{
    auto comparison = compare(runs, claims, spec, {});
    EXPECT_TRUE(comparison.has_value()) << (comparison ? "" : comparison.error().message);
    return comparison ? std::move(*comparison) : Comparison {};
}

Error failure(const std::vector<Run>& runs, const ComparisonSpec& spec = {})
{
    const auto comparison = compare(runs, {}, spec, {});
    EXPECT_FALSE(comparison.has_value());
    return comparison ? Error {} : comparison.error();
}

ComparisonSpec metricSpec(std::string metric)
{
    ComparisonSpec spec;
    spec.metric = std::move(metric);
    return spec;
}

ComparisonSpec variantSpec(std::string baseline, std::vector<std::string> candidates = {})
{
    ComparisonSpec spec;
    spec.baseline = std::move(baseline);
    spec.candidates = std::move(candidates);
    return spec;
}

const ComparisonRow& rowOf(const ComparisonGroup& group, std::string_view test)
{
    const auto row = std::ranges::find(group.rows, test, &ComparisonRow::test);
    EXPECT_NE(row, group.rows.end()) << test;
    return row == group.rows.end() ? group.rows.front() : *row;
}

std::vector<std::string> testsOf(const ComparisonGroup& group)
{
    std::vector<std::string> tests;
    for (const auto& row : group.rows) {
        tests.push_back(row.test);
    }
    return tests;
}

std::vector<std::string> codesOf(const ComparisonRow& row)
{
    std::vector<std::string> codes;
    for (const auto& annotation : row.annotations) {
        codes.push_back(annotation.code);
    }
    return codes;
}

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

TEST(Compare, ListsWhatHasNoPartner)
{
    const auto comparison =
        compared({RunBuilder("perf report").baseline().result("a", "self", 9.46).result("b", "self", 3.93),
                  RunBuilder("perf report").candidate().result("b", "self", 10.14).result("c", "self", 1)});
    const auto& group = comparison.groups.front();
    EXPECT_EQ(rowOf(group, "a").verdict, Verdict::NotComparable);
    EXPECT_EQ(rowOf(group, "a").reason, "only in the baseline");
    EXPECT_EQ(rowOf(group, "c").reason, "only in the candidate");
    EXPECT_EQ(group.counts.notComparable, 2);
    EXPECT_FALSE(rowOf(group, "a").change);
}

TEST(Compare, KeepsMachinesAndScenariosApart)
{
    const auto run = [](const char* scenario, const char* machine) {
        return RunBuilder("unixbench").on(machine).with("scenario", scenario);
    };
    const auto comparison =
        compared({run("90 % load", "guest").baseline("without patch").result("dhry2reg", "score", 1776.9),
                  run("90 % load", "guest").candidate("first patch").result("dhry2reg", "score", 1782.3),
                  run("90 % load", "guest").candidate("cpu_relax patch").result("dhry2reg", "score", 1778),
                  run("33 % load", "guest").baseline("without patch").result("dhry2reg", "score", 1929.9),
                  run("33 % load", "guest").candidate("first patch").result("dhry2reg", "score", 2294.6),
                  run("33 % load", "host").baseline("without patch").result("dhry2reg", "score", 3000),
                  run("33 % load", "host").candidate("first patch").result("dhry2reg", "score", 3000)});
    ASSERT_EQ(comparison.groups.size(), 4U);
    EXPECT_EQ(comparison.groups[0].candidate, "first patch");
    EXPECT_NEAR(comparison.groups[0].rows.front().change.value(), 1782.3 / 1776.9 - 1, 1e-12);
    EXPECT_EQ(comparison.groups[1].candidate, "cpu_relax patch");
    EXPECT_EQ(comparison.groups[1].baseline, "without patch");
    EXPECT_EQ(comparison.groups[2].parameters.at("scenario"), "33 % load");
    EXPECT_NEAR(comparison.groups[2].rows.front().change.value(), 2294.6 / 1929.9 - 1, 1e-12);
    EXPECT_EQ(comparison.groups[3].machine, "host");
}

TEST(Compare, TakesTheIndexOfUnixBenchUnlessAskedForTheResult)
{
    const Runs runs {RunBuilder("unixbench")
                         .baseline()
                         .result("Pipe Throughput", "result", 46482107.6, "lps")
                         .result("Pipe Throughput", "index", 37365.0, "index")
                         .result("Arithoh", "result", 5, "lps"),
                     RunBuilder("unixbench")
                         .candidate()
                         .result("Pipe Throughput", "result", 46466394.2, "lps")
                         .result("Pipe Throughput", "index", 37352.4, "index")
                         .result("Arithoh", "result", 6, "lps")};
    const auto byDefault = compared(runs);
    ASSERT_EQ(byDefault.groups.front().rows.size(), 2U);
    EXPECT_EQ(rowOf(byDefault.groups.front(), "Pipe Throughput").metric, "index");
    EXPECT_EQ(rowOf(byDefault.groups.front(), "Arithoh").metric, "result"); // it has no index
    const auto results = compared(runs, metricSpec("result"));
    ASSERT_EQ(results.groups.front().rows.size(), 2U);
    EXPECT_EQ(rowOf(results.groups.front(), "Pipe Throughput").metric, "result");
    EXPECT_EQ(compared(runs, metricSpec("all")).groups.front().rows.size(), 3U);
}

TEST(Compare, MatchesTestsOverSpellings)
{
    const auto comparison = compared({RunBuilder("unixbench")
                                          .baseline()
                                          .result("Pipe Throughput", "index", 100)
                                          .result("Shell Scripts 1 concurrent", "index", 50),
                                      RunBuilder("UnixBench")
                                          .candidate()
                                          .result("pipe", "index", 101)
                                          .result("Shell Scripts (1 concurrent)", "index", 51)});
    ASSERT_EQ(comparison.groups.front().rows.size(), 2U);
    EXPECT_TRUE(rowOf(comparison.groups.front(), "Pipe Throughput").change);
    EXPECT_TRUE(rowOf(comparison.groups.front(), "Shell Scripts (1 concurrent)").change);
}

TEST(Compare, KeepsSymbolsApartThatOnlyDifferInUnderscores)
{
    const auto comparison =
        compared({RunBuilder("perf report").baseline().result("__lock", "self", 1).result("x", "self", 1),
                  RunBuilder("perf report").candidate().result("lock", "self", 2).result("x", "self", 1)});
    EXPECT_EQ(comparison.groups.front().rows.size(), 3U);
}

TEST(Compare, ConvertsUnitsOfOneKind)
{
    const auto comparison =
        compared({RunBuilder("fio").baseline().result("read", "bandwidth", 100, "MiB/s").base(104857600, "B/s"),
                  RunBuilder("fio").candidate().result("read", "bandwidth", 110, "MB/s").base(110000000, "B/s")});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.unit, "B/s");
    EXPECT_DOUBLE_EQ(row.baseline.value.value(), 104857600);
    EXPECT_NEAR(row.change.value(), 110e6 / 104857600 - 1, 1e-12);
}

TEST(Compare, RefusesUnitsThatDoNotGoTogether)
{
    const auto comparison =
        compared({RunBuilder("fio").baseline().result("read", "value", 100, "MB/s").base(1e8, "B/s"),
                  RunBuilder("fio").candidate().result("read", "value", 110, "IOPS").base(110, "1/s")});
    EXPECT_EQ(comparison.groups.front().rows.front().verdict, Verdict::NotComparable);
    EXPECT_FALSE(comparison.groups.front().rows.front().change);
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
    const auto comparison
        = compared({RunBuilder("x").baseline().result("a", "m", 1).result("b", "m", kInfinite).result("c", "m", 1e-300).result("d", "m", kNone).result("e", "m", 1),
                    RunBuilder("x").candidate().result("a", "m", kInfinite).result("b", "m", 1).result("c", "m", 1e300).result("d", "m", kNone).result("e", "m", 1)});
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

TEST(Compare, TestsSamplesExactly)
{
    // Completely apart, 5 + 5: p = 2 / 252; medians 103 and 93.
    const auto comparison =
        compared({RunBuilder("x").baseline().result("a", "m", 103).samples({101, 102, 103, 104, 105}),
                  RunBuilder("x").candidate().result("a", "m", 93).samples({91, 92, 93, 94, 95})});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.evidence, Evidence::Tested);
    EXPECT_NEAR(row.p.value(), 2.0 / 252, 1e-12);
    EXPECT_NEAR(row.change.value(), 93.0 / 103 - 1, 1e-12);
    EXPECT_DOUBLE_EQ(row.effect.value(), -1);
    ASSERT_TRUE(row.interval);
    EXPECT_LT(row.interval->low, row.change.value());
    EXPECT_GT(row.interval->high, row.change.value());
    EXPECT_EQ(row.verdict, Verdict::Regressed);
}

TEST(Compare, CorrectsForTheNumberOfRows)
{
    RunBuilder before("x");
    RunBuilder after("x");
    before.baseline();
    after.candidate();
    for (const char* test : {"a", "b", "c", "d", "e", "f", "g"}) {
        before.result(test, "m", 103).samples({101, 102, 103, 104, 105});
        after.result(test, "m", 93).samples({91, 92, 93, 94, 95});
    }
    // 7 × 2/252 = 0.0556: each alone would pass, seven together do not.
    const auto comparison = compared({before, after});
    for (const auto& row : comparison.groups.front().rows) {
        EXPECT_NEAR(row.pAdjusted.value(), 7 * 2.0 / 252, 1e-12);
        EXPECT_EQ(row.verdict, Verdict::Undecided);
    }
}

TEST(Compare, AsksForMoreRoundsBelowFourSamples)
{
    const auto comparison = compared({RunBuilder("x").baseline().result("a", "m", 102).samples({101, 102, 103}),
                                      RunBuilder("x").candidate().result("a", "m", 92).samples({91, 92, 93})});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_FALSE(row.p);
    EXPECT_THAT(row.reason, HasSubstr("at least 1 more round on each side"));
}

TEST(Compare, LeavesExcludedSamplesOut)
{
    patchscale::Run before = RunBuilder("x").baseline().result("a", "m", 100).samples({99, 100, 101, 100, 900});
    before.results[0].samples.back().isExcluded = true;
    const auto comparison =
        compared({before, RunBuilder("x").candidate().result("a", "m", 100).samples({100, 100, 100, 100})});
    EXPECT_EQ(comparison.groups.front().rows.front().baseline.samples.size(), 4U);
    EXPECT_DOUBLE_EQ(comparison.groups.front().rows.front().baseline.value.value(), 100);
}

TEST(Compare, JudgesReportedMeansWithSpreadByWelch)
{
    // t = 5 / sqrt(1/10 + 1/10) = 11.18: far beyond 5 %.
    const auto comparison =
        compared({RunBuilder("x").baseline().result("a", "m", 100).spread(SpreadKind::Stddev, 1).repeats(10),
                  RunBuilder("x").candidate().result("a", "m", 105).spread(SpreadKind::Cv, 0.0095238095).repeats(10)});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.evidence, Evidence::Summary);
    EXPECT_EQ(row.verdict, Verdict::Improved);
    EXPECT_LT(row.p.value(), 1e-6);
    ASSERT_TRUE(row.interval);
    EXPECT_NEAR((row.interval->low + row.interval->high) / 2, 0.05, 0.001);
}

TEST(Compare, CallsARealChangeBelowTheLimitMinor)
{
    const auto comparison =
        compared({RunBuilder("x").baseline().result("a", "m", 100).spread(SpreadKind::Stddev, 0.1).repeats(30),
                  RunBuilder("x").candidate().result("a", "m", 100.5).spread(SpreadKind::Stddev, 0.1).repeats(30)});
    EXPECT_EQ(comparison.groups.front().rows.front().verdict, Verdict::Minor);
}

TEST(Compare, CallsANarrowIntervalWithinTheLimitUnchanged)
{
    const auto comparison =
        compared({RunBuilder("x").baseline().result("a", "m", 100).spread(SpreadKind::Stddev, 0.5).repeats(20),
                  RunBuilder("x").candidate().result("a", "m", 100.1).spread(SpreadKind::Stddev, 0.5).repeats(20)});
    EXPECT_EQ(comparison.groups.front().rows.front().verdict, Verdict::Unchanged);
    EXPECT_EQ(comparison.groups.front().rows.front().evidence, Evidence::Summary);
}

TEST(Compare, LeavesNoiseUndecidedAndSaysHowManyRoundsWouldSettleIt)
{
    // s = 3 %, change 2 %: 36 observations are needed (see Welch.PlansObservationsForAnEffect), 5 are there.
    const auto comparison =
        compared({RunBuilder("x").baseline().result("a", "m", 100).spread(SpreadKind::Cv, 0.03).repeats(5),
                  RunBuilder("x").candidate().result("a", "m", 102).spread(SpreadKind::Cv, 0.03).repeats(5)});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_THAT(row.reason, HasSubstr("about 31 more rounds on each side would settle it"));
}

TEST(Compare, DoesNotTestASpreadWithoutACount)
{
    const auto comparison = compared({RunBuilder("x").baseline().result("a", "m", 100).spread(SpreadKind::Cv, 0.198),
                                      RunBuilder("x").candidate().result("a", "m", 118).spread(SpreadKind::Cv, 0.095)});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.evidence, Evidence::Threshold);
    EXPECT_EQ(row.verdict, Verdict::Undecided); // sqrt(19.8² + 11.21²) = 22.8 % is larger than 18 %
    EXPECT_FALSE(row.p);
}

TEST(Compare, PoolsRunsOfOneVariantAsSamples)
{
    Runs runs;
    for (const double value : {100.0, 101.0, 102.0, 103.0}) {
        runs.push_back(RunBuilder("unixbench").baseline().result("pipe", "index", value));
        runs.push_back(RunBuilder("unixbench").candidate().result("pipe", "index", value + 20));
    }
    const auto comparison = compared(runs);
    ASSERT_EQ(comparison.groups.size(), 1U);
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_THAT(row.baseline.samples, ElementsAre(100, 101, 102, 103));
    EXPECT_DOUBLE_EQ(row.baseline.value.value(), 101.5);
    EXPECT_NEAR(row.p.value(), 2.0 / 70, 1e-12);
    EXPECT_EQ(row.verdict, Verdict::Improved);
}

TEST(Compare, DoesNotPoolRunsThatAreFactorsApart)
{
    // One copy and sixteen copies, not told by the document.
    const auto comparison =
        compared({RunBuilder("unixbench").baseline().result("pipe", "index", 1000).result("spawn", "index", 500),
                  RunBuilder("unixbench").baseline().result("pipe", "index", 9000).result("spawn", "index", 4000),
                  RunBuilder("unixbench").candidate().result("pipe", "index", 1100).result("spawn", "index", 500),
                  RunBuilder("unixbench").candidate().result("pipe", "index", 9000).result("spawn", "index", 4000)});
    ASSERT_EQ(comparison.groups.size(), 2U);
    EXPECT_NEAR(rowOf(comparison.groups[0], "Pipe Throughput").change.value(), 0.1, 1e-12);
    EXPECT_NEAR(rowOf(comparison.groups[1], "Pipe Throughput").change.value(), 0, 1e-12);
    EXPECT_THAT(comparison.groups[0].warnings.front(), HasSubstr("what differs is not told"));
}

TEST(Compare, KeepsTablesThatHoldBothSidesApart)
{
    // Two tables of the same tests and variants: which conditions differ is not told, so nothing is pooled.
    const auto at = [](RunBuilder builder, std::size_t block, std::size_t place) {
        patchscale::Run run = builder;
        run.span = {.offset = block, .length = 50};
        run.results[0].span = {.offset = place, .length = 3};
        return run;
    };
    const auto comparison = compared({at(RunBuilder("x").baseline().result("a", "m", 100), 0, 10),
                                      at(RunBuilder("x").candidate().result("a", "m", 110), 0, 20),
                                      at(RunBuilder("x").baseline().result("a", "m", 101), 100, 110),
                                      at(RunBuilder("x").candidate().result("a", "m", 101), 100, 120),
                                      at(RunBuilder("x").baseline().result("b", "m", 5), 200, 210),
                                      at(RunBuilder("x").candidate().result("b", "m", 5), 200, 220)});
    ASSERT_EQ(comparison.groups.size(), 3U);
    EXPECT_NEAR(comparison.groups[0].rows.front().change.value(), 0.1, 1e-12);
    EXPECT_EQ(comparison.groups[0].parameters.at("occurrence"), "1");
    EXPECT_NEAR(comparison.groups[1].rows.front().change.value(), 0, 1e-12);
    EXPECT_TRUE(comparison.groups[1].rows.front().baseline.samples.empty());
    EXPECT_EQ(comparison.groups[2].rows.size(), 1U);
}

TEST(Compare, PoolsReportsThatHappenToHaveTheSameLength)
{
    // Four documents: their blocks have the same span, and so have their values.
    std::vector<patchscale::Run> runs;
    for (const double value : {100.0, 101.0}) {
        for (const bool isBaseline : {true, false}) {
            RunBuilder builder("unixbench");
            isBaseline ? builder.baseline() : builder.candidate();
            patchscale::Run run = builder.result("pipe", "index", value);
            run.span = {.offset = 0, .length = 400};
            run.results[0].span = {.offset = 30, .length = 5};
            runs.push_back(run);
        }
    }
    const auto comparison = compared(runs);
    ASSERT_EQ(comparison.groups.size(), 1U);
    EXPECT_EQ(comparison.groups[0].rows.front().baseline.samples.size(), 2U);
}

TEST(Compare, KeepsRowsThatATablePrintsTwice)
{
    const auto comparison = compared({RunBuilder("x").baseline().result("read", "bw", 10).result("read", "bw", 200),
                                      RunBuilder("x").candidate().result("read", "bw", 11).result("read", "bw", 100)});
    ASSERT_EQ(comparison.groups.front().rows.size(), 2U);
    EXPECT_NEAR(comparison.groups.front().rows[0].change.value(), -0.5, 1e-12);
    EXPECT_NEAR(comparison.groups.front().rows[1].change.value(), 0.1, 1e-12);
}

TEST(Compare, JoinsSidesOfWhichOneTellsMore)
{
    const auto comparison =
        compared({RunBuilder("unixbench").baseline().with("copies", "40").on("xeon").result("pipe", "index", 100),
                  RunBuilder("unixbench").candidate().result("pipe", "index", 100)});
    ASSERT_EQ(comparison.groups.size(), 1U);
    EXPECT_EQ(comparison.groups.front().machine, "xeon");
    EXPECT_THAT(comparison.groups.front().warnings,
                ElementsAre("Told for one side only: copies=40", "The machine is told for one side only"));
}

TEST(Compare, NeverJoinsDifferentParameters)
{
    const auto error =
        failure({RunBuilder("unixbench").baseline().with("copies", "1").result("pipe", "index", 100),
                 RunBuilder("unixbench").candidate().with("copies", "40").result("pipe", "index", 1000)});
    EXPECT_EQ(error.code, Errc::Usage);
    EXPECT_THAT(error.message, HasSubstr("differ in copies (1 and 40)"));
}

TEST(Compare, ComparesWhatIsNamed)
{
    const Runs runs {RunBuilder("x").baseline("base").result("a", "m", 100),
                     RunBuilder("x").candidate("v1").result("a", "m", 110),
                     RunBuilder("x").candidate("v2").result("a", "m", 121)};
    const auto swapped = compared(runs, variantSpec("v1", {"v2"}));
    ASSERT_EQ(swapped.groups.size(), 1U);
    EXPECT_NEAR(swapped.groups.front().rows.front().change.value(), 0.1, 1e-12);
    const auto allOthers = compared(runs, variantSpec("V1"));
    ASSERT_EQ(allOthers.groups.size(), 2U);
    EXPECT_EQ(allOthers.groups[0].candidate, "base");
    EXPECT_EQ(compared(runs, variantSpec("", {"v2"})).groups.size(), 1U);
}

TEST(Compare, NamesTheVariantsThatExistWhenOneDoesNot)
{
    const auto error = failure(
        {RunBuilder("x").baseline("base").result("a", "m", 1), RunBuilder("x").candidate("v1").result("a", "m", 1)},
        variantSpec("v3"));
    EXPECT_EQ(error.code, Errc::Usage);
    EXPECT_EQ(error.message, "no variant is called 'v3'");
    EXPECT_THAT(error.hints, ElementsAre("variants that exist: 'base', 'v1'"));
}

TEST(Compare, FailsWhereASideIsEmpty)
{
    EXPECT_THAT(failure({RunBuilder("x").baseline().result("a", "m", 1)}).message, HasSubstr("no candidate"));
    EXPECT_THAT(failure({RunBuilder("x").candidate().result("a", "m", 1)}).message, HasSubstr("no baseline"));
    EXPECT_THAT(failure({RunBuilder("x").variant("").result("a", "m", 1)}).message, HasSubstr("is not known"));
    EXPECT_EQ(failure({}).message, "there are no results to compare");
    EXPECT_THAT(
        failure({RunBuilder("x").baseline().result("a", "m", 1), RunBuilder("x").candidate().result("b", "m", 1)})
            .message,
        HasSubstr("share no test"));
}

TEST(Compare, NamesTheMetricsThatExistWhenOneDoesNot)
{
    const auto error =
        failure({RunBuilder("x").baseline().result("a", "bw", 1), RunBuilder("x").candidate().result("a", "bw", 1)},
                metricSpec("iops"));
    EXPECT_EQ(error.message, "no metric is called 'iops'");
    EXPECT_THAT(error.hints, ElementsAre("metrics that exist: bw"));
}

TEST(Compare, TakesANamedVariantWithoutARoleAsCandidate)
{
    const auto comparison = compared({RunBuilder("x").baseline("base").result("a", "m", 100),
                                      RunBuilder("x").variant("noise").result("a", "m", 50)});
    EXPECT_EQ(comparison.groups.front().candidate, "noise");
    EXPECT_THAT(comparison.groups.front().warnings.front(), HasSubstr("its role is not told"));
}

TEST(Compare, SpeaksOfRunsThatStandAlone)
{
    const auto comparison =
        compared({RunBuilder("x").baseline().result("a", "m", 100), RunBuilder("x").candidate().result("a", "m", 100),
                  RunBuilder("perf c2c").variant("").result("line", "count", 5)});
    EXPECT_EQ(comparison.groups.size(), 1U);
    EXPECT_THAT(comparison.warnings, ElementsAre("perf c2c: 1 value stand alone, nothing to compare them with"));
}

TEST(Compare, ListsASideWithoutAPartnerBesideOthers)
{
    const auto comparison = compared({RunBuilder("x").on("m1").baseline().result("a", "m", 100),
                                      RunBuilder("x").on("m1").candidate().result("a", "m", 100),
                                      RunBuilder("x").on("m2").baseline().result("a", "m", 7)});
    ASSERT_EQ(comparison.groups.size(), 2U);
    EXPECT_EQ(comparison.groups[1].rows.front().verdict, Verdict::NotComparable);
    EXPECT_THAT(comparison.groups[1].warnings, ElementsAre("Only in the baseline: x on m2"));
}

TEST(Compare, LeavesFailedRunsOutAndSaysSo)
{
    const auto comparison = compared({RunBuilder("x").baseline().result("a", "m", 100),
                                      RunBuilder("x").baseline().failed().result("a", "m", 1),
                                      RunBuilder("x").candidate().result("a", "m", 100)});
    EXPECT_THAT(comparison.warnings, ElementsAre("1 run that ended in an error left out"));
    EXPECT_DOUBLE_EQ(comparison.groups.front().rows.front().baseline.value.value(), 100);
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

}
}
