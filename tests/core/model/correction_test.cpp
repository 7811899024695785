// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/correction.h"

#include <gtest/gtest.h>

using namespace patchscale;

namespace {

TestResult bandwidth(double value, std::string unit, double baseValue)
{
    TestResult result;
    result.test = "random write";
    result.metric = "bandwidth";
    result.value = value;
    result.unit = std::move(unit);
    result.baseValue = baseValue;
    result.baseUnit = "B/s";
    result.better = Better::Higher;
    return result;
}

Run run(std::string variant, std::vector<TestResult> results)
{
    Run out;
    out.benchmark = "fio";
    out.variant = {.label = std::move(variant), .role = Role::None, .isAssumed = true};
    out.results = std::move(results);
    return out;
}

Correction unitOf(std::optional<std::string> asRead, std::string value)
{
    Correction out {.field = CorrectedField::Unit, .target = {}, .value = std::move(value)};
    out.target.metric = "bandwidth";
    out.target.unit = std::move(asRead);
    return out;
}

}

TEST(Correction, AnotherUnitKeepsTheNumberAndScalesItsBase)
{
    auto corrected = run("v1", {bandwidth(100, "MB/s", 1e8)});
    correctRun(corrected, {unitOf("MB/s", "MiB/s")});
    const auto& result = corrected.results.front();
    EXPECT_EQ(result.value, 100);
    EXPECT_EQ(result.unit, "MiB/s");
    EXPECT_EQ(result.baseValue, 104857600); // 100 * 1024 * 1024
    EXPECT_EQ(result.baseUnit, "B/s");
    EXPECT_EQ(result.better, Better::Higher);
}

TEST(Correction, AUnitIsSetOnlyWhereTheOneOfTheTargetWasRead)
{
    auto corrected = run("v1", {bandwidth(100, "MB/s", 1e8), bandwidth(7, "KB/s", 7000)});
    correctRun(corrected, {unitOf("MB/s", "MiB/s")});
    EXPECT_EQ(corrected.results[1], bandwidth(7, "KB/s", 7000));
}

TEST(Correction, AUnitOfAnotherKindLeavesNoDirectionThatWasKnownOfTheOldOne)
{
    auto corrected = run("v1", {bandwidth(100, "MB/s", 1e8)});
    correctRun(corrected, {unitOf({}, "ms")});
    EXPECT_EQ(corrected.results.front().baseUnit, "s");
    EXPECT_DOUBLE_EQ(corrected.results.front().baseValue, 0.1);
    EXPECT_EQ(corrected.results.front().better, Better::Unknown);
}

TEST(Correction, ADirectionThatIsSetHoldsWhicheverUnitIsSetWithIt)
{
    Correction lower {.field = CorrectedField::Better, .target = {}, .value = "lower"};
    auto corrected = run("v1", {bandwidth(100, "MB/s", 1e8)});
    correctRun(corrected, {lower, unitOf({}, "ms")});
    EXPECT_EQ(corrected.results.front().better, Better::Lower);
}

TEST(Correction, AUnitThatIsNotKnownIsAUnitOfItsOwn)
{
    auto corrected = run("v1", {bandwidth(100, "MB/s", 1e8)});
    correctRun(corrected, {unitOf({}, "frobs")});
    EXPECT_EQ(corrected.results.front().baseValue, 100);
    EXPECT_EQ(corrected.results.front().baseUnit, "frobs");
}

TEST(Correction, ARunIsFoundByItsNamesEvenBehindOneOfTheSameNames)
{
    std::vector<patchscale::Run> runs {run("v1", {}), run("v1", {}), run("v2", {})};
    Correction second {.field = CorrectedField::VariantRole, .target = {}, .value = "candidate"};
    second.target.run = runKey(runs, 1);
    correctRuns(runs, {}, {second});
    EXPECT_EQ(runs[0].variant.role, Role::None);
    EXPECT_EQ(runs[1].variant.role, Role::Candidate);
    EXPECT_FALSE(runs[1].variant.isAssumed);
    EXPECT_TRUE(runs[2].variant.isAssumed);
}

TEST(Correction, ACorrectionOfARunThatIsNotReadAnyMoreChangesNothing)
{
    std::vector<patchscale::Run> runs {run("v1", {})};
    Correction lost {.field = CorrectedField::VariantLabel, .target = {}, .value = "x"};
    lost.target.run = RunKey {.benchmark = "fio", .machine = {}, .variant = "v9", .parameters = {}};
    correctRuns(runs, {}, {lost});
    EXPECT_EQ(runs[0], run("v1", {}));
}

TEST(Correction, ClaimsTakeTheNewLabelUnlessItBecameSeveral)
{
    std::vector<patchscale::Run> runs {run("old", {}), run("new", {}), run("new", {})};
    Claim claim;
    claim.baseline = "old";
    claim.candidate = "new";
    std::vector claims {claim};
    const auto label = [&](std::size_t place, std::string value) {
        Correction out {.field = CorrectedField::VariantLabel, .target = {}, .value = std::move(value)};
        out.target.run = runKey(runs, place);
        return out;
    };
    const Corrections corrections {label(0, "5.19"), label(1, "v1")};
    correctRuns(runs, claims, corrections);
    EXPECT_EQ(claims.front().baseline, "5.19");
    EXPECT_EQ(claims.front().candidate, "new");
}

TEST(Correction, OfTwoAboutTheSameThingTheLaterOneIsKept)
{
    Corrections corrections;
    setCorrection(corrections, unitOf("MB/s", "MiB/s"));
    setCorrection(corrections, unitOf("KB/s", "KiB/s"));
    setCorrection(corrections, unitOf("MB/s", "Mb/s"));
    ASSERT_EQ(corrections.size(), 2U);
    EXPECT_EQ(corrections.back().value, "Mb/s");
}
