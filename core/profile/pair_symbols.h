// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile_sides.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace patchscale {

/// One row to be: an entry of the baseline, of the candidate, or of both.
struct SymbolPair
{
    std::optional<std::size_t> before;
    std::optional<std::size_t> after;
    PairedBy pairedBy = PairedBy::Name;
};

/// The pairs of @p spec and those that are kept of the documents of these sides.
SymbolPairs pairsByHand(const SymbolSide& before, const SymbolSide& after, const ProfileSpec& spec);

/// Puts the entries of two sides together, each in one pair: as the user said, by name and object, by name where the
/// object has another (a program that was rebuilt), without what compilers add, and by likeness. What is left is alone.
std::vector<SymbolPair> pairSymbols(const SymbolSide& before, const SymbolSide& after, const ProfileSpec& spec);

}
