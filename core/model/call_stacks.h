// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace patchscale {

/// The stacks of one profile as a tree: each path from the root is a stack that was seen.
struct CallStacks
{
    struct Node
    {
        std::uint32_t parent = 0;
        std::uint32_t name = 0; ///< index into `names`
        double self = 0; ///< weight of the stacks that end here
    };

    std::vector<std::string> names;
    std::vector<Node> nodes {Node {}}; ///< the root first, parents before what they call
    double total = 0;
};

}
