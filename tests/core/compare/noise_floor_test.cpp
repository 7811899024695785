// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/noise_floor.h"

#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace patchscale {
namespace {

using testing::HasSubstr;

patchscale::Run runOf(Role role, std::string label, double value, std::string machine = "lab1")
{
    RunBuilder run("unixbench");
    run.on(std::move(machine)).result("Pipe Throughput", "index", value);
    return role == Role::Baseline ? run.baseline(std::move(label)) : run.candidate(std::move(label));
}

/// Runs of an old variant: logarithms -1 %, 0 and +1 % around 1000, so a deviation of 1 % with 2 degrees.
Runs known(const std::string& machine = "lab1")
{
    return {runOf(Role::Baseline, "6.9", 1000 * std::exp(-0.01), machine), runOf(Role::Baseline, "6.9", 1000, machine),
            runOf(Role::Baseline, "6.9", 1000 * std::exp(0.01), machine)};
}

ComparisonRow judged(const Runs& runs, const NoiseFloors& floors, double limit = 0.01)
{
    ComparisonSpec spec;
    spec.limit = limit;
    const auto comparison = compare(runs, {}, spec, {}, {}, &floors);
    EXPECT_TRUE(comparison);
    return comparison ? comparison->groups.front().rows.front() : ComparisonRow {};
}

TEST(NoiseFloor, JudgesSingleValuesByWhatTheTestVaries)
{
    // One run a side, 2 degrees: 4.3027 × 1 % × sqrt 2 = 6.085 %, as a change 6.3 %.
    const NoiseFloors floors(known());
    const auto worse = judged({runOf(Role::Baseline, "7.0", 1000), runOf(Role::Candidate, "v2", 885)}, floors);
    EXPECT_EQ(worse.verdict, Verdict::Regressed);
    EXPECT_EQ(worse.evidence, Evidence::NoiseFloor);
    EXPECT_EQ(worse.reason, "-11.50 %, outside the +-6.3 % this test varies on this machine");
    // t = -ln 0.885 / 0.01 / sqrt 2 = 8.639; with 2 degrees p = 1 - t / sqrt(2 + t²).
    const double t = -std::log(0.885) / 0.01 / std::sqrt(2.0);
    EXPECT_NEAR(worse.p.value(), 1 - t / std::sqrt(2 + t * t), 1e-9);
    ASSERT_TRUE(worse.interval);
    EXPECT_NEAR(worse.interval->high, 0.885 * std::exp(0.060849) - 1, 1e-4);
}

TEST(NoiseFloor, LeavesWhatIsWithinItUndecided)
{
    const NoiseFloors floors(known());
    const auto row = judged({runOf(Role::Baseline, "7.0", 1000), runOf(Role::Candidate, "v2", 960)}, floors);
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_THAT(row.reason, HasSubstr("-4.00 %, within the +-6.3 % this test varies on this machine"));
    EXPECT_THAT(row.reason, HasSubstr("more round"));
}

TEST(NoiseFloor, CallsASmallChangeWithinAWideLimitUnchanged)
{
    const NoiseFloors floors(known());
    const auto row = judged({runOf(Role::Baseline, "7.0", 1000), runOf(Role::Candidate, "v2", 1005)}, floors, 0.08);
    EXPECT_EQ(row.verdict, Verdict::Unchanged);
    EXPECT_EQ(row.evidence, Evidence::NoiseFloor);
}

TEST(NoiseFloor, IsOfOneMachineOneTestAndOneSetOfParameters)
{
    const NoiseFloors elsewhere(known("lab2"));
    const Runs bare {runOf(Role::Baseline, "7.0", 1000), runOf(Role::Candidate, "v2", 885)};
    EXPECT_EQ(judged(bare, elsewhere).evidence, Evidence::Threshold);
    Runs others = known();
    for (auto& run : others) {
        run.parameters["copies"] = "40";
    }
    EXPECT_EQ(judged(bare, NoiseFloors(others)).evidence, Evidence::Threshold);
    EXPECT_EQ(judged(bare, NoiseFloors(known(""))).evidence, Evidence::Threshold); // a machine without a name
}

TEST(NoiseFloor, CountsAQuotedReportOnce)
{
    // The same numbers in three documents are one run, which has no spread.
    Runs quoted = known();
    for (auto& run : quoted) {
        run.results[0].baseValue = 1000;
    }
    EXPECT_EQ(NoiseFloors(quoted).size(), 0U);
}

TEST(NoiseFloor, DoesNotTakeDifferentThingsForRepeats)
{
    Runs scattered = known();
    scattered[2].results[0].baseValue = 2500;
    EXPECT_EQ(NoiseFloors(scattered).size(), 0U);
    Runs assumed = known();
    for (auto& run : assumed) {
        run.variant.isAssumed = true;
    }
    EXPECT_EQ(NoiseFloors(assumed).size(), 0U);
}

TEST(NoiseFloor, LearnsFromBootsWithinARun)
{
    patchscale::Run run = runOf(Role::Baseline, "6.9", 1000);
    for (int boot = 0; boot < 3; ++boot) {
        for (const double shift : {-0.001, 0.0, 0.001}) {
            Sample sample;
            sample.value = 1000 * std::exp(0.01 * (boot - 1) + shift);
            sample.boot = boot;
            run.results[0].samples.push_back(sample);
        }
    }
    const NoiseFloors floors(Runs {run});
    const auto* const spread = floors.find(run, run.results[0]);
    ASSERT_NE(spread, nullptr);
    EXPECT_NEAR(spread->deviation(), 0.01, 1e-9);
    EXPECT_EQ(spread->degrees(), 2);
}

TEST(NoiseFloor, RunsOfOneBootAreOneRun)
{
    Runs runs = known();
    for (auto& run : runs) {
        run.machine.facts["kernel.boot-id"] = "a";
    }
    EXPECT_EQ(NoiseFloors(runs).size(), 0U); // nothing is known of the spread between boots
    runs[1].machine.facts["kernel.boot-id"] = "b";
    runs[2].machine.facts["kernel.boot-id"] = "c";
    EXPECT_EQ(NoiseFloors(runs).size(), 1U);
}

TEST(NoiseFloor, IsNotAskedWhereBothSidesShareTheirBoot)
{
    patchscale::Run before = runOf(Role::Baseline, "7.0", 1000);
    patchscale::Run after = runOf(Role::Candidate, "v2", 970);
    for (int i = 0; i < 8; ++i) {
        Sample sample;
        sample.value = 1000 + i;
        before.results[0].samples.push_back(sample);
        sample.value = 970 + i;
        after.results[0].samples.push_back(sample);
    }
    before.machine.facts["kernel.boot-id"] = "a";
    after.machine.facts["kernel.boot-id"] = "a";
    EXPECT_EQ(judged(Runs {before, after}, NoiseFloors(known())).verdict, Verdict::Regressed);
}

TEST(NoiseFloor, HoldsBackADifferenceThatOneBootEachShows)
{
    // Samples within one run are 0.1 % apart, so the test alone is sure of 3 %; runs of one variant differ by more.
    patchscale::Run before = runOf(Role::Baseline, "7.0", 1000);
    patchscale::Run after = runOf(Role::Candidate, "v2", 970);
    for (int i = 0; i < 8; ++i) {
        Sample sample;
        sample.value = 1000 + i;
        before.results[0].samples.push_back(sample);
        sample.value = 970 + i;
        after.results[0].samples.push_back(sample);
    }
    const Runs runs {before, after};
    EXPECT_EQ(judged(runs, NoiseFloors()).verdict, Verdict::Regressed);
    const auto row = judged(runs, NoiseFloors(known()));
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_EQ(row.evidence, Evidence::Tested);
    EXPECT_THAT(row.reason, HasSubstr("within the +-6.3 % this test varies on this machine"));
    EXPECT_THAT(row.reason, HasSubstr("repeat whole runs"));
}

TEST(NoiseFloor, ManyRowsNeedAStrongerChange)
{
    // Twenty tests with one deviation: p of -8 % is 0.025 alone, twenty times that together.
    Runs history(3, RunBuilder("x").on("lab1").baseline("6.9"));
    Runs sides {RunBuilder("x").on("lab1").baseline("7.0"), RunBuilder("x").on("lab1").candidate("v2")};
    for (int test = 0; test < 20; ++test) {
        for (std::size_t i = 0; i < 5; ++i) {
            TestResult result;
            result.test = "test " + std::to_string(test);
            result.metric = "m";
            result.better = Better::Higher;
            result.value = i < 3 ? 1000 * std::exp(0.01 * (static_cast<double>(i) - 1)) : i == 3 ? 1000 : 920;
            result.baseValue = result.value;
            (i < 3 ? history[i] : sides[i - 3]).results.push_back(result);
        }
    }
    const auto row = judged(sides, NoiseFloors(history));
    EXPECT_EQ(row.verdict, Verdict::Undecided);
    EXPECT_THAT(row.reason, HasSubstr("outside the +-6.3 % this test varies on this machine, but among so many rows"));
}

}
}
