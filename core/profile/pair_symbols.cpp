// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/pair_symbols.h"

#include "core/profile/symbol_names.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace patchscale {
namespace {

constexpr double kFewestShare = 0.001; ///< a symbol below it is not worth a guess at its old name
constexpr std::size_t kMostGuessed = 256; ///< of each side
constexpr double kAlike = 0.6;
constexpr double kClearly = 0.05; ///< by which the best partner is ahead of the next
constexpr double kLeastRatio = 0.1; ///< of the shares of two symbols that are taken for one

bool isKernel(std::string_view object)
{
    return object.starts_with('[');
}

double shareOf(const SymbolEntry& entry)
{
    return std::max(entry.self, entry.children);
}

class Pairing
{
public:
    Pairing(const SymbolSide& before, const SymbolSide& after, const ProfileSpec& spec)
        : m_before(before)
        , m_after(after)
        , m_spec(spec)
        , m_isTaken {std::vector<bool>(before.entries.size()), std::vector<bool>(after.entries.size())}
        , m_isAlone {m_isTaken[0], m_isTaken[1]}
    {
    }

    std::vector<SymbolPair> pair()
    {
        m_pairs.reserve(std::max(m_before.entries.size(), m_after.entries.size()));
        byHand();
        byNameAndObject();
        byKey(PairedBy::Name, [](const SymbolEntry& entry) { return entry.symbol; });
        byKey(PairedBy::Suffix, [](const SymbolEntry& entry) { return plainSymbol(entry.symbol); });
        byLikeness();
        for (std::size_t i = 0; i < m_before.entries.size(); ++i) {
            if (!m_isTaken[0][i] || m_isAlone[0][i]) {
                m_pairs.push_back({.before = i, .after = {}});
            }
        }
        for (std::size_t i = 0; i < m_after.entries.size(); ++i) {
            if (!m_isTaken[1][i] || m_isAlone[1][i]) {
                m_pairs.push_back({.before = {}, .after = i});
            }
        }
        return std::move(m_pairs);
    }

private:
    void take(std::size_t before, std::size_t after, PairedBy how)
    {
        m_isTaken[0][before] = true;
        m_isTaken[1][after] = true;
        m_pairs.push_back({.before = before, .after = after, .pairedBy = how});
    }

    void byHand()
    {
        for (const auto& [from, to] : pairsByHand(m_before, m_after, m_spec)) {
            if (to.empty()) {
                setAlone(m_before, 0, from);
            } else if (from.empty()) {
                setAlone(m_after, 1, to);
            } else {
                pairByHand(from, to);
            }
        }
    }

    void setAlone(const SymbolSide& side, int which, std::string_view symbol)
    {
        for (std::size_t i = 0; i < side.entries.size(); ++i) {
            if (side.entries[i].symbol == symbol && !m_isTaken[which][i]) {
                m_isTaken[which][i] = true;
                m_isAlone[which][i] = true;
            }
        }
    }

    void pairByHand(std::string_view from, std::string_view to)
    {
        for (std::size_t i = 0; i < m_before.entries.size(); ++i) {
            if (m_before.entries[i].symbol != from || m_isTaken[0][i]) {
                continue;
            }
            // The same object before any other.
            auto best = m_after.entries.size();
            for (std::size_t other = 0; other < m_after.entries.size(); ++other) {
                const auto& entry = m_after.entries[other];
                const bool isNamed = entry.symbol == to && !m_isTaken[1][other];
                if (isNamed && (best == m_after.entries.size() || entry.object == m_before.entries[i].object)) {
                    best = other;
                }
            }
            if (best < m_after.entries.size()) {
                take(i, best, PairedBy::Hand);
            }
        }
    }

    void byNameAndObject()
    {
        for (std::size_t i = 0; i < m_after.entries.size(); ++i) {
            const auto& entry = m_after.entries[i];
            const auto found = m_before.index.find(entry.symbol, entry.object, m_before.entries);
            if (found && !m_isTaken[0][*found] && !m_isTaken[1][i]) {
                take(*found, i, PairedBy::Name);
            }
        }
    }

    /// Pairs what is alone on each side under the same key: with two of one key, nobody knows which is meant.
    void byKey(PairedBy how, auto keyOf)
    {
        struct Lone
        {
            std::size_t before = 0;
            std::size_t after = 0;
            std::size_t countBefore = 0;
            std::size_t countAfter = 0;
        };
        std::unordered_map<std::string_view, Lone> byKey;
        for (std::size_t i = 0; i < m_before.entries.size(); ++i) {
            if (!m_isTaken[0][i]) {
                auto& lone = byKey[keyOf(m_before.entries[i])];
                lone.before = i;
                ++lone.countBefore;
            }
        }
        for (std::size_t i = 0; i < m_after.entries.size() && !byKey.empty(); ++i) {
            if (m_isTaken[1][i]) {
                continue;
            }
            const auto at = byKey.find(keyOf(m_after.entries[i]));
            if (at != byKey.end()) {
                at->second.after = i;
                ++at->second.countAfter;
            }
        }
        for (const auto& [key, lone] : byKey) {
            if (lone.countBefore == 1 && lone.countAfter == 1) {
                take(lone.before, lone.after, how);
            }
        }
    }

    /// The largest entries of a side that are without a partner and have a name.
    [[nodiscard]] std::vector<std::size_t> largestLone(const SymbolSide& side, int which) const
    {
        std::vector<std::size_t> lone;
        for (std::size_t i = 0; i < side.entries.size(); ++i) {
            const auto& entry = side.entries[i];
            const char first = entry.symbol.empty() ? '[' : entry.symbol.front();
            if (!m_isTaken[which][i] && first != '[' && first != '(' && shareOf(entry) >= kFewestShare) {
                lone.push_back(i);
            }
        }
        const auto count = std::min(lone.size(), kMostGuessed);
        std::ranges::partial_sort(lone, lone.begin() + static_cast<std::ptrdiff_t>(count),
                                  [&](auto a, auto b) { return shareOf(side.entries[a]) > shareOf(side.entries[b]); });
        lone.resize(count);
        return lone;
    }

    [[nodiscard]] double likenessOf(const SymbolEntry& a, const SymbolEntry& b) const
    {
        const double small = std::min(shareOf(a), shareOf(b));
        const double large = std::max(shareOf(a), shareOf(b));
        // A function that stays in one place keeps its object; of a list that is cut, only a patch tells of renames.
        const bool isSamePlace =
            a.object == b.object || a.object.empty() || b.object.empty() || (isKernel(a.object) && isKernel(b.object));
        const bool isWhole = m_before.facts.isComplete() && m_after.facts.isComplete();
        const auto isPatched = [&](const SymbolEntry& entry) {
            return m_spec.patched.contains(std::string(sourceName(entry.symbol)));
        };
        if (!isSamePlace || small < kLeastRatio * large || !(isWhole || (isPatched(a) && isPatched(b)))) {
            return 0;
        }
        return likeness(plainSymbol(a.symbol), plainSymbol(b.symbol));
    }

    void byLikeness()
    {
        const auto lone = largestLone(m_before, 0);
        const auto others = largestLone(m_after, 1);
        struct Best
        {
            std::size_t partner = 0;
            double score = 0;
            double next = 0;

            void see(std::size_t which, double value)
            {
                if (value > score) {
                    next = score;
                    score = value;
                    partner = which;
                } else {
                    next = std::max(next, value);
                }
            }
            [[nodiscard]] bool isClear() const
            {
                return score >= kAlike && score >= next + kClearly;
            }
        };
        std::vector<Best> bestOfLone(lone.size());
        std::vector<Best> bestOfOthers(others.size());
        for (std::size_t i = 0; i < lone.size(); ++i) {
            for (std::size_t j = 0; j < others.size(); ++j) {
                const double score = likenessOf(m_before.entries[lone[i]], m_after.entries[others[j]]);
                bestOfLone[i].see(j, score);
                bestOfOthers[j].see(i, score);
            }
        }
        for (std::size_t i = 0; i < lone.size(); ++i) {
            const auto& best = bestOfLone[i];
            if (best.isClear() && bestOfOthers[best.partner].isClear() && bestOfOthers[best.partner].partner == i) {
                take(lone[i], others[best.partner], PairedBy::Likeness);
            }
        }
    }

    const SymbolSide& m_before;
    const SymbolSide& m_after;
    const ProfileSpec& m_spec;
    std::vector<bool> m_isTaken[2]; ///< before and after
    std::vector<bool> m_isAlone[2]; ///< set by hand to have no partner
    std::vector<SymbolPair> m_pairs;
};

bool has(const SymbolSide& side, std::string_view symbol)
{
    return std::ranges::contains(side.entries, symbol, &SymbolEntry::symbol);
}

bool isOf(const KeptPair& pair, const SymbolSide& side)
{
    return std::ranges::any_of(side.facts.runs,
                               [&](std::size_t run) { return std::ranges::binary_search(pair.runs, run); });
}

}

SymbolPairs pairsByHand(const SymbolSide& before, const SymbolSide& after, const ProfileSpec& spec)
{
    auto pairs = spec.pairs;
    for (const auto& pair : spec.kept) {
        const auto fits = [&](const SymbolSide& own, const SymbolSide& other) {
            return isOf(pair, own) && has(own, pair.from) && (pair.to.empty() || has(other, pair.to));
        };
        if (fits(before, after)) {
            pairs.emplace_back(pair.from, pair.to);
        } else if (fits(after, before)) {
            pairs.emplace_back(pair.to, pair.from);
        }
    }
    return pairs;
}

std::vector<SymbolPair> pairSymbols(const SymbolSide& before, const SymbolSide& after, const ProfileSpec& spec)
{
    return Pairing(before, after, spec).pair();
}

}
