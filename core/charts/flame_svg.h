// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/flame_graph.h"

#include <string>

namespace patchscale {

struct FlameWords
{
    std::string title; ///< what is compared: the answer in a sentence
    std::string baseline; ///< labels of the sides
    std::string candidate;
};

/// @p tree as an SVG file: orange frames take more in the candidate, blue ones less, each with its figures as a tooltip
/// and, where there is room, in its text. Nothing in it is loaded from elsewhere or run.
std::string flameSvg(const CallTree& tree, const FlameWords& words, const FlameOptions& options = {});

}
