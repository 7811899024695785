// SPDX-License-Identifier: GPL-3.0-or-later
// A profile comparison in words and figures, the same in every report and in the window.
#pragma once

#include "core/profile/profile.h"

#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// The word for a change in reports and JSON: more, less, new, gone, not-listed-before …
std::string_view reportedWord(ProfileChange change);
/// The same for people: "More", "Less", "New", "Not listed before".
std::string_view displayedWord(ProfileChange change);
/// The word for a kind in JSON: symbols, instructions, cache-lines, cache-functions.
std::string_view reportedWord(ProfileKind kind);
/// name, suffix, likeness or hand.
std::string_view reportedWord(PairedBy how);
/// events, samples, seconds, or empty.
std::string_view reportedWord(ProfileBasis basis);

/// What a profile's amounts are amounts of: "cycles", "samples", "seconds"; empty without a basis.
std::string amountNoun(const ProfileComparison& profile);
/// "perf report of cycles", "perf c2c, cache lines".
std::string profileTitle(const ProfileComparison& profile);
/// "52.77 %" of 0.5277, or of c2c the count; "-" without a value.
std::string shareText(const ProfileComparison& profile, const std::optional<double>& value);
/// "-52.65" of a difference of shares, in points; of c2c the change in percent.
std::string differenceText(const ProfileComparison& profile, const ProfileValue& value);
/// "-21.7 %" of the amounts; empty where they are not known.
std::string amountText(const ProfileRow& row);
/// What is said beside a row: "was old_name", "in the patch", "p 0.003".
std::string rowRemark(const ProfileRow& row);
/// The name with what it was called before: "new_name (was old_name)".
std::string rowName(const ProfileRow& row);

/// A table of a profile as a person reads it: heads and cells, numbers of one column with the same decimals.
struct ProfileTable
{
    std::vector<std::string> heads;
    std::vector<bool> isRight; ///< numbers
    std::vector<std::vector<std::string>> cells;
    std::vector<const ProfileRow*> rows; ///< of each line of cells
    std::size_t left = 0; ///< rows that are not shown
    std::string remainder; ///< says so, and how large they are; empty when all are shown
};

/// The @p most largest rows and those that a patch changes, with heads that name the sides; long labels become "before"
/// and "after".
ProfileTable profileTable(const ProfileComparison& profile, std::size_t most);

/// Writes the sentence and the notes, once the rows are judged.
void summarise(ProfileComparison& profile);

}
