// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_writer.h"
#include "tests/core/compare/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patchscale {
namespace {

using testing::HasSubstr;

std::string json(const Runs& runs, const std::vector<Claim>& claims = {})
{
    return findReportWriter("json")->render(compare(runs, claims, {}, {}).value(), {});
}

TEST(JsonReport, WritesARowAsTheContractSays)
{
    const auto out = json(
        {RunBuilder("fio").on("guest").baseline("w/o").result("read", "bandwidth", 100, "MB/s").parameter("bs", "4k"),
         RunBuilder("fio")
             .on("guest")
             .candidate("with")
             .result("read", "bandwidth", 125, "MB/s")
             .parameter("bs", "4k")});
    EXPECT_THAT(out, HasSubstr(R"({
      "benchmark": "fio",
      "machine": "guest",
      "test": "read",
      "parameters": {"bs": "4k"},
      "metric": "bandwidth",
      "unit": "MB/s",
      "better": "higher",
      "baseline": {"label": "w/o", "n": 1, "value": 100.0, "samples": []},
      "candidate": {"label": "with", "n": 1, "value": 125.0, "samples": []},
      "change": 0.25,
      "ci": null,
      "p": null,
      "p_adjusted": null,
      "effect": null,
      "verdict": "improved",
      "evidence": "threshold",
      "reason": "+25.00 %; single values, no spread known: confirm with more runs",)"));
}

TEST(JsonReport, WritesSamplesAndTheirTest)
{
    const auto out = json({RunBuilder("x").baseline().result("a", "m", 103).samples({101, 102, 103, 104}),
                           RunBuilder("x").candidate().result("a", "m", 93).samples({91, 92, 93, 94})});
    EXPECT_THAT(
        out,
        HasSubstr(
            R"("baseline": {"label": "before", "n": 4, "value": 102.5, "samples": [101.0, 102.0, 103.0, 104.0]})"));
    EXPECT_THAT(out, HasSubstr(R"("effect": -1.0)"));
    EXPECT_THAT(out, HasSubstr(R"("evidence": "tested")"));
}

TEST(JsonReport, WritesASideThatHasNoSuchTest)
{
    const auto out = json({RunBuilder("x").baseline().result("a", "m", 1).result("b", "m", 1),
                           RunBuilder("x").candidate().result("b", "m", 1)});
    EXPECT_THAT(out, HasSubstr(R"("candidate": {"label": "after", "n": 0, "value": null, "samples": []},
      "change": null)"));
    EXPECT_THAT(out, HasSubstr(R"("verdict": "not-comparable")"));
}

TEST(JsonReport, SumsUpScoresAndClaims)
{
    const auto out = json(paddingTables(), paddingClaims());
    EXPECT_THAT(out, HasSubstr(R"("status": "12 tests: 4 worse, 2 better, 6 same; 2 of 13 claims wrong")"));
    EXPECT_THAT(
        out, HasSubstr(R"("claims": {"agrees": 10, "rounded": 1, "sign_flipped": 0, "wrong": 2, "unverifiable": 0})"));
    EXPECT_THAT(out, HasSubstr(R"("biggest_test": "Pipe-based Context Switching")"));
    EXPECT_THAT(out, HasSubstr(R"("stated": "-11.5%", "stated_change": -0.115, "computed_change": -0.115)"));
    EXPECT_THAT(out, HasSubstr(R"({"code": "hidden-by-total", "text": "hidden by a better total", "by": "program"})"));
}

}
}
