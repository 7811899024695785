// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/document_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace patchscale;

namespace {

/// The document of the tests: the numbers stand where the spans say.
Document document()
{
    Document out;
    out.path = "mail.txt";
    out.bytes = "机器 one\n  pipe: 37365.0\n  pipe: 33068.6 -11.5%\n";
    const auto spanOf = [&](std::string_view part) {
        return SourceSpan {.offset = out.bytes.find(part), .length = part.size()};
    };
    const auto run = [&](Role role, double value, std::string_view written) {
        Run made;
        made.format = "unixbench";
        made.benchmark = "unixbench";
        made.machine.label = "one";
        made.machine.cpus = 40;
        made.machine.kernel = "5.19-rc3";
        made.variant = {.label = role == Role::Baseline ? "before" : "after", .role = role};
        made.parameters = {{"copies", "40"}};
        made.results.push_back({.test = "Pipe Throughput",
                                .parameters = {},
                                .metric = "index",
                                .value = value,
                                .unit = "index",
                                .baseValue = value,
                                .baseUnit = "index",
                                .better = Better::Higher,
                                .samples = {},
                                .spread = {},
                                .repeats = {},
                                .span = spanOf(written)});
        return made;
    };
    out.parsed.formats = {"unixbench"};
    out.parsed.runs = {run(Role::Baseline, 37365.0, "37365.0"), run(Role::Candidate, 33068.6, "33068.6")};
    Claim claim;
    claim.test = "Pipe Throughput";
    claim.metric = "index";
    claim.baseline = "before";
    claim.candidate = "after";
    claim.stated = "-11.5%";
    claim.low = -0.115;
    claim.high = -0.115;
    claim.computed = -0.11498;
    claim.verdict = ClaimVerdict::Agrees;
    claim.span = spanOf("-11.5%");
    out.parsed.claims = {claim};
    out.parsed.diagnostics = {{.severity = Severity::Warning, .code = "index-mismatch", .message = "m", .span = {}}};
    return out;
}

std::string textOf(const Document& document)
{
    std::string out;
    DocumentJson json(out);
    json.add(document);
    json.finish();
    return out;
}

nlohmann::json parsed(const Document& document)
{
    return nlohmann::json::parse(textOf(document)).at("documents").at(0);
}

}

TEST(DocumentJson, HasTheFieldsOfTheContractInItsOrder)
{
    EXPECT_EQ(textOf(document()), R"({
  "patchscale": 1,
  "documents": [
    {
      "path": "mail.txt",
      "sha256": "0000000000000000000000000000000000000000000000000000000000000000",
      "formats": ["unixbench"],
      "runs": [
        {
          "benchmark": "unixbench",
          "machine": {"label": "one", "cpu": null, "cpus": 40, "memory": null, "os": null, "kernel": "5.19-rc3"},
          "variant": {"label": "before", "role": "baseline", "assumed": false},
          "parameters": {"copies": "40"},
          "results": [
            {"test": "Pipe Throughput", "parameters": {}, "metric": "index", "value": 37365.0, "unit": "index", "base_value": 37365.0, "base_unit": "index", "better": "higher", "samples": [], "spread": null, "source": {"line": 2, "column": 9, "length": 7}}
          ]
        },
        {
          "benchmark": "unixbench",
          "machine": {"label": "one", "cpu": null, "cpus": 40, "memory": null, "os": null, "kernel": "5.19-rc3"},
          "variant": {"label": "after", "role": "candidate", "assumed": false},
          "parameters": {"copies": "40"},
          "results": [
            {"test": "Pipe Throughput", "parameters": {}, "metric": "index", "value": 33068.6, "unit": "index", "base_value": 33068.6, "base_unit": "index", "better": "higher", "samples": [], "spread": null, "source": {"line": 3, "column": 9, "length": 7}}
          ]
        }
      ],
      "claims": [
        {"test": "Pipe Throughput", "parameters": {}, "metric": "index", "baseline": "before", "candidate": "after", "stated": "-11.5%", "stated_change": -0.115, "computed_change": -0.11498, "verdict": "agrees", "source": {"line": 3, "column": 17, "length": 6}}
      ],
      "diagnostics": [
        {"severity": "warning", "code": "index-mismatch", "message": "m", "source": null}
      ]
    }
  ]
}
)");
}

TEST(DocumentJson, IsAListOfAllDocumentsAndMayBeEmpty)
{
    std::string out;
    DocumentJson json(out);
    json.finish();
    EXPECT_TRUE(nlohmann::json::parse(out).at("documents").empty());

    out.clear();
    DocumentJson two(out);
    two.add(document());
    two.add(document());
    two.finish();
    EXPECT_EQ(nlohmann::json::parse(out).at("documents").size(), 2U);
}

TEST(DocumentJson, WritesSamplesAndSpread)
{
    auto made = document();
    auto& result = made.parsed.runs[0].results[0];
    result.samples = {{.value = 1.5, .span = {}}, {.value = 2.0, .span = {}}};
    result.spread = Spread {.kind = SpreadKind::Ci95, .value = 0.5, .low = 1.0, .high = {}, .span = {}};
    result.better = Better::Unknown;
    const auto json = parsed(made).at("runs").at(0).at("results").at(0);
    EXPECT_EQ(json.at("samples").dump(), "[1.5,2.0]");
    EXPECT_EQ(json.at("spread").dump(), R"({"high":null,"kind":"ci95","low":1.0,"value":0.5})");
    EXPECT_EQ(json.at("better"), "unknown");
}

TEST(DocumentJson, ShowsARatioAsTheChangeItMeans)
{
    auto made = document();
    auto& claim = made.parsed.claims[0];
    claim.kind = ClaimKind::Ratio; // "about 90 % of"
    claim.low = 0.9;
    claim.high = 0.9;
    claim.computed = 0.875;
    const auto json = parsed(made).at("claims").at(0);
    EXPECT_EQ(json.at("stated_change").dump(), "-0.1");
    EXPECT_EQ(json.at("computed_change").dump(), "-0.125");
}

TEST(DocumentJson, StatesTheMiddleOfARangeAndNullForWhatIsNotTold)
{
    auto made = document();
    made.parsed.runs[0].variant = {.label = "", .role = Role::None, .isAssumed = true};
    auto& claim = made.parsed.claims[0];
    claim.test.clear();
    claim.low = 0.04; // "about 4% to 5%"
    claim.high = 0.05;
    claim.computed.reset();
    claim.verdict = ClaimVerdict::Unverifiable;
    const auto json = parsed(made);
    EXPECT_EQ(json.at("claims").at(0).at("stated_change").dump(), "0.045");
    EXPECT_TRUE(json.at("claims").at(0).at("computed_change").is_null());
    EXPECT_TRUE(json.at("claims").at(0).at("test").is_null());
    EXPECT_EQ(json.at("claims").at(0).at("verdict"), "unverifiable");
    EXPECT_EQ(json.at("runs").at(0).at("variant").dump(), R"({"assumed":true,"label":null,"role":null})");
}

TEST(DocumentJson, KnowsTheWordsOfTheContract)
{
    using enum ClaimVerdict;
    EXPECT_EQ(reportedWord(Rounded), "rounded");
    EXPECT_EQ(reportedWord(SignFlipped), "sign-flipped");
    EXPECT_EQ(reportedWord(Wrong), "wrong");
    EXPECT_EQ(reportedWord(Severity::Info), "info");
    EXPECT_EQ(reportedWord(Severity::Error), "error");
}

TEST(DocumentJson, CountsColumnsInCodePointsAlsoInAnotherCharset)
{
    auto made = document();
    made.bytes = "\xB1\xB1 5\n"; // ISO 8859-1
    made.parsed.runs[0].results[0].span = {.offset = 3, .length = 1};
    made.parsed.runs.resize(1);
    made.parsed.claims.clear();
    const auto source = parsed(made).at("runs").at(0).at("results").at(0).at("source");
    EXPECT_EQ(source.dump(), R"({"column":4,"length":1,"line":1})");
}
