// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/perf_events.h"
#include "core/compare/topdown.h"
#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>

namespace patchscale {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

RunBuilder counted(Role role)
{
    RunBuilder run("perf stat");
    return role == Role::Baseline ? run.baseline() : run.candidate();
}

const ComparisonRow& rowOf(const Comparison& comparison, std::string_view test, std::string_view metric)
{
    const auto& rows = comparison.groups.at(0).rows;
    const auto row = std::ranges::find_if(
        rows, [&](const ComparisonRow& each) { return each.test == test && each.metric == metric; });
    EXPECT_NE(row, rows.end()) << test << " " << metric;
    return row == rows.end() ? rows.front() : *row;
}

bool hasRow(const Comparison& comparison, std::string_view test, std::string_view metric)
{
    return std::ranges::any_of(comparison.groups.at(0).rows,
                               [&](const ComparisonRow& each) { return each.test == test && each.metric == metric; });
}

TEST(PerfEvents, KnowTheNamesOfOneEvent)
{
    EXPECT_EQ(canonicalEvent("cs"), "context-switches");
    EXPECT_EQ(canonicalEvent("cpu-cycles"), "cycles");
    EXPECT_EQ(canonicalEvent("cycles:ppp"), "cycles");
    EXPECT_EQ(canonicalEvent("cycles:u"), "cycles:u");
    EXPECT_EQ(canonicalEvent("cpu/cycles/"), "cycles");
    EXPECT_EQ(canonicalEvent("cpu_core/cycles/"), "cpu_core/cycles/");
}

TEST(PerfEvents, ComeApartIntoWhatAndWhereTheyCount)
{
    EXPECT_EQ(eventName("cycles:u"), (EventName {.pmu = "", .name = "cycles", .modifier = "u"}));
    EXPECT_EQ(eventName("cpu_atom/cpu-cycles/k"), (EventName {.pmu = "cpu_atom", .name = "cycles", .modifier = "k"}));
    EXPECT_EQ(eventName("sched:sched_switch"), (EventName {.pmu = "", .name = "sched:sched_switch", .modifier = ""}));
}

TEST(PerfEvents, AreOneRowUnderSeveralNames)
{
    const auto comparison = compared({counted(Role::Baseline).result("cs", "value", 100),
                                      counted(Role::Candidate).result("context-switches", "value", 120)});
    EXPECT_NEAR(*rowOf(comparison, "context-switches", "value").change, 0.2, 1e-12);
}

TEST(PerfEvents, ThatOnlyLookAlikeAreNotCompared)
{
    const auto comparison =
        compared({counted(Role::Baseline).result("cycles", "value", 1000).result("page-faults", "value", 5),
                  counted(Role::Candidate).result("cycles:u", "value", 800).result("page-faults", "value", 5)});
    const auto& row = rowOf(comparison, "cycles", "value");
    EXPECT_EQ(row.verdict, Verdict::NotComparable);
    EXPECT_EQ(row.reason,
              "only in the baseline: the candidate has cycles:u, which counts in user space only and is another event");
    EXPECT_THAT(rowOf(comparison, "cycles:u", "value").reason, HasSubstr("counts in all modes and on all CPUs"));
}

TEST(PerfEvents, ThatWereNotCountedSaySo)
{
    Runs runs {counted(Role::Baseline).result("cycles", "value", 1000).result("page-faults", "value", 5),
               counted(Role::Candidate).result("page-faults", "value", 5)};
    runs[1].machine.facts["perf.not counted"] = "instructions\ncpu-cycles";
    const auto comparison = compared(runs);
    const auto& row = rowOf(comparison, "cycles", "value");
    EXPECT_EQ(row.verdict, Verdict::NotComparable);
    EXPECT_EQ(row.reason, "only in the baseline: not counted in the candidate");
    EXPECT_THAT(comparison.groups[0].warnings, Not(Contains(HasSubstr("perf."))));
}

TEST(PerfEvents, CountedInLessThanHalfOfTheTimeAreMarked)
{
    const auto comparison = compared({counted(Role::Baseline)
                                          .result("cycles", "value", 1000)
                                          .result("cycles", "running", 39.92, "%")
                                          .result("branches", "value", 10)
                                          .result("branches", "running", 80, "%"),
                                      counted(Role::Candidate)
                                          .result("cycles", "value", 1100)
                                          .result("cycles", "running", 66.7, "%")
                                          .result("branches", "value", 10)
                                          .result("branches", "running", 80, "%")});
    const auto& row = rowOf(comparison, "cycles", "value");
    ASSERT_THAT(codesOf(row), Contains("scaled"));
    EXPECT_THAT(row.annotations.front().text, HasSubstr("baseline 39.9 %"));
    EXPECT_THAT(row.annotations.front().text, Not(HasSubstr("candidate")));
    EXPECT_THAT(codesOf(rowOf(comparison, "branches", "value")), Not(Contains("scaled")));
    EXPECT_FALSE(hasRow(comparison, "cycles", "running")); // it speaks of the other rows
}

TEST(PerfMetrics, AreComputedFromCountsThatPrintNone)
{
    const auto side = [](Role role, double instructions) {
        return counted(role)
            .result("task-clock", "value", 500, "msec")
            .base(0.5, "s")
            .result("cycles", "value", 1e9)
            .result("instructions", "value", instructions)
            .result("branches", "value", 4e8)
            .result("branch-misses", "value", 2e6);
    };
    const auto comparison = compared({side(Role::Baseline, 2e9), side(Role::Candidate, 2.2e9)});
    const auto& perCycle = rowOf(comparison, "instructions", "insn per cycle");
    EXPECT_NEAR(*perCycle.baseline.value, 2, 1e-12); // 2e9 / 1e9
    EXPECT_NEAR(*perCycle.candidate.value, 2.2, 1e-12);
    EXPECT_EQ(perCycle.better, Better::Higher);
    EXPECT_THAT(codesOf(perCycle), Contains("computed"));
    EXPECT_NEAR(*rowOf(comparison, "cycles", "frequency").baseline.value, 2, 1e-12); // 1e9 in 0.5 s: 2 GHz
    EXPECT_NEAR(*rowOf(comparison, "branch-misses", "of all branches").baseline.value, 0.5, 1e-12); // 2e6 of 4e8 in %
}

TEST(PerfMetrics, OfOneSideAreComparedWithPrintedOnesOfTheOther)
{
    const auto comparison =
        compared({counted(Role::Baseline)
                      .result("cycles", "value", 1000)
                      .result("instructions", "value", 1500)
                      .result("instructions", "insn per cycle", 1.5),
                  counted(Role::Candidate).result("cycles", "value", 1000).result("instructions", "value", 1800)});
    const auto& row = rowOf(comparison, "instructions", "insn per cycle");
    EXPECT_NEAR(*row.change, 0.2, 1e-12);
    EXPECT_EQ(row.verdict, Verdict::Improved);
}

TEST(PerfMetrics, StayWithinOnePmuAndMode)
{
    const auto side = [](Role role) {
        return counted(role)
            .result("cpu_core/cycles/", "value", 1000)
            .result("cpu_atom/cycles/", "value", 500)
            .result("cpu_atom/instructions/", "value", 250)
            .result("instructions:u", "value", 900);
    };
    const auto comparison = compared({side(Role::Baseline), side(Role::Candidate)});
    EXPECT_NEAR(*rowOf(comparison, "cpu_atom/instructions/", "insn per cycle").baseline.value, 0.5, 1e-12);
    EXPECT_FALSE(hasRow(comparison, "instructions:u", "insn per cycle"));
}

TEST(PerfMetrics, ThatDoNotFollowFromTheirCountsAreNoted)
{
    const auto side = [](Role role, double printed) {
        return counted(role)
            .result("cycles", "value", 1000)
            .result("instructions", "value", 1500)
            .result("instructions", "insn per cycle", printed);
    };
    const auto comparison = compared({side(Role::Baseline, 1.5), side(Role::Candidate, 1.71)});
    const auto& row = rowOf(comparison, "instructions", "insn per cycle");
    ASSERT_THAT(codesOf(row), ElementsAre("metric-mismatch"));
    EXPECT_EQ(row.annotations.front().text,
              "candidate: 1.71 is printed, the counts give 1.5: was a line lost or edited?");
}

TEST(PerfMetrics, OfSeveralRunsAreMeansOfRatiosAndNotChecked)
{
    const auto side = [](Role role) {
        return counted(role)
            .result("cycles", "value", 1000)
            .result("instructions", "value", 1500)
            .repeats(5)
            .result("instructions", "insn per cycle", 1.71)
            .repeats(5);
    };
    const auto comparison = compared({side(Role::Baseline), side(Role::Candidate)});
    EXPECT_THAT(codesOf(rowOf(comparison, "instructions", "insn per cycle")), Not(Contains("metric-mismatch")));
}

TEST(Topdown, IsReadUnderTheNamesOfAnyVersion)
{
    const auto side = [](Role role) {
        return counted(role)
            .result("retiring", "value", 24.9, "%")
            .result("bad speculation", "value", 16.8, "%")
            .result("frontend bound", "value", 31.7, "%")
            .result("backend bound", "value", 26.6, "%")
            .result("TopdownL1 (cpu_core)", "tma_backend_bound", 53.4, "%")
            .result("TopdownL1 (cpu_core)", "tma_bad_speculation", 0.2, "%")
            .result("TopdownL1 (cpu_core)", "tma_frontend_bound", 13.8, "%")
            .result("TopdownL1 (cpu_core)", "tma_retiring", 32.5, "%");
    };
    const auto comparison = compared({side(Role::Baseline), side(Role::Candidate)});
    auto places = topdownOf(comparison.groups.front());
    ASSERT_EQ(places.size(), 2U);
    std::ranges::sort(places, {}, &Topdown::label);
    EXPECT_EQ(places[0].label, "");
    EXPECT_THAT(places[0].baseline, ElementsAre(24.9, 16.8, 31.7, 26.6));
    EXPECT_EQ(places[1].label, "cpu_core");
    EXPECT_THAT(places[1].candidate, ElementsAre(32.5, 0.2, 13.8, 53.4));
}

TEST(Topdown, IsTheSharesOfCountedSlots)
{
    const auto side = [](Role role) {
        return counted(role)
            .result("topdown-retiring", "value", 300)
            .result("topdown-bad-spec", "value", 100)
            .result("topdown-fe-bound", "value", 200)
            .result("topdown-be-bound", "value", 400);
    };
    const auto comparison = compared({side(Role::Baseline), side(Role::Candidate)});
    const auto places = topdownOf(comparison.groups.front());
    ASSERT_EQ(places.size(), 1U);
    EXPECT_THAT(places[0].baseline, ElementsAre(30, 10, 20, 40));
}

TEST(Topdown, IsComparedOverTheNamesOfTwoVersions)
{
    const auto comparison = compared({counted(Role::Baseline)
                                          .result("page-faults", "value", 5)
                                          .result("cpu_core/topdown-retiring/", "Retiring", 30, "%")
                                          .result("cpu_core/topdown-bad-spec/", "Bad Speculation", 10, "%")
                                          .result("cpu_core/topdown-fe-bound/", "Frontend Bound", 20, "%")
                                          .result("cpu_core/topdown-be-bound/", "Backend Bound", 40, "%"),
                                      counted(Role::Candidate)
                                          .result("page-faults", "value", 5)
                                          .result("TopdownL1 (cpu_core)", "tma_backend_bound", 25, "%")
                                          .result("TopdownL1 (cpu_core)", "tma_bad_speculation", 5, "%")
                                          .result("TopdownL1 (cpu_core)", "tma_frontend_bound", 15, "%")
                                          .result("TopdownL1 (cpu_core)", "tma_retiring", 55, "%")});
    const auto places = topdownOf(comparison.groups.front());
    ASSERT_EQ(places.size(), 1U);
    EXPECT_THAT(places[0].baseline, ElementsAre(30, 10, 20, 40));
    EXPECT_THAT(places[0].candidate, ElementsAre(55, 5, 15, 25));
}

TEST(Topdown, NeedsAllFourParts)
{
    const auto side = [](Role role) {
        return counted(role).result("retiring", "value", 24.9, "%").result("backend bound", "value", 26.6, "%");
    };
    const auto comparison = compared({side(Role::Baseline), side(Role::Candidate)});
    EXPECT_TRUE(topdownOf(comparison.groups.front()).empty());
}

}
}
