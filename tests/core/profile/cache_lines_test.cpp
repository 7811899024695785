// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profile.h"

#include <format>

#include <gtest/gtest.h>

namespace patchscale {
namespace {

void add(Run& run, std::string test, std::string metric, double value, std::string unit = "",
         std::string cacheLine = "")
{
    auto& result = run.results.emplace_back();
    result.test = std::move(test);
    result.metric = std::move(metric);
    result.value = value;
    result.unit = std::move(unit);
    result.baseValue = result.unit == "%" ? value / 100 : value;
    if (!cacheLine.empty()) {
        result.parameters.emplace("cache line", std::move(cacheLine));
    }
}

/// A line with its hits and the code that has them, in percent of both kinds.
void addLine(Run& run, const std::string& rank, double remote, double local,
             const std::vector<std::pair<std::string, double>>& code)
{
    add(run, "cache line " + rank, "RmtHitm", remote);
    add(run, "cache line " + rank, "LclHitm", local);
    for (const auto& [place, share] : code) {
        add(run, place, "RmtHitm", share, "%", rank);
        add(run, place, "LclHitm", share, "%", rank);
    }
}

Run c2c(Role role)
{
    Run run;
    run.benchmark = "perf c2c";
    run.variant = {.label = role == Role::Baseline ? "before" : "after", .role = role, .isAssumed = false};
    return run;
}

TEST(CacheLines, AreKnownByTheirCodeWhereTheirRankChanges)
{
    auto before = c2c(Role::Baseline);
    addLine(before, "0", 1000, 500, {{"osq_lock+24", 60}, {"osq_unlock+8", 40}});
    addLine(before, "1", 100, 100, {{"task_tick+16", 100}});
    auto after = c2c(Role::Candidate);
    addLine(after, "0", 100, 110, {{"task_tick+32", 100}});
    addLine(after, "1", 50, 25, {{"osq_lock+40", 70}, {"osq_unlock+8", 30}});
    const std::vector runs {before, after};
    const auto comparison = compare(runs, {}, {}, {});
    ASSERT_TRUE(comparison);
    const auto profiles = compareProfiles(*comparison, runs, {}, {});
    ASSERT_EQ(profiles.size(), 2U);
    EXPECT_EQ(profiles[0].kind, ProfileKind::CacheLines);
    const auto& first = profiles[0].rows.front();
    EXPECT_EQ(first.name, "line 1: osq_lock, osq_unlock");
    EXPECT_EQ(first.baselineName, "line 0: osq_lock, osq_unlock");
    EXPECT_EQ(first.self.before, 1500.0);
    EXPECT_EQ(first.self.after, 75.0);
    EXPECT_EQ(first.children.before, 1000.0); // remote
    EXPECT_EQ(first.change, ProfileChange::Less);

    EXPECT_EQ(profiles[1].kind, ProfileKind::CacheFunctions);
    const auto& function = profiles[1].rows.front();
    EXPECT_EQ(function.name, "osq_lock");
    EXPECT_NEAR(*function.self.before, 900, 1e-9); // 60 % of 1500
    EXPECT_NEAR(*function.self.after, 52.5, 1e-9); // 70 % of 75
}

}
}
