// SPDX-License-Identifier: GPL-3.0-or-later
// What the user chose for single groups of a comparison: other sides, another metric.
#pragma once

#include "app/workbench/comparison_service.h"

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace patchscale {

/// What makes two groups the same question, whatever their sides are.
struct GroupKey
{
    std::string benchmark;
    std::string machine;
    Parameters parameters;

    friend auto operator<=>(const GroupKey&, const GroupKey&) = default;
};

GroupKey keyOf(const ComparisonGroup& group);

/// Empty members are left to the comparison: the baseline by role, the benchmark's own metric. Every other variant is a
/// candidate; which of them is shown is no matter of the answer.
struct GroupChoice
{
    std::string baseline;
    std::string metric;

    friend auto operator<=>(const GroupChoice&, const GroupChoice&) = default;
};

using GroupChoices = std::map<GroupKey, GroupChoice>;

/// Compares @p input with the groups in @p choices answered as chosen and all others by default. A choice that has no
/// answer any more (its labels are gone) falls back to the default. @p before is an answer over the same input, if
/// there is one: it tells which groups there are, so that nothing is compared twice where all of them are chosen.
Result<Comparison> compareWithChoices(const ComparisonInput& input, const GroupChoices& choices, double limit,
                                      const Job& job, const Comparison* before = nullptr);

/// The variant labels of the runs that @p group could show, in order of appearance.
std::vector<std::string> variantLabels(const ComparisonInput& input, const ComparisonGroup& group);
/// The metrics that the runs of @p group have, in order of appearance.
std::vector<std::string> metricNames(const ComparisonInput& input, const ComparisonGroup& group);

}
