// SPDX-License-Identifier: GPL-3.0-or-later
// Two call trees as one flame graph, in data: the width of a frame is what it takes, its tone what became of it.
#pragma once

#include "core/profile/call_tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace patchscale {

/// What the width of a frame shows. Both: the mean of the sides, so that what is new and what is gone is seen.
enum class FlameWidth : std::uint8_t { Both, Baseline, Candidate };

struct FlameOptions
{
    std::uint32_t root = 0; ///< node that takes the whole width
    FlameWidth width = FlameWidth::Both;
    bool isByAmount = false; ///< what was counted, instead of shares of each side's whole
    double least = 0.0005; ///< narrower frames, as parts of the whole width, are left out
};

/// One frame; left and width are parts of the whole width.
struct FlameFrame
{
    std::uint32_t node = 0; ///< of the CallTree
    std::uint32_t depth = 0; ///< 0 is the outermost frame that is shown
    double left = 0;
    double width = 0;
    double tone = 0; ///< from -1, gone, over 0, the same, to 1, new
};

struct FlameGraph
{
    std::vector<FlameFrame> frames; ///< callers before what they call, from left to right
    std::uint32_t depth = 0; ///< number of levels
    std::size_t left = 0; ///< frames that are too narrow to be drawn
};

/// Lays out @p tree: the wider of two frames stands at the left. The callers of the root stand below it over the whole
/// width.
FlameGraph flameGraph(const CallTree& tree, const FlameOptions& options = {});

/// "osq_lock: 52.77 % -> 0.12 %, -52.65 points" of a frame and what it calls.
std::string frameText(const CallTree& tree, std::uint32_t node);
/// The name of a frame; "all" of the root.
const std::string& frameName(const CallTree& tree, std::uint32_t node);
/// The change of a frame in points: "+2.31".
std::string framePoints(const CallTree& tree, std::uint32_t node);

}
