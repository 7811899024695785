// SPDX-License-Identifier: GPL-3.0-or-later
// The same comparison in several places: on several machines, with several numbers of copies, for several candidates of
// one baseline. Does a change hold everywhere?
#pragma once

#include "core/compare/comparison.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// One place: a group of the comparison.
struct AcrossPlace
{
    const ComparisonGroup* group = nullptr;
    std::string label; ///< what tells it from the other places: "lab1", "copies=128", a candidate's label
    std::optional<double> change; ///< of the total, else the geometric mean of its rows
    std::optional<Interval> interval; ///< of the geometric mean
};

/// One test over the places.
struct AcrossTest
{
    std::vector<const ComparisonRow*> rows; ///< one for each place, null where it has no such test
    bool isConsistent = true; ///< no place tells the contrary of another
    std::string sentence; ///< "regresses only at copies=128"; empty where nothing changed anywhere

    /// The test itself, as the first place that has it calls it.
    [[nodiscard]] const ComparisonRow& first() const;
};

/// Groups that differ in one respect, or in several, and in nothing else.
struct Across
{
    std::string over; ///< what differs: "machine", "candidate", a parameter's name; "place" when several do
    std::vector<AcrossPlace> places; ///< two or more
    std::vector<AcrossTest> tests; ///< those that two places or more have, in the order of the first place
    std::string sentence; ///< "On both machines 3 of 12 tests improve, …"
};

/// The views across @p comparison, which must outlive them: for each baseline and candidate the machines, parameters
/// and scenarios, and for each baseline with several candidates the candidates. Groups without both sides are in none.
std::vector<Across> acrossOf(const Comparison& comparison);

}
