// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/comparison_service.h"

#include <gtest/gtest.h>

using namespace patchscale;

namespace {

TestResult result(std::string test, double value)
{
    return {.test = std::move(test),
            .parameters = {},
            .metric = "result",
            .value = value,
            .unit = "lps",
            .baseValue = value,
            .baseUnit = "1/s",
            .better = Better::Higher,
            .samples = {},
            .spread = {},
            .repeats = {},
            .span = {}};
}

std::shared_ptr<Document> document(std::string path, Role role, bool isAssumed = false)
{
    auto out = std::make_shared<Document>();
    out->path = std::move(path);
    Run run;
    run.benchmark = "unixbench";
    run.variant = {.label = role == Role::None ? "" : "told", .role = role, .isAssumed = isAssumed};
    run.results = {result("Pipe Throughput", 1), result("Execl Throughput", 2)};
    out->parsed.runs.push_back(run);
    return out;
}

}

TEST(ComparisonInput, ClaimsOfALaterDocumentPointToItsOwnRuns)
{
    const auto first = document("a.txt", Role::Baseline);
    const auto second = document("b.txt", Role::Candidate);
    Claim claim;
    claim.candidateResult = ResultRef {.run = 0, .result = 1};
    second->parsed.claims.push_back(claim);

    const auto input = comparisonInput(std::vector<DocumentPtr> {first, second});

    ASSERT_EQ(input.runs.size(), 2U);
    ASSERT_EQ(input.claims.size(), 1U);
    EXPECT_EQ(input.claims[0].candidateResult, (ResultRef {.run = 1, .result = 1}));
    EXPECT_EQ(input.origins[1].document, second);
    EXPECT_EQ(resultOf(input, {.run = 1, .result = 1}).test, "Execl Throughput");
}

TEST(ComparisonInput, TwoBareReportsAreComparedInTheOrderGivenAndItSaysSo)
{
    const auto input = comparisonInput(
        std::vector<DocumentPtr> {document("old/run.txt", Role::None), document("new/patched.txt", Role::None)});

    EXPECT_EQ(input.runs[0].variant, (Variant {.label = "run.txt", .role = Role::Baseline, .isAssumed = true}));
    EXPECT_EQ(input.runs[1].variant, (Variant {.label = "patched.txt", .role = Role::Candidate, .isAssumed = true}));
    ASSERT_EQ(input.warnings.size(), 1U);
    EXPECT_NE(input.warnings[0].find("'run.txt' is taken as the baseline"), std::string::npos);
}

TEST(ComparisonInput, FilesOfOneNameAreToldApartByTheirFolders)
{
    const auto input = comparisonInput(
        std::vector<DocumentPtr> {document("lab/old/run.txt", Role::None), document("lab/new/run.txt", Role::None)});

    EXPECT_EQ(input.runs[0].variant.label, "old");
    EXPECT_EQ(input.runs[1].variant.label, "new");
}

TEST(ComparisonInput, AFolderForEachSideIsAVariantAndItsWordTellsTheRole)
{
    const auto input = comparisonInput(std::vector<DocumentPtr> {
        document("r/after/c", Role::None), document("r/before/a", Role::None), document("r/before/b", Role::None)});

    EXPECT_EQ(input.runs[0].variant, (Variant {.label = "after", .role = Role::Candidate, .isAssumed = true}));
    EXPECT_EQ(input.runs[1].variant, (Variant {.label = "before", .role = Role::Baseline, .isAssumed = true}));
    EXPECT_EQ(input.runs[2].variant, (Variant {.label = "before", .role = Role::Baseline, .isAssumed = true}));
    EXPECT_TRUE(input.warnings.empty());
}

TEST(ComparisonInput, FoldersWhoseWordsTellNoRoleAreTakenInOrder)
{
    const auto input = comparisonInput(std::vector<DocumentPtr> {
        document("r/x/a", Role::None), document("r/x/b", Role::None), document("r/y/a", Role::None)});

    EXPECT_EQ(input.runs[1].variant, (Variant {.label = "x", .role = Role::Baseline, .isAssumed = true}));
    EXPECT_EQ(input.runs[2].variant, (Variant {.label = "y", .role = Role::Candidate, .isAssumed = true}));
    EXPECT_EQ(input.warnings.size(), 1U);
}

TEST(ComparisonInput, WhatADocumentSaysOfItsSidesIsKept)
{
    const auto input =
        comparisonInput(std::vector<DocumentPtr> {document("a.txt", Role::Baseline), document("b.txt", Role::None)});

    EXPECT_EQ(input.runs[0].variant.label, "told");
    EXPECT_TRUE(input.warnings.empty());
}

TEST(ComparisonInput, UnlabelledRunsOfTwoKernelsAreComparedByRelease)
{
    const auto run = [](std::string path, std::string release) {
        auto out = document(std::move(path), Role::None);
        out->parsed.runs[0].benchmark = "patchscale";
        out->parsed.runs[0].variant.label = "run";
        out->parsed.runs[0].machine.kernel = std::move(release);
        return out;
    };
    const auto input =
        comparisonInput(std::vector<DocumentPtr> {run("first.json", "6.12.0"), run("second.json", "6.11.9")});

    EXPECT_EQ(input.runs[0].variant, (Variant {.label = "6.12.0", .role = Role::Candidate, .isAssumed = true}));
    EXPECT_EQ(input.runs[1].variant, (Variant {.label = "6.11.9", .role = Role::Baseline, .isAssumed = true}));
    ASSERT_EQ(input.warnings.size(), 1U);
    EXPECT_NE(input.warnings[0].find("kernel 6.11.9 is taken as the baseline"), std::string::npos);
}
