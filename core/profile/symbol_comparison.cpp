// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/symbol_comparison.h"

#include "core/profile/pair_symbols.h"
#include "core/profile/profile_sides.h"
#include "core/profile/row_order.h"
#include "core/profile/symbol_names.h"
#include "core/stats/multiple.h"
#include "core/stats/proportions.h"
#include "core/stats/rank_test.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace patchscale {
namespace {

/// Below so many samples on both sides together no split of them is more than chance: they are no part of the family
/// that p is adjusted for. The sum of both sides says nothing of the difference between them.
constexpr double kFewestSamples = 10;
constexpr double kAlpha = 0.05;

std::optional<double> shareOf(bool has, double value)
{
    return has ? std::optional(value) : std::nullopt;
}

/// The share of what @p side does not list.
std::optional<double> unlisted(const SymbolSide& side)
{
    return side.facts.isComplete() ? std::optional(0.0) : std::nullopt;
}

/// Tests of many rows with the same totals: most have one of a few counts.
class Proportions
{
public:
    Proportions(double before, double after)
        : m_before(before)
        , m_after(after)
    {
    }

    std::optional<ProportionTest> test(double before, double after)
    {
        const auto key = std::pair(std::llround(before), std::llround(after));
        const auto hash = static_cast<std::uint64_t>(key.first) << 32U ^ static_cast<std::uint64_t>(key.second);
        auto [entry, isNew] = m_known.try_emplace(hash);
        if (isNew) {
            entry->second = compareProportions(std::min(m_before, static_cast<double>(key.first)), m_before,
                                               std::min(m_after, static_cast<double>(key.second)), m_after);
        }
        return entry->second;
    }

private:
    double m_before;
    double m_after;
    std::unordered_map<std::uint64_t, std::optional<ProportionTest>> m_known;
};

class Comparing
{
public:
    Comparing(std::span<const Run> runs, const ProfileSpec& spec, ProfileComparison& profile)
        : m_spec(spec)
        , m_profile(profile)
        , m_before(symbolSide(runs, profile.baseline, profile.kind))
        , m_after(symbolSide(runs, profile.candidate, profile.kind))
    {
        profile.baseline = m_before.facts;
        profile.candidate = m_after.facts;
    }

    void compare()
    {
        settleBasis();
        m_pairs = sorted(pairSymbols(m_before, m_after, m_spec));
        m_profile.rows.reserve(m_pairs.size());
        for (const auto& pair : m_pairs) {
            m_profile.rows.push_back(rowOf(pair));
        }
        test();
        for (std::size_t i = 0; i < m_pairs.size(); ++i) {
            judge(m_profile.rows[i], m_pairs[i]);
        }
    }

private:
    [[nodiscard]] const SymbolEntry* entry(const SymbolSide& side, const std::optional<std::size_t>& index) const
    {
        return index ? &side.entries[*index] : nullptr;
    }

    void settleBasis()
    {
        const auto& before = m_profile.baseline;
        const auto& after = m_profile.candidate;
        m_profile.basis = before.events && after.events ? ProfileBasis::Events
            : before.samples && after.samples           ? ProfileBasis::Samples
            : before.seconds && after.seconds           ? ProfileBasis::Time
                                                        : ProfileBasis::None;
        m_totalBefore = totalOf(before);
        m_totalAfter = totalOf(after);
    }

    [[nodiscard]] double totalOf(const ProfileSide& side) const
    {
        switch (m_profile.basis) {
        case ProfileBasis::Events:
            return *side.events;
        case ProfileBasis::Samples:
            return *side.samples / static_cast<double>(side.runs.size());
        case ProfileBasis::Time:
            return *side.seconds;
        case ProfileBasis::None:
            break;
        }
        return 0;
    }

    struct Values
    {
        ProfileValue self;
        ProfileValue children;
    };

    [[nodiscard]] Values valuesOf(const SymbolPair& pair) const
    {
        const auto* before = entry(m_before, pair.before);
        const auto* after = entry(m_after, pair.after);
        Values values;
        if ((before != nullptr && before->hasSelf) || (after != nullptr && after->hasSelf)) {
            const auto selfOf = [](const SymbolEntry* from, const SymbolSide& side) {
                return from != nullptr ? shareOf(from->hasSelf, from->self) : unlisted(side);
            };
            values.self = {.before = selfOf(before, m_before), .after = selfOf(after, m_after)};
        }
        if ((before != nullptr && before->hasChildren) || (after != nullptr && after->hasChildren)) {
            const auto childrenOf = [](const SymbolEntry* from, const SymbolSide& side) {
                return from != nullptr ? shareOf(from->hasChildren, from->children) : unlisted(side);
            };
            values.children = {.before = childrenOf(before, m_before), .after = childrenOf(after, m_after)};
        }
        return values;
    }

    /// The entry that a row is named after: the candidate's where it has one.
    [[nodiscard]] const SymbolEntry& named(const SymbolPair& pair) const
    {
        return pair.after ? *entry(m_after, pair.after) : *entry(m_before, pair.before);
    }

    /// @p pairs with the largest differences first, so that rows are made in their place.
    [[nodiscard]] std::vector<SymbolPair> sorted(const std::vector<SymbolPair>& pairs) const
    {
        std::vector<RowRank> ranks;
        ranks.reserve(pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto [self, children] = valuesOf(pairs[i]);
            ranks.push_back(rankOf(self.before || self.after ? self : children, i));
        }
        sortRanks(ranks, [&](std::size_t pair) {
            const auto& of = named(pairs[pair]);
            return std::pair(of.symbol, of.object);
        });
        std::vector<SymbolPair> out;
        out.reserve(pairs.size());
        for (const auto& rank : ranks) {
            out.push_back(pairs[rank.row]);
        }
        return out;
    }

    ProfileRow rowOf(const SymbolPair& pair)
    {
        const auto* before = entry(m_before, pair.before);
        const auto* after = entry(m_after, pair.after);
        const auto& name = named(pair);
        ProfileRow row;
        row.name = name.symbol;
        row.object = name.object;
        if (before != nullptr && before->symbol != name.symbol) {
            row.baselineName = before->symbol;
        }
        row.pairedBy = pair.pairedBy;
        row.isPatched = isPatched(before) || isPatched(after);
        const auto values = valuesOf(pair);
        row.self = values.self;
        row.children = values.children;
        m_profile.hasChildren = m_profile.hasChildren || (before != nullptr && before->hasChildren)
            || (after != nullptr && after->hasChildren);
        if (m_profile.basis != ProfileBasis::None) {
            const auto& judged = row.judged();
            const auto amount = [](const std::optional<double>& share, double total) {
                return share ? std::optional(*share * total) : std::nullopt;
            };
            row.amount = {.before = amount(judged.before, m_totalBefore), .after = amount(judged.after, m_totalAfter)};
        }
        row.baselineResult = before != nullptr ? before->place : std::nullopt;
        row.candidateResult = after != nullptr ? after->place : std::nullopt;
        return row;
    }

    [[nodiscard]] bool isPatched(const SymbolEntry* entry)
    {
        if (m_spec.patched.empty() || entry == nullptr) {
            return false;
        }
        const auto name = m_profile.kind == ProfileKind::Instructions ? entry->object : entry->symbol;
        m_name = sourceName(name);
        return m_spec.patched.contains(m_name);
    }

    /// How many of the samples are in a row: as printed, or what its share says.
    [[nodiscard]] static double samplesIn(const SymbolEntry* entry, const SymbolSide& side,
                                          const std::optional<double>& share)
    {
        const bool isPrinted = entry != nullptr && side.hasSampleColumn;
        return std::round(isPrinted ? entry->samples : share.value_or(0) * *side.facts.samples);
    }

    void test()
    {
        const bool isByRank =
            m_before.facts.runs.size() >= kFewestForRanks && m_after.facts.runs.size() >= kFewestForRanks;
        if (isByRank) {
            testByRank();
        } else if (m_profile.baseline.samples && m_profile.candidate.samples) {
            testSamples();
        }
        std::vector<double> p;
        for (const auto& row : m_profile.rows) {
            if (row.p) {
                p.push_back(*row.p);
            }
        }
        m_profile.isTested = !p.empty();
        const auto adjusted = m_spec.adjustment == Adjustment::Holm ? holm(p) : benjaminiHochberg(p);
        auto next = adjusted.begin();
        for (auto& row : m_profile.rows) {
            if (row.p) {
                row.pAdjusted = *next++;
            }
        }
    }

    void testSamples()
    {
        Proportions proportions(*m_profile.baseline.samples, *m_profile.candidate.samples);
        for (std::size_t i = 0; i < m_pairs.size(); ++i) {
            auto& row = m_profile.rows[i];
            const auto& judged = row.judged();
            if (!judged.before || !judged.after) {
                continue;
            }
            const double before = samplesIn(entry(m_before, m_pairs[i].before), m_before, judged.before);
            const double after = samplesIn(entry(m_after, m_pairs[i].after), m_after, judged.after);
            if (before + after < kFewestSamples) {
                // What only calls others was never sampled itself.
                row.change = before + after > 0 ? ProfileChange::TooFew : ProfileChange::Same;
                continue;
            }
            if (const auto test = proportions.test(before, after)) {
                row.p = test->p;
                row.interval = Interval {.low = test->interval.first, .high = test->interval.second};
            }
        }
    }

    void testByRank()
    {
        RankTests tests;
        const auto sharesOf = [](const SymbolEntry* entry, const SymbolSide& side) {
            std::vector<double> shares;
            if (entry != nullptr) {
                shares = entry->ofProfiles;
            }
            if (side.facts.isComplete()) {
                shares.resize(side.facts.runs.size(), 0);
            }
            return shares;
        };
        for (std::size_t i = 0; i < m_pairs.size(); ++i) {
            const auto before = sharesOf(entry(m_before, m_pairs[i].before), m_before);
            const auto after = sharesOf(entry(m_after, m_pairs[i].after), m_after);
            if (before.size() >= kFewestForRanks && after.size() >= kFewestForRanks) {
                m_profile.rows[i].p = tests.mannWhitney(before, after).p;
            }
        }
    }

    void judge(ProfileRow& row, const SymbolPair& pair) const
    {
        const auto& judged = row.judged();
        if (!judged.before || !judged.after) {
            row.change = !pair.before ? ProfileChange::NotListedBefore
                : !pair.after         ? ProfileChange::NotListedAfter
                                      : ProfileChange::Same;
            return;
        }
        const double difference = *judged.difference();
        if (row.p ? *row.pAdjusted > kAlpha : m_profile.isTested || std::abs(difference) < m_spec.untestedPoints) {
            return; // the same, or too few
        }
        if (row.p && std::abs(difference) < m_spec.points) {
            row.change = ProfileChange::Minor;
            return;
        }
        row.change = !pair.before ? ProfileChange::New
            : !pair.after         ? ProfileChange::Gone
            : difference > 0      ? ProfileChange::More
                                  : ProfileChange::Less;
    }

    const ProfileSpec& m_spec;
    ProfileComparison& m_profile;
    SymbolSide m_before;
    SymbolSide m_after;
    std::vector<SymbolPair> m_pairs;
    double m_totalBefore = 0; ///< in the basis
    double m_totalAfter = 0;
    std::string m_name;
};

}

void compareSymbols(std::span<const Run> runs, const ProfileSpec& spec, ProfileComparison& profile)
{
    Comparing(runs, spec, profile).compare();
}

}
