// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/call_tree.h"

#include <format>

#include <gtest/gtest.h>

namespace patchscale {
namespace {

/// main calls the given leaves, each with its weight.
CallStacks stacks(const std::vector<std::pair<std::string, double>>& leaves)
{
    CallStacks out;
    out.names = {"main"};
    out.nodes.push_back({.parent = 0, .name = 0, .self = 0});
    for (const auto& [name, weight] : leaves) {
        out.names.push_back(name);
        out.nodes.push_back({.parent = 1, .name = static_cast<std::uint32_t>(out.names.size() - 1), .self = weight});
        out.total += weight;
    }
    return out;
}

std::string printed(const CallTree& tree)
{
    std::string out;
    for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
        const auto& node = tree.nodes[i];
        out += std::format("{}{} {:.2f} {:.2f}\n", node.parent == 0 ? "" : "  ", tree.names[node.name], node.before,
                           node.after);
    }
    return out;
}

TEST(CallTree, LaysTwoProfilesOverEachOtherAsPartsOfTheirWholes)
{
    const std::vector before {stacks({{"a", 30}, {"old", 70}})};
    const std::vector after {stacks({{"a", 20}, {"fresh", 20}})};
    const auto tree = callTree(before, after, nullptr);
    EXPECT_EQ(printed(tree), "main 1.00 1.00\n  a 0.30 0.50\n  old 0.70 0.00\n  fresh 0.00 0.50\n");
    EXPECT_EQ(tree.totalBefore, 100);
    EXPECT_EQ(tree.totalAfter, 40);
    EXPECT_FALSE(tree.areTotalsAlike);
}

TEST(CallTree, AmountsAreComparedOnlyWhereBothWholesAreOfOneKind)
{
    ProfileComparison profile;
    profile.basis = ProfileBasis::Samples;
    profile.baseline.samples = 100;
    profile.candidate.samples = 40;
    const std::vector before {stacks({{"a", 100}})};
    const std::vector after {stacks({{"a", 40}})};
    EXPECT_TRUE(callTree(before, after, &profile).areTotalsAlike);
    profile.candidate.samples = 4; // the other 40 are periods
    EXPECT_FALSE(callTree(before, after, &profile).areTotalsAlike);
}

TEST(CallTree, ARenamedSymbolIsOneFrame)
{
    ProfileComparison profile;
    auto& row = profile.rows.emplace_back();
    row.name = "fresh";
    row.baselineName = "old";
    const std::vector before {stacks({{"old", 1}})};
    const std::vector after {stacks({{"fresh", 1}})};
    EXPECT_EQ(printed(callTree(before, after, &profile)), "main 1.00 1.00\n  fresh 1.00 1.00\n");
}

TEST(CallTree, AddsSeveralProfilesOfASideUp)
{
    const std::vector before {stacks({{"a", 1}}), stacks({{"b", 3}})};
    const std::vector after {stacks({{"a", 1}})};
    EXPECT_EQ(printed(callTree(before, after, nullptr)), "main 1.00 1.00\n  a 0.25 1.00\n  b 0.75 0.00\n");
}

}
}
