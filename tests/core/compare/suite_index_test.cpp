// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/suite_index.h"

#include "core/compare/suites.h"
#include "core/compare/summarise.h"
#include "tests/core/compare/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace patchscale {
namespace {

using testing::HasSubstr;

/// A comparison of UnixBench index rows a, b, … with their score; a score of 0 is not stated.
Comparison scores(const std::vector<std::pair<double, double>>& rows, double before, double after,
                  const char* total = "System Benchmarks Index Score")
{
    RunBuilder left("unixbench");
    RunBuilder right("unixbench");
    left.baseline();
    right.candidate();
    char name = 'a';
    for (const auto& [base, cand] : rows) {
        left.result(std::string(1, name), "index", base, "index");
        right.result(std::string(1, name), "index", cand, "index");
        ++name;
    }
    if (before > 0) {
        left.result(total, "index", before, "index");
        right.result(total, "index", after, "index");
    }
    const Runs runs {left, right};
    return compare(runs, {}, {}, {}).value_or(Comparison {});
}

const SuiteIndex& indexOf(const Comparison& comparison)
{
    return *comparison.groups.at(0).index;
}

TEST(SuiteIndex, RecomputesTheGeometricMean)
{
    // sqrt(100 × 400) = 200, sqrt(121 × 400) = 220
    const auto comparison = scores({{100, 121}, {400, 400}}, 200.0, 220.0);
    EXPECT_NEAR(indexOf(comparison).baseline, 200, 1e-9);
    EXPECT_NEAR(indexOf(comparison).candidate, 220, 1e-9);
    EXPECT_TRUE(indexOf(comparison).agrees);
    EXPECT_NEAR(indexOf(comparison).change, 0.1, 1e-12);
    EXPECT_EQ(indexOf(comparison).biggestTest, "a");
    EXPECT_NEAR(indexOf(comparison).biggestContribution, 0.1, 1e-12); // 1.21^(1/2) - 1
    EXPECT_NEAR(indexOf(comparison).othersChange, 0, 1e-12);
}

TEST(SuiteIndex, FindsAScoreThatItsRowsDoNotGive)
{
    const auto comparison = scores({{100.5, 121.3}, {400.1, 400.2}}, 210.0, 220.3);
    EXPECT_FALSE(indexOf(comparison).agrees);
    const auto& group = comparison.groups.front();
    EXPECT_EQ(group.rows.back().annotations.front().code, "index-mismatch");
    EXPECT_THAT(group.warnings.back(), HasSubstr("the rows give 200.5 and 220.3, stated are 210 and 220.3"));
}

TEST(SuiteIndex, AllowsTheAverageOfScoresToDifferFromTheScoreOfAverages)
{
    // Two decimals are averages over runs: 1003.92 stated, 1004.41 from the column, 0.05 % apart.
    EXPECT_TRUE(indexOf(scores({{1004.41, 1004.41}, {1004.41, 1004.41}}, 1003.92, 1003.92)).agrees);
    // UnixBench's own table has one decimal, and must agree.
    EXPECT_FALSE(indexOf(scores({{1004.4, 1004.4}, {1004.4, 1004.4}}, 1003.9, 1003.9)).agrees);
}

TEST(SuiteIndex, WorksWithoutAStatedScore)
{
    const auto comparison = scores({{100, 121}, {400, 400}}, 0, 0);
    EXPECT_FALSE(indexOf(comparison).statedBaseline);
    EXPECT_NEAR(indexOf(comparison).change, 0.1, 1e-12);
}

TEST(SuiteIndex, CallsOneTestAloneNoSuite)
{
    EXPECT_FALSE(scores({{3172, 1583}}, 0, 0).groups.front().index);
    EXPECT_EQ(scores({{3172, 1583}}, 0, 0).groups.front().sentence, "a fell 50.09 % (worse).");
}

TEST(Sentence, NamesTheLargestOfUndecidedChanges)
{
    const Runs runs {RunBuilder("perf report")
                         .baseline()
                         .result("a", "self", 10, "%", Better::Unknown)
                         .result("b", "self", 10, "%", Better::Unknown),
                     RunBuilder("perf report")
                         .candidate()
                         .result("a", "self", 11, "%", Better::Unknown)
                         .result("b", "self", 10, "%", Better::Unknown)};
    EXPECT_EQ(compare(runs, {}, {}, {}).value().groups.front().sentence,
              "1 of 2 tests undecided (a most, +10.00 %), 1 unchanged.");
}

TEST(SuiteIndex, ChecksAPartialScoreAgainstItsRows)
{
    const auto comparison = scores({{100, 121}, {400, 400}}, 200, 220, "System Benchmarks Index Score (Partial Only)");
    EXPECT_TRUE(indexOf(comparison).agrees);
    EXPECT_THAT(comparison.groups.front().sentence, HasSubstr("The partial score rose 10.00 %"));
}

TEST(SuiteIndex, LeavesAScoreWithoutRowsAlone)
{
    const auto comparison = scores({}, 10141.8, 28338.5, "System Benchmarks Index Score (Partial Only)");
    const auto& group = comparison.groups.front();
    EXPECT_FALSE(group.index);
    EXPECT_TRUE(group.rows.front().isTotal);
    EXPECT_EQ(group.counts.improved, 1); // there is nothing else to count
    EXPECT_EQ(group.sentence, "System Benchmarks Index Score (Partial Only) rose 179.42 % (better).");
}

TEST(SuiteIndex, HasNothingToRecomputeWhereAnIndexIsZero)
{
    EXPECT_FALSE(scores({{100, 121}, {0, 400}}, 200, 220).groups.front().index);
}

TEST(SuiteIndex, KeepsGraphicsOutOfTheSystemScore)
{
    const Runs runs {RunBuilder("unixbench")
                         .baseline()
                         .result("pipe", "index", 100)
                         .result("spawn", "index", 400)
                         .result("2D graphics: rectangles", "index", 5)
                         .result("System Benchmarks Index Score", "index", 200),
                     RunBuilder("unixbench")
                         .candidate()
                         .result("pipe", "index", 121)
                         .result("spawn", "index", 400)
                         .result("2D graphics: rectangles", "index", 5)
                         .result("System Benchmarks Index Score", "index", 220)};
    const auto comparison = compare(runs, {}, {}, {}).value();
    EXPECT_TRUE(indexOf(comparison).agrees);
    EXPECT_EQ(indexOf(comparison).rows, 2U);
}

TEST(Sentence, SaysThatNothingChanged)
{
    EXPECT_EQ(scores({{100, 100.2}, {400, 400.1}}, 200, 200.2).groups.front().sentence,
              "The score is unchanged (+0.10 %), and no test changed by more than 1 %.");
}

TEST(Sentence, DoesNotLetAnUnchangedScoreHideRows)
{
    EXPECT_EQ(scores({{100, 90}, {400, 445}}, 200, 200.1).groups.front().sentence,
              "The score is unchanged (+0.05 %), but one test got worse and one better.");
}

TEST(Sentence, SaysThatOneTestCostsWhatTheOthersBring)
{
    // a: 0.5^(1/3) - 1 = -20.6 %; b and c: +60 % together; score 0.5 × 1.6 × 1.6 = 1.28: +8.58 %
    EXPECT_EQ(scores({{100, 50}, {100, 160}, {100, 160}}, 0, 0).groups.front().sentence,
              "The score rose 8.58 %, although a costs 20.6 %; the other two tests rose 60.0 % together.");
}

TEST(Sentence, CountsWhereManyTestsMakeTheScore)
{
    EXPECT_EQ(scores({{100, 105}, {100, 105}, {100, 105}, {100, 105}}, 0, 0).groups.front().sentence,
              "The score rose 5.00 %: 4 of 4 tests better, none worse.");
}

TEST(Sentence, CountsTestsWithoutAnIndex)
{
    const Runs runs {
        RunBuilder("fio").baseline().result("random read", "bandwidth", 8141.2).result("seq read", "bandwidth", 8229.4),
        RunBuilder("fio")
            .candidate()
            .result("random read", "bandwidth", 8497.1)
            .result("seq read", "bandwidth", 8304.2)};
    EXPECT_EQ(compare(runs, {}, {}, {}).value().groups.front().sentence,
              "1 of 2 tests better (random read most, +4.37 %), none worse, 1 unchanged.");
}

TEST(Headline, SaysWhetherTheMachinesAgree)
{
    const auto run = [](const char* machine, bool isBaseline, double value) {
        RunBuilder builder("unixbench");
        isBaseline ? builder.baseline() : builder.candidate();
        return builder.on(machine).result("a", "index", value).result("b", "index", value);
    };
    const Runs runs {run("small", true, 100), run("small", false, 104.1), run("large", true, 100),
                     run("large", false, 105.2)};
    EXPECT_EQ(headline(compare(runs, {}, {}, {}).value()),
              "The score rose in both comparisons: +4.10 % on small, +5.20 % on large.");
}

}
}
