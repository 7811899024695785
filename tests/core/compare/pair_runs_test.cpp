// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(PairRuns, KeepsMachinesAndScenariosApart)
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

TEST(PairRuns, PoolsRunsOfOneVariantAsSamples)
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

TEST(PairRuns, DoesNotPoolRunsThatAreFactorsApart)
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

TEST(PairRuns, PoolsBootsThatOurRunnerMeasuredHoweverFarTheyAreApart)
{
    const auto comparison = compared({RunBuilder("patchscale").baseline().result("Pipe Throughput", "rate", 1000),
                                      RunBuilder("patchscale").candidate().result("Pipe Throughput", "rate", 1100),
                                      RunBuilder("patchscale").baseline().result("Pipe Throughput", "rate", 1500),
                                      RunBuilder("patchscale").candidate().result("Pipe Throughput", "rate", 1600)});
    ASSERT_EQ(comparison.groups.size(), 1U);
    EXPECT_THAT(comparison.groups.front().rows.front().baseline.samples, ElementsAre(1000, 1500));
}

TEST(PairRuns, KeepsTablesThatHoldBothSidesApart)
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

TEST(PairRuns, PoolsReportsThatHappenToHaveTheSameLength)
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

TEST(PairRuns, JoinsSidesOfWhichOneTellsMore)
{
    const auto comparison =
        compared({RunBuilder("unixbench").baseline().with("copies", "40").on("xeon").result("pipe", "index", 100),
                  RunBuilder("unixbench").candidate().result("pipe", "index", 100)});
    ASSERT_EQ(comparison.groups.size(), 1U);
    EXPECT_EQ(comparison.groups.front().machine, "xeon");
    EXPECT_THAT(comparison.groups.front().warnings,
                ElementsAre("Told for one side only: copies=40", "The machine is told for one side only"));
}

TEST(PairRuns, NeverJoinsDifferentParameters)
{
    const auto error =
        failure({RunBuilder("unixbench").baseline().with("copies", "1").result("pipe", "index", 100),
                 RunBuilder("unixbench").candidate().with("copies", "40").result("pipe", "index", 1000)});
    EXPECT_EQ(error.code, Errc::Usage);
    EXPECT_THAT(error.message, HasSubstr("differ in copies (1 and 40)"));
}

TEST(PairRuns, ComparesWhatIsNamed)
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

TEST(PairRuns, NamesTheVariantsThatExistWhenOneDoesNot)
{
    const auto error = failure(
        {RunBuilder("x").baseline("base").result("a", "m", 1), RunBuilder("x").candidate("v1").result("a", "m", 1)},
        variantSpec("v3"));
    EXPECT_EQ(error.code, Errc::Usage);
    EXPECT_EQ(error.message, "no variant is called 'v3'");
    EXPECT_THAT(error.hints, ElementsAre("variants that exist: 'base', 'v1'"));
}

TEST(PairRuns, FailsWhereASideIsEmpty)
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

TEST(PairRuns, TakesANamedVariantWithoutARoleAsCandidate)
{
    const auto comparison = compared({RunBuilder("x").baseline("base").result("a", "m", 100),
                                      RunBuilder("x").variant("noise").result("a", "m", 50)});
    EXPECT_EQ(comparison.groups.front().candidate, "noise");
    EXPECT_THAT(comparison.groups.front().warnings.front(), HasSubstr("its role is not told"));
}

TEST(PairRuns, SpeaksOfRunsThatStandAlone)
{
    const auto comparison =
        compared({RunBuilder("x").baseline().result("a", "m", 100), RunBuilder("x").candidate().result("a", "m", 100),
                  RunBuilder("perf c2c").variant("").result("line", "count", 5)});
    EXPECT_EQ(comparison.groups.size(), 1U);
    EXPECT_THAT(comparison.warnings, ElementsAre("perf c2c: 1 value stand alone, nothing to compare them with"));
}

TEST(PairRuns, ListsASideWithoutAPartnerBesideOthers)
{
    const auto comparison = compared({RunBuilder("x").on("m1").baseline().result("a", "m", 100),
                                      RunBuilder("x").on("m1").candidate().result("a", "m", 100),
                                      RunBuilder("x").on("m2").baseline().result("a", "m", 7)});
    ASSERT_EQ(comparison.groups.size(), 2U);
    EXPECT_EQ(comparison.groups[1].rows.front().verdict, Verdict::NotComparable);
    EXPECT_THAT(comparison.groups[1].warnings, ElementsAre("Only in the baseline: x on m2"));
}

TEST(PairRuns, LeavesFailedRunsOutAndSaysSo)
{
    const auto comparison = compared({RunBuilder("x").baseline().result("a", "m", 100),
                                      RunBuilder("x").baseline().failed().result("a", "m", 1),
                                      RunBuilder("x").candidate().result("a", "m", 100)});
    EXPECT_THAT(comparison.warnings, ElementsAre("1 run that ended in an error left out"));
    EXPECT_DOUBLE_EQ(comparison.groups.front().rows.front().baseline.value.value(), 100);
}

}
}
