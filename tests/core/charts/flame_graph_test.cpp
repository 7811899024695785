// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/flame_graph.h"

#include "core/charts/flame_svg.h"

#include <format>

#include <gtest/gtest.h>

namespace patchscale {
namespace {

/// all > main > (a, b), of which b is new: a 100 % -> 50 %, b 0 % -> 50 %.
CallTree sampleTree()
{
    CallTree tree;
    tree.names = {"main", "a", "b<T>"};
    tree.nodes = {{.parent = 0, .name = 0, .before = 1, .after = 1},
                  {.parent = 0, .name = 0, .before = 1, .after = 1},
                  {.parent = 1, .name = 1, .before = 1, .after = 0.5},
                  {.parent = 1, .name = 2, .before = 0, .after = 0.5}};
    tree.totalBefore = 200;
    tree.totalAfter = 100;
    tree.areTotalsAlike = true;
    return tree;
}

std::string printed(const CallTree& tree, const FlameGraph& graph)
{
    std::string out;
    for (const auto& frame : graph.frames) {
        out += std::format("{} {} {:.3f}+{:.3f} {:+.3f}\n", frame.depth, frameName(tree, frame.node), frame.left,
                           frame.width, frame.tone);
    }
    return out;
}

TEST(FlameGraph, WidthIsTheMeanOfBothSidesSoThatNewAndGoneFramesAreSeen)
{
    const auto tree = sampleTree();
    const auto graph = flameGraph(tree);
    // a: (1 + 0.5) / 2 = 0.75, tone (0.5 - 1) / 1.5; b: 0.25, all of it new.
    EXPECT_EQ(
        printed(tree, graph),
        "0 all 0.000+1.000 +0.000\n1 main 0.000+1.000 +0.000\n2 a 0.000+0.750 -0.333\n2 b<T> 0.750+0.250 +1.000\n");
    EXPECT_EQ(graph.depth, 3U);
}

TEST(FlameGraph, ByAmountTheShorterRunIsNarrower)
{
    const auto tree = sampleTree();
    // The candidate's whole is half of the baseline's: main 1 -> 0.5, b 0 -> 0.25.
    const auto graph = flameGraph(tree, {.isByAmount = true});
    EXPECT_EQ(
        printed(tree, graph),
        "0 all 0.000+1.000 -0.333\n1 main 0.000+1.000 -0.333\n2 a 0.000+0.833 -0.600\n2 b<T> 0.833+0.167 +1.000\n");
}

TEST(FlameGraph, AFrameThatIsZoomedToStandsBelowItsCallers)
{
    const auto tree = sampleTree();
    EXPECT_EQ(printed(tree, flameGraph(tree, {.root = 3})),
              "0 all 0.000+1.000 +0.000\n1 main 0.000+1.000 +0.000\n2 b<T> 0.000+1.000 +1.000\n");
    // Nothing of it is in the baseline.
    EXPECT_TRUE(flameGraph(tree, {.root = 3, .width = FlameWidth::Baseline}).frames.empty());
}

TEST(FlameGraph, NarrowFramesAreCountedAndNotDrawn)
{
    const auto tree = sampleTree();
    const auto graph = flameGraph(tree, {.least = 0.5});
    EXPECT_EQ(graph.frames.size(), 3U);
    EXPECT_EQ(graph.left, 1U);
}

TEST(FlameGraph, AFrameTellsItsSharesAndItsAmount)
{
    const auto tree = sampleTree();
    // 0.5 * 100 against 1 * 200.
    EXPECT_EQ(frameText(tree, 2), "a: 100.00 % -> 50.00 %, -50.00 points (-75.0 % in amount)");
    EXPECT_EQ(framePoints(tree, 3), "+50.00");
}

TEST(FlameGraph, AnEmptyTreeHasNoFrames)
{
    EXPECT_TRUE(flameGraph(CallTree {}).frames.empty());
}

TEST(FlameSvg, EscapesNamesAndTellsTheFiguresOfEachFrame)
{
    const auto svg = flameSvg(sampleTree(), {.title = "a & b", .baseline = "x", .candidate = "y"});
    EXPECT_TRUE(svg.starts_with("<svg "));
    EXPECT_NE(svg.find("b&lt;T&gt;"), std::string::npos);
    EXPECT_EQ(svg.find("b<T>"), std::string::npos);
    EXPECT_NE(svg.find("a &amp; b"), std::string::npos);
    EXPECT_NE(svg.find("<title>a: 100.00 % -&gt; 50.00 %"), std::string::npos);
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(FlameSvg, BytesThatAreNoTextDoNotBreakTheFile)
{
    auto tree = sampleTree();
    tree.names[1] = std::string("\x01\xff\xc3") + "\xc3\xa4";
    const auto svg = flameSvg(tree, {});
    EXPECT_EQ(svg.find('\x01'), std::string::npos);
    EXPECT_EQ(svg.find('\xff'), std::string::npos);
    EXPECT_NE(svg.find("\xc3\xa4"), std::string::npos);
}

}
}
