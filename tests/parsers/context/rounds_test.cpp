// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/rounds.h"

#include <gtest/gtest.h>

#include <utility>

namespace patchscale::tests {
namespace {

TestResult roundOf(std::string test, Parameters parameters, double value)
{
    return {.test = std::move(test),
            .parameters = std::move(parameters),
            .metric = "rate",
            .value = value,
            .unit = "k",
            .baseValue = value * 1000,
            .baseUnit = "count",
            .better = Better::Higher,
            .samples = {},
            .spread = std::nullopt,
            .repeats = std::nullopt,
            .span = {}};
}

ParsedDocument documentWith(std::vector<TestResult> results)
{
    ParsedDocument document;
    document.runs.emplace_back();
    document.runs.front().results = std::move(results);
    return document;
}

TEST(Rounds, BecomeSamplesOfTheirMean)
{
    auto document = documentWith({roundOf("copy", {{"test round", "1"}, {"bs", "4k"}}, 10),
                                  roundOf("copy", {{"test round", "2"}, {"bs", "4k"}}, 13),
                                  roundOf("copy", {{"test round", "average"}, {"bs", "4k"}}, 11.5)});
    foldRounds(document);
    ASSERT_EQ(document.runs[0].results.size(), 1U);
    const auto& result = document.runs[0].results[0];
    EXPECT_EQ(result.parameters, (Parameters {{"bs", "4k"}}));
    EXPECT_DOUBLE_EQ(result.value, 11.5);
    EXPECT_DOUBLE_EQ(result.baseValue, 11500);
    ASSERT_EQ(result.samples.size(), 2U);
    EXPECT_DOUBLE_EQ(result.samples[1].value, 13);
    EXPECT_TRUE(document.diagnostics.empty());
}

TEST(Rounds, TellWhereAPrintedMeanIsWrong)
{
    auto document = documentWith({roundOf("copy", {{"run", "1"}}, 10), roundOf("copy", {{"run", "2"}}, 20),
                                  roundOf("copy", {{"run", "avg"}}, 16)});
    foldRounds(document);
    ASSERT_EQ(document.runs[0].results.size(), 1U);
    EXPECT_DOUBLE_EQ(document.runs[0].results[0].value, 15);
    ASSERT_EQ(document.diagnostics.size(), 1U);
    EXPECT_EQ(document.diagnostics[0].code, "mean-mismatch");
}

TEST(Rounds, NeedACountFromTheFirstOn)
{
    const std::vector<TestResult> others {roundOf("run 4", {}, 10), roundOf("run 8", {}, 20), roundOf("run 16", {}, 30),
                                          roundOf("run 17", {}, 30)};
    auto document = documentWith(others);
    foldRounds(document);
    EXPECT_EQ(document.runs[0].results, others);
}

TEST(Rounds, StayWhereSomebodySpeaksOfOne)
{
    auto document = documentWith({roundOf("other", {}, 1), roundOf("run 1", {}, 10), roundOf("run 2", {}, 11),
                                  roundOf("run 3", {}, 12)});
    Claim claim;
    claim.baselineResult = ResultRef {.run = 0, .result = 2};
    document.claims.push_back(claim);
    foldRounds(document);
    EXPECT_EQ(document.runs[0].results.size(), 4U);
    EXPECT_EQ(document.claims[0].baselineResult->result, 2U);
}

TEST(Rounds, MoveWhatClaimsSpeakOf)
{
    auto document = documentWith({roundOf("run 1", {}, 10), roundOf("run 2", {}, 11), roundOf("run 3", {}, 12),
                                  roundOf("other", {}, 1)});
    Claim claim;
    claim.candidateResult = ResultRef {.run = 0, .result = 3};
    document.claims.push_back(claim);
    foldRounds(document);
    ASSERT_EQ(document.runs[0].results.size(), 2U);
    EXPECT_EQ(document.claims[0].candidateResult->result, 1U);
    EXPECT_EQ(document.runs[0].results[1].test, "other");
}

}
}
