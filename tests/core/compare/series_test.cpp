// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/series.h"
#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>

#include <cstddef>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace patchscale {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A run that logged a value at the end of each of @p count intervals of @p step milliseconds.
Run logged(Role role, std::size_t count, double step, const std::function<double(std::size_t)>& valueAt,
           double start = 0)
{
    Run run;
    run.benchmark = "fio";
    run.variant = {.label = role == Role::Baseline ? "before" : "after", .role = role};
    TestResult values;
    values.test = "log";
    values.metric = "iops";
    values.better = Better::Higher;
    TestResult times;
    times.test = "log";
    times.metric = "time";
    times.unit = "ms";
    times.baseUnit = "s";
    for (std::size_t i = 0; i < count; ++i) {
        Sample sample;
        sample.order = static_cast<int>(i + 1);
        sample.value = valueAt(i);
        values.samples.push_back(sample);
        sample.value = start + static_cast<double>(i + 1) * step;
        sample.isExcluded = true;
        times.samples.push_back(sample);
    }
    values.value = values.baseValue = values.samples.front().value;
    times.value = times.samples.back().value;
    times.baseValue = times.value / 1000;
    run.results = {values, times};
    return run;
}

/// A level with a ripple of 1 %, below it by a tenth for each second before @p warm.
std::function<double(std::size_t)> warmingUp(double level, std::size_t warm)
{
    return [level, warm](std::size_t i) {
        const double ripple = 1 + 0.01 * (static_cast<double>(i * 7 % 5) - 2) / 2;
        return level * ripple * (i < warm ? 0.5 : 1);
    };
}

const ComparisonRow& onlyRow(const Comparison& comparison)
{
    EXPECT_EQ(comparison.groups.size(), 1U);
    EXPECT_EQ(comparison.groups.front().rows.size(), 1U); // the times are no row
    return comparison.groups.front().rows.front();
}

TEST(Series, AreComparedWhereBothSidesAreSteady)
{
    const auto comparison = compared(
        {logged(Role::Baseline, 60, 1000, warmingUp(100, 6)), logged(Role::Candidate, 60, 1000, warmingUp(110, 12))});
    const auto& row = onlyRow(comparison);
    ASSERT_TRUE(row.series);
    ASSERT_TRUE(row.series->window);
    EXPECT_NEAR(row.series->window->from, 15, 1e-9); // the end of the group of five in which 12 s lie
    EXPECT_NEAR(row.series->window->to, 60, 1e-9);
    // The ripple has a mean of 0 over five values, so the means are the levels.
    EXPECT_NEAR(*row.baseline.value, 100, 0.01);
    EXPECT_NEAR(*row.candidate.value, 110, 0.01);
    EXPECT_NEAR(*row.change, 0.1, 1e-4);
    EXPECT_EQ(row.verdict, Verdict::Improved);
    EXPECT_EQ(row.evidence, Evidence::Tested);
    EXPECT_THAT(row.reason, HasSubstr("compared in 15 s to 60 s, where both are steady; warm-up of 15 s left out"));
}

TEST(Series, OfDifferentIntervalsLieOnTheCoarserGrid)
{
    const auto comparison = compared(
        {logged(Role::Baseline, 120, 500, warmingUp(100, 0)), logged(Role::Candidate, 60, 1000, warmingUp(100, 0))});
    const auto& row = onlyRow(comparison);
    ASSERT_TRUE(row.series);
    EXPECT_DOUBLE_EQ(row.series->step, 1);
    EXPECT_EQ(row.series->baseline.front().values.size(), 60U);
    // The first cell holds the values at 0.5 s and 1 s: 99 and 101 × (1 + 0.01 × (7 % 5 - 2)/2 = 1.00).
    EXPECT_NEAR(row.series->baseline.front().values.front(), (99 + 100) / 2.0, 1e-9);
    EXPECT_EQ(row.verdict, Verdict::Unchanged);
    EXPECT_THAT(row.reason, HasSubstr("equivalent within +-1 %"));
}

TEST(Series, ThatAreNeverSteadyStayUndecided)
{
    const auto rising = [](std::size_t i) { return 100 + 5 * static_cast<double>(i); };
    const auto comparison =
        compared({logged(Role::Baseline, 60, 1000, warmingUp(100, 0)), logged(Role::Candidate, 60, 1000, rising)});
    const auto& row = onlyRow(comparison);
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_FALSE(row.p);
    EXPECT_FALSE(row.interval);
    EXPECT_THAT(row.reason, HasSubstr("the candidate is never steady"));
}

TEST(Series, ThatAreShortStayUndecided)
{
    const auto comparison = compared(
        {logged(Role::Baseline, 60, 1000, warmingUp(100, 0)), logged(Role::Candidate, 5, 1000, warmingUp(120, 0))});
    const auto& row = onlyRow(comparison);
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_THAT(row.reason, HasSubstr("a series of 5 values, too short"));
}

TEST(Series, SteadyAtDifferentTimesAreNotCompared)
{
    // The baseline's last 22 of 45 s are steady; the candidate ran for 25 s only.
    const auto late = [](std::size_t i) {
        return i < 22 ? 20.0 + static_cast<double>(i) : 100.0 + static_cast<double>(i % 2);
    };
    const auto comparison =
        compared({logged(Role::Baseline, 45, 1000, late), logged(Role::Candidate, 25, 1000, warmingUp(100, 0))});
    const auto& row = onlyRow(comparison);
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_THAT(row.reason, HasSubstr("steady at different times"));
}

TEST(Series, MayCountTheirTimesFrom1970)
{
    constexpr double kNow = 1.7e12;
    const auto comparison = compared({logged(Role::Baseline, 30, 1000, warmingUp(100, 0), kNow),
                                      logged(Role::Candidate, 30, 1000, warmingUp(100, 0))});
    const auto& row = onlyRow(comparison);
    ASSERT_TRUE(row.series);
    ASSERT_TRUE(row.series->window);
    EXPECT_NEAR(row.series->window->to, 30, 1e-6);
}

TEST(Series, OfSeveralRunsAreComparedByRun)
{
    Runs runs;
    for (const double level : {100.0, 101.0, 99.0}) {
        runs.push_back(logged(Role::Baseline, 30, 1000, warmingUp(level, 0)));
        runs.push_back(logged(Role::Candidate, 30, 1000, warmingUp(level * 1.2, 0)));
    }
    const auto comparison = compared(runs);
    const auto& row = onlyRow(comparison);
    EXPECT_EQ(row.baseline.count, 3);
    EXPECT_NEAR(*row.change, 0.2, 1e-3);
    EXPECT_THAT(row.reason, HasSubstr("(3 and 3 runs)"));
    EXPECT_EQ(row.verdict, Verdict::Improved);
}

TEST(Series, DoNotTakeNeighboursForRepeats)
{
    // Both sides wander around the same level, each value close to the one before: a rank test of 60 and 60 values
    // calls most of such pairs changed.
    std::mt19937_64 random(3);
    std::normal_distribution<double> noise(0, 1);
    int changed = 0;
    constexpr int kPairs = 60;
    for (int pair = 0; pair < kPairs; ++pair) {
        const auto wander = [&] {
            return [&, error = noise(random)](std::size_t) mutable {
                error = 0.8 * error + 0.6 * noise(random);
                return 100 + error;
            };
        };
        const auto comparison =
            compared({logged(Role::Baseline, 60, 1000, wander()), logged(Role::Candidate, 60, 1000, wander())});
        const auto verdict = onlyRow(comparison).verdict;
        changed += verdict != Verdict::Undecided && verdict != Verdict::Unchanged ? 1 : 0;
    }
    EXPECT_LE(changed, 9);
}

TEST(Series, WithoutTimesAreSamplesAsBefore)
{
    auto before = logged(Role::Baseline, 20, 1000, warmingUp(100, 0));
    auto after = logged(Role::Candidate, 20, 1000, warmingUp(110, 0));
    before.results.pop_back();
    after.results.pop_back();
    const auto comparison = compared({before, after});
    EXPECT_FALSE(onlyRow(comparison).series);
    EXPECT_EQ(onlyRow(comparison).baseline.samples.size(), 20U);
}

}
}
