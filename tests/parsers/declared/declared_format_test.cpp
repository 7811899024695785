// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/declared/declared_format.h"
#include "tests/parsers/probe.h"

#include <gtest/gtest.h>

namespace patchscale::declared {
namespace {

constexpr std::string_view kDescription = R"({"patchscale-format": 1, "id": "spin", "description": "spin: locks",
    "begin": "spin {version} on {cpus number} CPUs", "ignore": ["warming up{rest text}"],
    "parameters": {"lock": "ticket"},
    "rows": [{"line": "{case} x{threads number}: {rate number} ops/s +- {dev number}", "test": "{case}",
              "parameters": ["threads"],
              "values": [{"column": "rate", "metric": "throughput", "unit": "ops/s", "better": "higher", "spread": "dev"}]}]})";

constexpr std::string_view kOutput =
    "before:\nspin 1.2 on 8 CPUs\nwarming up ...\nlock x1: 100.5 ops/s +- 2\nlock x4: 90 ops/s +- 3\n\n"
    "after:\nspin 1.2 on 8 CPUs\nlock x1: 120 ops/s +- 2\n";

TEST(DeclaredFormat, ReadsWhatTheDescriptionSays)
{
    const auto description = readDescription(kDescription, "spin.json");
    ASSERT_TRUE(description) << description.error().message;
    const auto format = declaredFormat(*description);
    const auto probe = tests::probe(*format, kOutput);
    ASSERT_EQ(probe.parsed.size(), 2U);
    const auto& run = probe.parsed[0].runs[0].run;
    EXPECT_EQ(run.benchmark, "spin");
    EXPECT_EQ(run.parameters, (Parameters {{"cpus", "8"}, {"lock", "ticket"}, {"version", "1.2"}}));
    ASSERT_EQ(run.results.size(), 2U);
    EXPECT_DOUBLE_EQ(run.results[0].value, 100.5);
    EXPECT_EQ(probe.written(run.results[0]), "100.5");
    EXPECT_DOUBLE_EQ(run.results[0].spread->value, 2);
    EXPECT_EQ(run.results[1].parameters, (Parameters {{"threads", "4"}}));
    EXPECT_DOUBLE_EQ(probe.parsed[1].runs[0].run.results[0].value, 120);
}

TEST(DeclaredFormat, TellsWhatMatchedLineByLine)
{
    const auto description = readDescription(kDescription, "spin.json");
    ASSERT_TRUE(description);
    const auto probe = tests::probe(*declaredFormat(*description), kOutput);
    const auto matches = explain(*description, probe.text);
    ASSERT_EQ(matches.size(), 8U); // nine lines, one of them blank
    EXPECT_EQ(matches[0].kind, LineMatch::Kind::Unmatched);
    EXPECT_EQ(matches[1].kind, LineMatch::Kind::Begin);
    EXPECT_EQ(matches[2].kind, LineMatch::Kind::Ignored);
    EXPECT_EQ(matches[3].kind, LineMatch::Kind::Row);
    EXPECT_EQ(matches[3].columns, (std::vector<std::string> {"case=lock", "threads=1", "rate=100.5", "dev=2"}));
}

}
}
