// SPDX-License-Identifier: GPL-3.0-or-later
// The profiles of one side added up by symbol.
#pragma once

#include "core/model/profile_names.h"
#include "core/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// What a side's profiles tell of a symbol in an object, over all commands.
struct SymbolEntry
{
    std::string_view symbol;
    std::string_view object;
    double self = 0; ///< sums over the profiles
    double children = 0;
    double samples = 0;
    bool hasSelf = false;
    bool hasChildren = false; ///< and they may be added up
    std::size_t profiles = 0; ///< that list it
    std::size_t lastRun = static_cast<std::size_t>(-1);
    std::optional<RunResultRef> place {};
    std::vector<double> ofProfiles {}; ///< self in each profile that lists it, where there are enough for a rank test
};

/// With so many profiles a side, their shares are compared by rank.
inline constexpr std::size_t kFewestForRanks = 4;

/// Where each entry of a side is, by symbol and object.
class SymbolIndex
{
public:
    explicit SymbolIndex(std::size_t expected = 0);

    /// The number of @p symbol in @p object, or nothing.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view symbol, std::string_view object,
                                                  const std::vector<SymbolEntry>& entries) const;
    /// Puts entry @p number, which is the last of @p entries, in.
    void add(std::size_t number, const std::vector<SymbolEntry>& entries);

private:
    static constexpr auto kNone = static_cast<std::uint32_t>(-1);

    /// What is told apart by its hash needs no look at its names, which lie all over the memory.
    struct Slot
    {
        std::uint32_t number = kNone;
        std::uint32_t hash = 0; ///< upper half
    };

    static std::size_t hashOf(std::string_view symbol, std::string_view object);
    void widen(const std::vector<SymbolEntry>& entries);

    std::vector<Slot> m_slots; ///< open addressing: a profile may have a million rows
    std::size_t m_count = 0;
};

/// A side's rows; views point into the runs or into `made`.
struct SymbolSide
{
    ProfileSide facts;
    std::vector<SymbolEntry> entries;
    SymbolIndex index; ///< of the entries
    std::deque<std::string> made; ///< names that stand nowhere as they are
    bool hasSampleColumn = false;
};

/// Adds up the results of the runs that @p facts names.
SymbolSide symbolSide(std::span<const Run> runs, ProfileSide facts, ProfileKind kind);

}
