// SPDX-License-Identifier: GPL-3.0-or-later
// How the groups of a comparison are called, in every report, in lists and in the window: what tells a group from the
// others of its benchmark is said, what all of them share is not.
#pragma once

#include "core/compare/comparison.h"

#include <string>
#include <vector>

namespace patchscale {

struct GroupTitle
{
    std::string benchmark; ///< as people write it: "UnixBench"; empty for a table of no known suite
    /// Machine, scenario, other parameters and documents that not all groups of this benchmark share.
    std::vector<std::string> details;

    /// The details behind each other; empty when the benchmark alone names the group.
    [[nodiscard]] std::string detail() const;
    /// "UnixBench, Xeon Silver 4210, copies=40".
    [[nodiscard]] std::string text() const;
};

/// The name of @p group among the groups of @p comparison.
GroupTitle groupTitle(const Comparison& comparison, const ComparisonGroup& group);

/// Parameters as a reader wants them: a scenario or command as it is and first, others as name=value; what a command
/// line says by itself is left out.
std::vector<std::string> parameterWords(const Parameters& parameters);

/// Machine, parameters and documents of @p group in full; empty when none is told.
std::string circumstances(const ComparisonGroup& group);

/// "a.txt and b.txt"; empty for none.
std::string documentsText(const std::vector<std::string>& documents);

}
