// SPDX-License-Identifier: GPL-3.0-or-later
// Published inputs with their expected outputs, where the optional folder of them lies beside the source tree.
#include "core/stats/levels.h"
#include "core/stats/median_interval.h"
#include "core/stats/multiple.h"
#include "core/stats/rank_test.h"
#include "core/stats/summary.h"
#include "core/stats/welch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace patchscale {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Values = std::vector<double>;

const fs::path kVectors = fs::path(PATCHSCALE_SOURCE_DIR) / ".." / "shared" / "samples" / "vectors";

class Vectors : public testing::Test
{
protected:
    void SetUp() override
    {
        if (!fs::exists(kVectors)) {
            GTEST_SKIP() << "no folder of published vectors beside the source tree";
        }
    }

    static json read(const char* file)
    {
        std::ifstream in(kVectors / file);
        auto parsed = json::parse(in, nullptr, false);
        EXPECT_FALSE(parsed.is_discarded()) << file;
        return parsed;
    }
};

/// Agreement to the digits that are published, which here are at least twelve.
void expectClose(double actual, double expected, const std::string& what)
{
    EXPECT_NEAR(actual, expected, 1e-10 * std::max(1.0, std::abs(expected))) << what;
}

TEST_F(Vectors, RankTestsAgreeWithThePermutationOfMidranks)
{
    const auto cases = read("reference/mannwhitney_and_friends.json")["cases"];
    RankTests tests;
    int seen = 0;
    for (const auto& [name, one] : cases.items()) {
        const auto a = one["a"].get<Values>();
        const auto b = one["b"].get<Values>();
        if (!one.contains("exact_permutation") || !one["exact_permutation"].is_object()) {
            continue;
        }
        ++seen;
        const auto test = tests.mannWhitney(a, b);
        expectClose(test.u, one["exact_permutation"]["U"], name + " U");
        if (test.isExact) {
            EXPECT_NEAR(test.p / one["exact_permutation"]["p_two_abs"].get<double>(), 1, 1e-10) << name << " p";
        }
        expectClose(test.delta, -one["cliffs_delta_a_over_b"].get<double>(), name + " delta");
        const auto shift = tests.hodgesLehmann(a, b);
        expectClose(shift.estimate, -one["hodges_lehmann_direct"].get<double>(), name + " shift");
        if (!one["ties"].get<bool>() && shift.interval && one["R_wilcox"].contains("conf95")
            && one["R_wilcox"]["conf95"].is_array() && test.isExact && a.size() < 50 && b.size() < 50) {
            // R prints the bounds of a - b and is exact below 50 values a side.
            const auto bounds = one["R_wilcox"]["conf95"].get<Values>();
            expectClose(shift.interval->first, -bounds[1], name + " lower bound");
            expectClose(shift.interval->second, -bounds[0], name + " upper bound");
        }
    }
    EXPECT_GE(seen, 20);
}

TEST_F(Vectors, WelchAgreesWithR)
{
    const auto all = read("reference/mannwhitney_and_friends.json")["cases"];
    for (const auto& [name, one] : all.items()) {
        if (!one.contains("R_welch") || !one["R_welch"].is_object() || !one["R_welch"]["t"].is_number()) {
            continue;
        }
        const auto test = welch(summarize(one["a"].get<Values>()), summarize(one["b"].get<Values>()));
        ASSERT_TRUE(test) << name;
        EXPECT_NEAR(test->t / one["R_welch"]["t"].get<double>(), 1, 1e-9) << name;
        EXPECT_NEAR(test->degrees / one["R_welch"]["df"].get<double>(), 1, 1e-9) << name;
        EXPECT_NEAR(test->p / one["R_welch"]["p"].get<double>(), 1, 1e-7) << name;
    }
}

TEST_F(Vectors, RatiosOfMeansAreKaliberaAndJonesIntervals)
{
    int seen = 0;
    const auto all = read("reference/ratio_of_means_ci.json")["cases"];
    for (const auto& [name, one] : all.items()) {
        std::vector<LevelledValue> before;
        std::vector<LevelledValue> after;
        for (const double value : one["old"].get<Values>()) {
            before.push_back({.value = value});
        }
        for (const double value : one["new"].get<Values>()) {
            after.push_back({.value = value});
        }
        const auto ratio = ratioByLevels(before, after, 0.95);
        if (!ratio || !one["lo"].is_number()) {
            continue;
        }
        ASSERT_TRUE(ratio->interval) << name;
        ++seen;
        expectClose(ratio->change, one["ratio"].get<double>() - 1, name);
        expectClose(ratio->interval->first, one["lo"].get<double>() - 1, name);
        expectClose(ratio->interval->second, one["hi"].get<double>() - 1, name);
    }
    EXPECT_GE(seen, 10);
}

TEST_F(Vectors, MediansLieBetweenTheTabulatedOrderStatistics)
{
    int seen = 0;
    const auto tables = read("reference/median_ci_order_statistics_symmetric.json")["table"];
    for (const auto& [confidence, table] : tables.items()) {
        for (const auto& [size, expected] : table.items()) {
            Values ranks(std::stoul(size));
            std::iota(ranks.begin(), ranks.end(), 1.0);
            const auto result = medianInterval(ranks, std::stod(confidence));
            EXPECT_EQ(result.interval.has_value(), !expected.is_null()) << size << " at " << confidence;
            if (result.interval && !expected.is_null()) {
                ++seen;
                EXPECT_EQ(result.interval->first, expected["lo"].get<double>()) << size << " at " << confidence;
                EXPECT_EQ(result.interval->second, expected["hi"].get<double>()) << size << " at " << confidence;
                expectClose(result.coverage, expected["coverage"], size);
            }
        }
    }
    EXPECT_GE(seen, 150);
}

TEST_F(Vectors, AdjustedPAgreeWithR)
{
    const auto data = read("reference/p_adjust.json");
    const auto p = data["p"].get<Values>();
    const auto expectAll = [](const Values& actual, const Values& expected) {
        ASSERT_EQ(actual.size(), expected.size());
        for (std::size_t i = 0; i < actual.size(); ++i) {
            expectClose(actual[i], expected[i], std::to_string(i));
        }
    };
    expectAll(holm(p), data["adjusted"]["holm"].get<Values>());
    expectAll(benjaminiHochberg(p), data["adjusted"]["BH"].get<Values>());
}

}
}
