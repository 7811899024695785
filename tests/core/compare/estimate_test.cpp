// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::HasSubstr;

TEST(Estimate, TestsSamplesExactly)
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

TEST(Estimate, CorrectsForTheNumberOfRows)
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

TEST(Estimate, FindsTheSameRowsByTheirExpectedShareOfFalseOnes)
{
    RunBuilder before("x");
    RunBuilder after("x");
    before.baseline();
    after.candidate();
    for (const char* test : {"a", "b", "c", "d", "e", "f", "g"}) {
        before.result(test, "m", 103).samples({101, 102, 103, 104, 105});
        after.result(test, "m", 93).samples({91, 92, 93, 94, 95});
    }
    ComparisonSpec spec;
    spec.adjustment = Adjustment::BenjaminiHochberg;
    const auto comparison = compared({before, after}, spec);
    for (const auto& row : comparison.groups.front().rows) {
        EXPECT_NEAR(row.pAdjusted.value(), 2.0 / 252, 1e-12); // all are equally small: 7 × p / 7
        EXPECT_EQ(row.verdict, Verdict::Regressed);
    }
}

TEST(Estimate, SaysHowManyRoundsReachTheAdjustedLevel)
{
    // 7 × 2/252 is above 5 %, 7 × 2/924 is not: six samples a side, five are there.
    RunBuilder before("x");
    RunBuilder after("x");
    before.baseline();
    after.candidate();
    for (const char* test : {"a", "b", "c", "d", "e", "f", "g"}) {
        before.result(test, "m", 103).samples({101, 102, 103, 104, 105});
        after.result(test, "m", 53).samples({51, 52, 53, 54, 55});
    }
    const auto comparison = compared({before, after});
    EXPECT_THAT(comparison.groups.front().rows.front().reason,
                HasSubstr("about 1 more round on each side would settle it"));
}

TEST(Estimate, TellsEquivalenceFromAChangeThatWouldHaveBeenMissed)
{
    // The order of a and b is mixed: U is near its mean, so that no change is seen in either row.
    const auto comparison = compared({RunBuilder("x")
                                          .baseline()
                                          .result("close", "m", 1000)
                                          .samples({1000, 1001, 1002, 1003, 1004, 1005})
                                          .result("wide", "m", 1000)
                                          .samples({900, 940, 980, 1020, 1060, 1100}),
                                      RunBuilder("x")
                                          .candidate()
                                          .result("close", "m", 1000)
                                          .samples({1000.5, 1001.5, 1002.5, 1003.5, 1004.5, 999.5})
                                          .result("wide", "m", 1000)
                                          .samples({910, 930, 990, 1010, 1070, 1090})});
    const auto& close = rowOf(comparison.groups.front(), "close");
    EXPECT_EQ(close.verdict, Verdict::Unchanged);
    // All scaled values lie apart: both one-sided tests have U = 0 of C(12, 6) = 924 splits.
    EXPECT_THAT(close.reason, HasSubstr("equivalent within +-1 % (p = 0.0011)"));
    const auto& wide = rowOf(comparison.groups.front(), "wide");
    EXPECT_EQ(wide.verdict, Verdict::Undecided);
    EXPECT_THAT(wide.reason, HasSubstr("no change seen, but up to +-"));
    EXPECT_THAT(wide.reason, HasSubstr(" would have been missed: "));
}

TEST(Estimate, AsksForMoreRoundsBelowFourSamples)
{
    const auto comparison = compared({RunBuilder("x").baseline().result("a", "m", 102).samples({101, 102, 103}),
                                      RunBuilder("x").candidate().result("a", "m", 92).samples({91, 92, 93})});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_FALSE(row.p);
    EXPECT_THAT(row.reason, HasSubstr("at least 1 more round on each side"));
}

TEST(Estimate, LeavesExcludedSamplesOut)
{
    patchscale::Run before = RunBuilder("x").baseline().result("a", "m", 100).samples({99, 100, 101, 100, 900});
    before.results[0].samples.back().isExcluded = true;
    const auto comparison =
        compared({before, RunBuilder("x").candidate().result("a", "m", 100).samples({100, 100, 100, 100})});
    EXPECT_EQ(comparison.groups.front().rows.front().baseline.samples.size(), 4U);
    EXPECT_DOUBLE_EQ(comparison.groups.front().rows.front().baseline.value.value(), 100);
}

TEST(Estimate, JudgesReportedMeansWithSpreadByWelch)
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

TEST(Estimate, CallsARealChangeBelowTheLimitMinor)
{
    const auto comparison =
        compared({RunBuilder("x").baseline().result("a", "m", 100).spread(SpreadKind::Stddev, 0.1).repeats(30),
                  RunBuilder("x").candidate().result("a", "m", 100.5).spread(SpreadKind::Stddev, 0.1).repeats(30)});
    EXPECT_EQ(comparison.groups.front().rows.front().verdict, Verdict::Minor);
}

TEST(Estimate, CallsANarrowIntervalWithinTheLimitUnchanged)
{
    const auto comparison =
        compared({RunBuilder("x").baseline().result("a", "m", 100).spread(SpreadKind::Stddev, 0.5).repeats(20),
                  RunBuilder("x").candidate().result("a", "m", 100.1).spread(SpreadKind::Stddev, 0.5).repeats(20)});
    EXPECT_EQ(comparison.groups.front().rows.front().verdict, Verdict::Unchanged);
    EXPECT_EQ(comparison.groups.front().rows.front().evidence, Evidence::Summary);
}

TEST(Estimate, LeavesNoiseUndecidedAndSaysHowManyRoundsWouldSettleIt)
{
    // s = 3 %, change 2 %: 36 observations are needed (see Power.PlansObservationsForAnEffect), 5 are there.
    const auto comparison =
        compared({RunBuilder("x").baseline().result("a", "m", 100).spread(SpreadKind::Cv, 0.03).repeats(5),
                  RunBuilder("x").candidate().result("a", "m", 102).spread(SpreadKind::Cv, 0.03).repeats(5)});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_THAT(row.reason, HasSubstr("about 31 more rounds on each side would settle it"));
}

TEST(Estimate, DoesNotTestASpreadWithoutACount)
{
    const auto comparison = compared({RunBuilder("x").baseline().result("a", "m", 100).spread(SpreadKind::Cv, 0.198),
                                      RunBuilder("x").candidate().result("a", "m", 118).spread(SpreadKind::Cv, 0.095)});
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.evidence, Evidence::Threshold);
    EXPECT_EQ(row.verdict, Verdict::Undecided); // sqrt(19.8² + 11.21²) = 22.8 % is larger than 18 %
    EXPECT_FALSE(row.p);
}

}
}
