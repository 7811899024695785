// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_writer.h"

#include <bit>
#include <limits>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace patchscale;

namespace {

template<class T>
std::string written(const T& value)
{
    std::string out;
    JsonWriter(out).value(value);
    return out;
}

}

TEST(JsonWriter, WritesTheShortestDoubleThatReadsBackTheSame)
{
    EXPECT_EQ(written(0.1), "0.1");
    EXPECT_EQ(written(37365.0), "37365.0");
    EXPECT_EQ(written(947032915.5), "947032915.5");
    EXPECT_EQ(written(-0.115), "-0.115");
    EXPECT_EQ(written(1e22), "1e+22");
    EXPECT_EQ(written(5e-324), "5e-324");
}

TEST(JsonWriter, EveryDoubleSurvives)
{
    std::mt19937_64 random(7);
    for (int i = 0; i < 20'000; ++i) {
        const auto value = std::bit_cast<double>(random());
        if (std::isfinite(value)) {
            EXPECT_EQ(nlohmann::json::parse(written(value)).get<double>(), value);
        }
    }
}

TEST(JsonWriter, HasNullForWhatIsNoNumber)
{
    EXPECT_EQ(written(std::numeric_limits<double>::quiet_NaN()), "null");
    EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "null");
    EXPECT_EQ(written(std::optional<int>()), "null");
    EXPECT_EQ(written(std::optional<int>(40)), "40");
}

TEST(JsonWriter, EscapesWhatJsonAndTerminalsMustNotSee)
{
    EXPECT_EQ(written("a\"b\\c\n\t"), R"("a\"b\\c\n\t")");
    EXPECT_EQ(written("\x1b[31m\x7f"), R"("\u001b[31m\u007f")");
    EXPECT_EQ(written(std::string("nul\0", 4)), R"("nul\u0000")");
    EXPECT_EQ(written("± 少"), "\"± 少\"");
}

TEST(JsonWriter, ReplacesInvalidUtf8)
{
    // A lone continuation byte, an overlong slash, a surrogate, a cut sequence, a byte beyond U+10FFFF.
    for (const std::string_view bad : {"\x80", "\xC0\xAF", "\xED\xA0\x80", "\xE4\xB8", "\xF4\x90\x80\x80", "\xFF"}) {
        const auto text = written("a" + std::string(bad) + "b");
        EXPECT_EQ(text.find(bad), std::string::npos);
        const auto parsed = nlohmann::json::parse(text).get<std::string>();
        EXPECT_TRUE(parsed.starts_with("a\xEF\xBF\xBD")) << parsed;
        EXPECT_TRUE(parsed.ends_with("b")) << parsed;
    }
}

TEST(JsonWriter, LaysOutLinesAndInlineParts)
{
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.entry("a", 1);
    json.key("list");
    json.beginArray();
    json.beginObject(JsonWriter::Layout::Inline);
    json.entry("x", true);
    json.key("y");
    json.beginArray();
    json.value(1);
    json.value(2);
    json.endArray();
    json.endObject();
    json.endArray();
    json.key("empty");
    json.beginArray();
    json.endArray();
    json.endObject();
    EXPECT_EQ(out, "{\n  \"a\": 1,\n  \"list\": [\n    {\"x\": true, \"y\": [1, 2]}\n  ],\n  \"empty\": []\n}");
}
