// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <vector>

namespace patchscale {

/// Groups that differ in their candidate only; they stand beside each other in one block.
using GroupSet = std::vector<const ComparisonGroup*>;

/// One line of a table: the same test in each group of a set.
struct ReportLine
{
    const ComparisonRow* first = nullptr;
    std::vector<const ComparisonRow*> rows; ///< one for each group, null where it has none
};

/// The groups of @p comparison by what they share, in their order.
std::vector<GroupSet> groupSets(const Comparison& comparison);

/// The lines of a set in the order of the document, totals last.
std::vector<ReportLine> linesOf(const GroupSet& set);

/// Parameters that all lines have in common.
Parameters sharedOf(const std::vector<ReportLine>& lines);

}
