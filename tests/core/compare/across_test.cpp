// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/across.h"

#include "tests/core/compare/compared.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace patchscale {
namespace {

using testing::IsEmpty;

/// Bare values of pipe, spawn and exec before and after on a machine; before is 100 each.
Runs onMachine(const std::string& machine, double pipe, double spawn, double exec)
{
    return {RunBuilder("x")
                .on(machine)
                .baseline()
                .result("pipe", "m", 100)
                .result("spawn", "m", 100)
                .result("exec", "m", 100),
            RunBuilder("x")
                .on(machine)
                .candidate()
                .result("pipe", "m", pipe)
                .result("spawn", "m", spawn)
                .result("exec", "m", exec)};
}

Runs joined(std::initializer_list<Runs> parts)
{
    Runs all;
    for (const auto& part : parts) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

const AcrossTest& testOf(const Across& across, std::string_view name)
{
    const auto test =
        std::ranges::find_if(across.tests, [&](const AcrossTest& each) { return each.first().test == name; });
    EXPECT_NE(test, across.tests.end()) << name;
    return *test;
}

TEST(Across, SaysWhatHoldsOnBothMachines)
{
    const auto comparison = compared(joined({onMachine("lab1", 110, 95, 100), onMachine("lab2", 112, 106, 100)}));
    const auto views = acrossOf(comparison);
    ASSERT_EQ(views.size(), 1U);
    const auto& across = views.front();
    EXPECT_EQ(across.over, "machine");
    ASSERT_EQ(across.places.size(), 2U);
    EXPECT_EQ(across.places[0].label, "lab1");
    EXPECT_EQ(testOf(across, "pipe").sentence, "improves on both machines");
    EXPECT_TRUE(testOf(across, "pipe").isConsistent);
    EXPECT_EQ(testOf(across, "spawn").sentence, "improves on lab2, regresses on lab1");
    EXPECT_FALSE(testOf(across, "spawn").isConsistent);
    EXPECT_EQ(testOf(across, "exec").sentence, "");
    EXPECT_EQ(across.sentence, "Of 3 tests: 1 better, 1 the same on both machines; 1 not alike.");
}

TEST(Across, LaysNoRateBesideALatencyOfTheSameName)
{
    const auto side = [](const char* machine, double value, Better better) {
        return Runs {RunBuilder("x").on(machine).baseline().result("value", "m", 100, "", better),
                     RunBuilder("x").on(machine).candidate().result("value", "m", value, "", better)};
    };
    const auto comparison = compared(joined({side("lab1", 110, Better::Higher), side("lab2", 112, Better::Lower)}));
    EXPECT_THAT(acrossOf(comparison), IsEmpty());
}

TEST(Across, NamesTheOneNumberOfCopiesThatRegresses)
{
    Runs runs;
    for (const auto& [copies, value] : {std::pair("1", 100.0), std::pair("64", 100.2), std::pair("128", 91.0)}) {
        runs.push_back(RunBuilder("x").with("copies", copies).baseline().result("pipe", "m", 100));
        runs.push_back(RunBuilder("x").with("copies", copies).candidate().result("pipe", "m", value));
    }
    const auto comparison = compared(runs);
    const auto views = acrossOf(comparison);
    ASSERT_EQ(views.size(), 1U);
    EXPECT_EQ(views[0].over, "copies");
    EXPECT_EQ(views[0].tests.at(0).sentence, "regresses only at copies=128");
    EXPECT_EQ(views[0].sentence, "Of 1 test: 1 not alike.");
}

TEST(Across, DoesNotSayOnlyWhereItIsNotDecidedElsewhere)
{
    const auto noisy = [](const char* machine, std::initializer_list<double> after) {
        return Runs {
            RunBuilder("x").on(machine).baseline().result("pipe", "m", 100).samples({99, 100, 101, 100, 99, 101}),
            RunBuilder("x").on(machine).candidate().result("pipe", "m", 100).samples(after)};
    };
    const auto comparison =
        compared(joined({noisy("lab1", {90, 91, 89, 90, 91, 89}), noisy("lab2", {95, 104, 96, 103, 99, 93})}));
    const auto views = acrossOf(comparison);
    ASSERT_EQ(views.size(), 1U);
    EXPECT_EQ(views[0].tests.at(0).sentence, "regresses on lab1, undecided on lab2");
    EXPECT_TRUE(views[0].tests.at(0).isConsistent);
    EXPECT_EQ(views[0].sentence, "Of 1 test: 1 not decided everywhere.");
}

TEST(Across, LaysCandidatesOfOneBaselineBesideEachOther)
{
    const auto comparison =
        compared({RunBuilder("x").baseline().result("pipe", "m", 100).result("exec", "m", 100),
                  RunBuilder("x").candidate("v1").result("pipe", "m", 90).result("exec", "m", 120),
                  RunBuilder("x").candidate("v2").result("pipe", "m", 110).result("exec", "m", 121)});
    const auto views = acrossOf(comparison);
    ASSERT_EQ(views.size(), 1U);
    EXPECT_EQ(views[0].over, "candidate");
    EXPECT_EQ(testOf(views[0], "pipe").sentence, "improves with v2, regresses with v1");
    EXPECT_EQ(testOf(views[0], "exec").sentence, "improves with both candidates");
    // √(0.9 × 1.2) - 1
    EXPECT_NEAR(views[0].places[0].change.value(), std::sqrt(1.08) - 1, 1e-12);
}

TEST(Across, CandidatesInFilesOfTheirOwnHaveOneBaseline)
{
    auto comparison = compared({RunBuilder("x").baseline().result("pipe", "m", 100),
                                RunBuilder("x").candidate("v1").result("pipe", "m", 90),
                                RunBuilder("x").candidate("v2").result("pipe", "m", 110)});
    ASSERT_EQ(comparison.groups.size(), 2U);
    comparison.groups[0].documents = {"base.txt", "v1.txt"};
    comparison.groups[1].documents = {"base.txt", "v2.txt"};
    const auto views = acrossOf(comparison);
    ASSERT_EQ(views.size(), 1U);
    EXPECT_EQ(views[0].over, "candidate");
    EXPECT_EQ(testOf(views[0], "pipe").sentence, "improves with v2, regresses with v1");
    // Another measurement of the baseline is another comparison.
    for (auto& row : comparison.groups[1].rows) {
        row.baseline.results.front().run = 7;
    }
    EXPECT_THAT(acrossOf(comparison), IsEmpty());
}

TEST(Across, OneComparisonAloneHasNothingAcross)
{
    const auto comparison = compared(onMachine("lab1", 110, 95, 100));
    EXPECT_THAT(acrossOf(comparison), IsEmpty());
    // Machines that share no test have nothing to lay beside each other.
    const auto apart = compared({RunBuilder("x").on("a").baseline().result("p", "m", 1),
                                 RunBuilder("x").on("a").candidate().result("p", "m", 1),
                                 RunBuilder("x").on("b").baseline().result("q", "m", 1),
                                 RunBuilder("x").on("b").candidate().result("q", "m", 1)});
    EXPECT_THAT(acrossOf(apart), IsEmpty());
}

}
}
