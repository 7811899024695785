// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/declared/description.h"

#include <gtest/gtest.h>

namespace patchscale::declared {
namespace {

/// A description with @p row as its only row.
std::string withRow(const std::string& row)
{
    return "{\"patchscale-format\": 1, \"id\": \"spin\",\n \"rows\": [" + row + "]}";
}

/// The message and the hint that @p json is refused with; empty if it is taken.
std::string refusal(const std::string& json)
{
    const auto description = readDescription(json, "spin.json");
    return description ? "" : description.error().message + " | " + description.error().hints.at(0);
}

TEST(Description, ReadsLinesValuesAndParameters)
{
    const auto description = readDescription(
        withRow(R"({"line": "{case} x{threads number}: {rate number} ops/s +- {dev number}", "test": "{case}",
            "parameters": ["threads"], "values": [{"column": "rate", "metric": "throughput", "unit": "ops/s",
            "better": "higher", "spread": "dev", "spread-kind": "stderr"}]})"),
        "spin.json");
    ASSERT_TRUE(description) << description.error().message;
    EXPECT_EQ(description->benchmark, "spin");
    ASSERT_EQ(description->rows.size(), 1U);
    EXPECT_EQ(description->rows[0].line.pattern, "{w} x{n}: {n} ops/s +- {n}");
    EXPECT_EQ(description->rows[0].values[0].better, Better::Higher);
    EXPECT_EQ(description->rows[0].values[0].spreadKind, SpreadKind::Stderr);
}

TEST(Description, TellsFilePlaceAndMendOfWhatIsWrong)
{
    EXPECT_EQ(refusal("{\"patchscale-format\": 1,\n \"id\": }"),
              "cannot use the format 'spin.json': the JSON is no JSON (line 2, column 8) | check quotes, commas and "
              "brackets there");
    EXPECT_EQ(
        refusal(withRow(R"({"line": "{a}: {b number}", "test": "x", "values": [{"column": "c", "metric": "m"}]})")),
        "cannot use the format 'spin.json': the line has no column 'c' (line 2, column 74) | its columns are a, b");
    EXPECT_NE(refusal(withRow(R"({"line": "{a", "test": "x", "values": []})")).find("a '{' is not closed"),
              std::string::npos);
    EXPECT_NE(refusal(withRow(R"({"line": "{a text} {b}", "test": "x", "values": []})"))
                  .find("nobody can tell where it ends"),
              std::string::npos);
    EXPECT_NE(refusal(withRow(R"({"line": "{a float}", "test": "x", "values": []})")).find("word, number or text"),
              std::string::npos);
    EXPECT_NE(refusal(withRow(R"({"line": "{a}", "test": "{b}", "values": []})")).find("does not have"),
              std::string::npos);
    EXPECT_NE(refusal(withRow(R"({"line": "{a}", "test": "x", "vals": []})")).find("known are line, test"),
              std::string::npos);
    EXPECT_NE(refusal("{}").find("\"patchscale-format\": 1"), std::string::npos);
    EXPECT_NE(refusal("[]").find("a JSON object"), std::string::npos);
    EXPECT_NE(refusal(R"({"patchscale-format": 1, "id": "a b", "rows": []})").find("letters, digits"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"patchscale-format": 1, "id": "a", "rows": []})").find("'rows' is missing or empty"),
              std::string::npos);
}

}
}
