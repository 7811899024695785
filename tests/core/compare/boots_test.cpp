// SPDX-License-Identifier: GPL-3.0-or-later
// Several boots a side: then a boot is one observation.
#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace patchscale {
namespace {

using testing::HasSubstr;

/// A run of five samples about @p centre, of one boot; without an id the boot is not known.
Runs::value_type side(bool isBaseline, const std::string& boot, double centre)
{
    RunBuilder run("patchscale");
    isBaseline ? run.baseline() : run.candidate();
    if (!boot.empty()) {
        run.boot(boot);
    }
    return run.result("Pipe Throughput", "rate", centre, "lps")
        .samples({centre - 0.02, centre - 0.01, centre, centre + 0.01, centre + 0.02});
}

/// Boots "a0", "a1" … of the baseline and "b0" … of the candidate with these centres.
Runs boots(std::vector<double> before, std::vector<double> after, const char* first = "a", const char* second = "b")
{
    Runs runs;
    for (std::size_t i = 0; i < before.size(); ++i) {
        runs.push_back(side(true, *first == 0 ? "" : first + std::to_string(i), before[i]));
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
        runs.push_back(side(false, *second == 0 ? "" : second + std::to_string(i), after[i]));
    }
    return runs;
}

TEST(Boots, AreTheUnitSoThatTheSpreadBetweenThemIsNoChange)
{
    // Means 101 and 102.333, standard deviations 1 and 0.76376: t = 1.33333 / sqrt((1 + 0.58333) / 3) = 1.8353 with
    // 3.74 degrees, which is p = 0.14 to 0.15.
    const auto comparison = compared(boots({100, 101, 102}, {101.5, 102.5, 103}));
    const auto& row = comparison.groups.front().rows.front();
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_NEAR(row.p.value(), 0.145, 0.005);
    EXPECT_NEAR(row.baseline.value.value(), 101, 1e-9);
    EXPECT_NEAR(row.change.value(), (101.5 + 102.5 + 103) / 3 / 101 - 1, 1e-9);
    EXPECT_EQ(row.baseline.count, 15);
    EXPECT_THAT(row.reason, HasSubstr("n = 15 and 15 in 3 and 3 boots"));
    EXPECT_THAT(row.reason, HasSubstr("more boots on each side would settle it"));
    EXPECT_TRUE(comparison.groups.front().warnings.empty());
}

TEST(Boots, ThatAreNotKnownLeaveTheSamplesAsTheUnit)
{
    // The same numbers: of the 225 pairs of samples 200 rise, which seems sure.
    const auto row = compared(boots({100, 101, 102}, {101.5, 102.5, 103}, "", "")).groups.front().rows.front();
    EXPECT_LT(row.p.value(), 0.001);
    EXPECT_EQ(row.verdict, Verdict::Improved);
}

TEST(Boots, ThatDifferByMoreThanTheySpreadAreAChange)
{
    // t = 6 / sqrt(2 / 3) = 7.35 with 4 degrees: p = 0.0018.
    const auto row = compared(boots({100, 101, 102}, {106, 107, 108})).groups.front().rows.front();
    EXPECT_EQ(row.verdict, Verdict::Improved);
    EXPECT_NEAR(row.p.value(), 0.0018, 0.0001);
    ASSERT_TRUE(row.interval);
    EXPECT_LT(row.interval->low, 6.0 / 101);
    EXPECT_GT(row.interval->high, 6.0 / 101);
}

TEST(Boots, ThatBothSidesShareAreComparedOneByOne)
{
    // Each boot rises by 2 % or so, while the boots differ by 20 %: logarithms of the ratios 0.0198026, 0.0206943 and
    // 0.0187133, mean 0.0197367, standard deviation 0.00099212, t = 34.5 with 2 degrees, p = 0.00084.
    const auto row = compared(boots({100, 110, 90}, {102, 112.3, 91.7}, "s", "s")).groups.front().rows.front();
    EXPECT_EQ(row.verdict, Verdict::Improved);
    EXPECT_NEAR(row.p.value(), 0.00084, 0.00003);
    ASSERT_TRUE(row.interval);
    // 4.302653 x 0.00099212 / sqrt(3) = 0.0024645 to either side
    EXPECT_NEAR(row.interval->low, std::expm1(0.0197367 - 0.0024645), 1e-5);
    EXPECT_NEAR(row.interval->high, std::expm1(0.0197367 + 0.0024645), 1e-5);
}

TEST(Boots, OneOnEachSideIsSaidToHideNoise)
{
    const auto comparison = compared(boots({100}, {105}));
    const auto& group = comparison.groups.front();
    EXPECT_EQ(group.rows.front().verdict, Verdict::Improved);
    EXPECT_THAT(group.rows.front().reason, HasSubstr("n = 5 and 5 in one boot each"));
    ASSERT_EQ(group.warnings.size(), 1U);
    EXPECT_THAT(group.warnings.front(),
                HasSubstr("Each side was measured in one boot: repeats inside a boot see only "
                          "part of the noise"));
}

TEST(Boots, OneAgainstSeveralNamesTheSideThatNeedsMore)
{
    const auto comparison = compared(boots({100, 101}, {105}));
    ASSERT_EQ(comparison.groups.front().warnings.size(), 1U);
    EXPECT_THAT(comparison.groups.front().warnings.front(), HasSubstr("'after' was measured in one boot"));
}

TEST(Boots, OneThatBothSidesShareHidesNothingBetweenThem)
{
    const auto comparison = compared(boots({100}, {105}, "same", "same"));
    EXPECT_TRUE(comparison.groups.front().warnings.empty());
    EXPECT_THAT(comparison.groups.front().rows.front().reason, testing::Not(HasSubstr("boot")));
}

TEST(Boots, CountAlsoWhereEachHasOneValueOnly)
{
    Runs runs;
    for (const auto& [boot, value] : {std::pair {"a", 100.0}, std::pair {"b", 101.0}, std::pair {"c", 102.0}}) {
        patchscale::Run run = RunBuilder("unixbench").baseline().boot(boot).result("Pipe Throughput", "index", value);
        run.format = "patchscale-run";
        runs.push_back(run);
        run = RunBuilder("unixbench")
                  .candidate()
                  .boot(boot + std::string("2"))
                  .result("Pipe Throughput", "index", value + 6);
        run.format = "patchscale-run";
        runs.push_back(run);
    }
    const auto row = compared(runs).groups.front().rows.front();
    EXPECT_EQ(row.verdict, Verdict::Improved);
    EXPECT_NEAR(row.p.value(), 0.0018, 0.0001);
    EXPECT_THAT(row.reason, HasSubstr("n = 3 and 3 in 3 and 3 boots"));
}

TEST(Boots, ARunOfAnUnknownBootLeavesTheSamplesAsTheUnit)
{
    auto runs = boots({100, 101, 102}, {106, 107, 108});
    runs.back().machine.facts.clear();
    const auto row = compared(runs).groups.front().rows.front();
    EXPECT_TRUE(row.candidate.boots.empty());
    EXPECT_LT(row.p.value(), 0.001);
}

}
}
