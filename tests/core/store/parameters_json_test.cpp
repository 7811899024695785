// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/parameters_json.h"

#include <gtest/gtest.h>

using namespace patchscale;

TEST(ParametersJson, IsSortedAndHasNoBlanks)
{
    EXPECT_EQ(toJson({}), "{}");
    EXPECT_EQ(toJson({{"iodepth", "32"}, {"bs", "4k"}}), R"({"bs":"4k","iodepth":"32"})");
    EXPECT_EQ(toJson({{"a\"b\\", "\n"}}), R"({"a\"b\\":"\u000a"})");
}

TEST(ParametersJson, ReadsBackWhateverItWrites)
{
    const std::string control("\0\x1f\t", 3);
    for (const auto& parameters : {Parameters {}, Parameters {{"", ""}}, Parameters {{"k", control}, {"\\", "\"}"}},
                                   Parameters {{"场景", "redis, 90 % cpu"}, {"raw", "\xff\xfe"}}}) {
        EXPECT_EQ(parametersFromJson(toJson(parameters)), parameters);
    }
}

TEST(ParametersJson, ReadsNothingElse)
{
    for (const auto* json : {"", "{", "{}x", "[]", R"({"a":1})", R"({"a":"b")", R"({"a":"b",})", R"({"a":"b\)",
                             R"({"a":"\u00)", R"({"a":"\uffff"})", R"({"a" "b"})"}) {
        EXPECT_EQ(parametersFromJson(json), std::nullopt) << json;
    }
}
