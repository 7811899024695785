// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/call_stacks.h"
#include "core/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace patchscale {

/// The stacks of two profiles in one tree.
struct CallTree
{
    struct Node
    {
        std::uint32_t parent = 0;
        std::uint32_t name = 0; ///< index into `names`
        double before = 0; ///< fraction of the baseline's whole, with what it calls
        double after = 0; ///< of the candidate's
    };

    std::vector<std::string> names;
    std::vector<Node> nodes {Node {}}; ///< the root first, parents before what they call
    double totalBefore = 0; ///< weights of the whole, which need not be of one unit
    double totalAfter = 0;
    bool areTotalsAlike = false; ///< both are of the same event or count, so that amounts may be compared
};

/// Lays the stacks of two sides over each other; several profiles of one side are added up. Symbols that @p profile
/// pairs under two names are one; @p profile may be null.
CallTree callTree(std::span<const CallStacks> before, std::span<const CallStacks> after,
                  const ProfileComparison* profile);

}
