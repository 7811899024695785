// SPDX-License-Identifier: GPL-3.0-or-later
// The room for profiles: shares of a whole, by symbol, by instruction or by cache line. A share that grows says nothing
// of the work behind it when the whole shrinks, so each row has both: percentage points, and what was counted.
#pragma once

#include "core/compare/compare.h"
#include "core/compare/comparison.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace patchscale {

/// What the rows of a profile are.
enum class ProfileKind : std::uint8_t {
    Symbols,
    Instructions, ///< of perf annotate
    CacheLines, ///< of perf c2c, each with what is accessed on it
    CacheFunctions, ///< of perf c2c, over all cache lines
};

/// In what amounts can be told beside shares.
enum class ProfileBasis : std::uint8_t { None, Events, Samples, Time };

/// Why two symbols are one row.
enum class PairedBy : std::uint8_t {
    Name,
    Suffix, ///< the same but for what a compiler or perf's version adds: ".isra.0", "(unsigned long)"
    Likeness, ///< alike names that are on one side each: taken as renamed
    Hand,
};

/// What became of a row.
enum class ProfileChange : std::uint8_t {
    More,
    Less,
    New,
    Gone,
    NotListedBefore, ///< as New, but the baseline's list is cut, so that it may be below its end
    NotListedAfter,
    Minor, ///< real, but fewer points than matter
    Same, ///< no difference shown
    TooFew, ///< too few samples on both sides together to tell anything
};

/// A value of both sides; missing where a side does not list the row.
struct ProfileValue
{
    std::optional<double> before;
    std::optional<double> after;

    /// after - before, where both are known.
    [[nodiscard]] std::optional<double> difference() const
    {
        return before && after ? std::optional(*after - *before) : std::nullopt;
    }
    /// after / before - 1, where both are known and before is not 0.
    [[nodiscard]] std::optional<double> change() const
    {
        return before && after && *before > 0 ? std::optional(*after / *before - 1) : std::nullopt;
    }
};

struct ProfileRow
{
    std::string name; ///< the candidate's, or the baseline's where it is gone
    std::string baselineName; ///< only where it differs
    std::string object; ///< shared object, or the function of an instruction; empty where not told
    PairedBy pairedBy = PairedBy::Name;
    bool isPatched = false; ///< a diff in the same document changes it
    ProfileValue self; ///< fractions; of cache lines, remote hits in modified lines
    ProfileValue children; ///< fractions, with what it calls; of cache lines, local hits
    ProfileValue amount; ///< self in the profile's basis: events, samples or seconds
    std::optional<Interval> interval; ///< of the difference of self, where it was tested as a proportion
    std::optional<double> p;
    std::optional<double> pAdjusted;
    ProfileChange change = ProfileChange::Same;
    std::optional<RunResultRef> baselineResult; ///< where its self (or else its children) stands
    std::optional<RunResultRef> candidateResult;

    /// Self, or children where no self is told: what rows are sorted and judged by.
    [[nodiscard]] const ProfileValue& judged() const
    {
        return self.before || self.after ? self : children;
    }
};

struct ProfileSide
{
    std::string label;
    std::vector<std::size_t> runs; ///< profiles that are pooled
    std::optional<double> samples; ///< in all of them
    bool areSamplesCut = false; ///< told as "4K": at least so many
    std::optional<double> events; ///< mean of the profiles
    std::optional<double> seconds; ///< elapsed, of a perf stat under the same variant
    double listed = 0; ///< sum of self shares: 1 when nothing is cut off

    /// Whether a symbol that is missing was never sampled, rather than cut off.
    [[nodiscard]] bool isComplete() const
    {
        return listed >= 0.99;
    }
};

struct ProfileCounts
{
    std::size_t more = 0;
    std::size_t less = 0;
    std::size_t appeared = 0; ///< new, or not listed before
    std::size_t gone = 0; ///< gone, or not listed after
    std::size_t rest = 0;
};

/// Two profiles, row by row.
struct ProfileComparison
{
    ProfileKind kind = ProfileKind::Symbols;
    std::optional<std::size_t> group; ///< of the Comparison; none for a perf diff, which holds both sides itself
    std::string benchmark;
    std::string machine;
    Parameters parameters;
    std::string event; ///< empty when not told
    ProfileSide baseline;
    ProfileSide candidate;
    ProfileBasis basis = ProfileBasis::None;
    bool hasChildren = false;
    bool isTested = false; ///< some rows have a p
    bool isInsteadOfRows = true; ///< takes the place of its group's rows in what people read
    std::vector<ProfileRow> rows; ///< the largest differences first
    ProfileCounts counts;
    std::string sentence; ///< the answer
    std::vector<std::string> notes; ///< what to know before trusting it
};

/// Symbols that are one, set by hand: the baseline's name and the candidate's. An empty name: there is none.
using SymbolPairs = std::vector<std::pair<std::string, std::string>>;

/// A pair that is kept with the document of the old name: it holds where that document stands on the baseline's side,
/// and the other way round where it stands on the candidate's.
struct KeptPair
{
    std::string from;
    std::string to; ///< empty: none
    std::vector<std::size_t> runs; ///< of the document, ascending

    friend bool operator==(const KeptPair&, const KeptPair&) = default;
};

struct ProfileSpec
{
    SymbolPairs pairs; ///< before those that are kept
    std::vector<KeptPair> kept;
    std::set<std::string> patched; ///< functions that a diff in the documents changes
    double points = 0.001; ///< the difference of shares that matters when it was tested
    double untestedPoints = 0.005; ///< and when it cannot be tested
    Adjustment adjustment = Adjustment::Holm;
};

/// Whether @p benchmark prints profiles that compareProfiles() lays side by side.
bool isProfile(std::string_view benchmark);

/// The profiles among the groups of @p comparison over @p runs, and each perf diff among @p runs, which holds both
/// sides. Symbols are matched by name and object over commands, then without what compilers add, then by likeness.
/// Shares of samples are tested as two proportions; with four profiles or more a side, by rank. Pure, like compare().
std::vector<ProfileComparison> compareProfiles(const Comparison& comparison, std::span<const Run> runs,
                                               const ProfileSpec& spec, const Job& job);

/// Whether one of @p profiles takes the place of the rows of group @p group of @p comparison in what people read. A
/// group with a user's note keeps its rows.
bool isToldByProfile(std::span<const ProfileComparison> profiles, const Comparison& comparison, std::size_t group);

/// The verdicts of the groups whose rows people read: the symbols of a profile that is told in their place are no tests.
VerdictCounts countsBeside(std::span<const ProfileComparison> profiles, const Comparison& comparison);

/// Those of @p pairs that name no symbol of @p runs, as the user wrote them: "old=new".
std::vector<std::string> unknownPairs(std::span<const Run> runs, const SymbolPairs& pairs);

}
