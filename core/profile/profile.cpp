// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profile.h"

#include "core/compare/suites.h"
#include "core/profile/cache_lines.h"
#include "core/profile/pair_symbols.h"
#include "core/profile/profile_sides.h"
#include "core/profile/profile_words.h"
#include "core/profile/symbol_names.h"
#include "core/stats/multiple.h"
#include "core/stats/proportions.h"
#include "core/stats/rank_test.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <unordered_map>

namespace patchscale {
namespace {

/// Below so many samples on both sides together no split of them is more than chance: they are no part of the family
/// that p is adjusted for. The sum of both sides says nothing of the difference between them.
constexpr double kFewestSamples = 10;
constexpr double kAlpha = 0.05;

bool isInstructions(std::string_view benchmark)
{
    return benchmark == "perf annotate";
}

std::optional<double> shareOf(const SymbolEntry* entry, bool isListComplete, bool has, double value)
{
    if (entry == nullptr) {
        return isListComplete ? std::optional(0.0) : std::nullopt;
    }
    return has ? std::optional(value) : std::nullopt;
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
        m_pairs = pairSymbols(m_before, m_after, m_spec);
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

    ProfileRow rowOf(const SymbolPair& pair)
    {
        const auto* before = entry(m_before, pair.before);
        const auto* after = entry(m_after, pair.after);
        const auto* named = after != nullptr ? after : before;
        ProfileRow row;
        row.name = named->symbol;
        row.object = named->object;
        if (before != nullptr && before->symbol != named->symbol) {
            row.baselineName = before->symbol;
        }
        row.pairedBy = pair.pairedBy;
        row.isPatched = isPatched(before) || isPatched(after);
        const bool hasSelf = (before != nullptr && before->hasSelf) || (after != nullptr && after->hasSelf);
        const bool hasChildren = (before != nullptr && before->hasChildren) || (after != nullptr && after->hasChildren);
        const auto valueOf = [&](const SymbolEntry* from, const SymbolSide& side, bool isSelf) {
            const bool isKnown = isSelf ? hasSelf : hasChildren;
            return isKnown ? shareOf(from, side.facts.isComplete(),
                                     from != nullptr && (isSelf ? from->hasSelf : from->hasChildren),
                                     from == nullptr ? 0
                                         : isSelf    ? from->self
                                                     : from->children)
                           : std::nullopt;
        };
        row.self = {.before = valueOf(before, m_before, true), .after = valueOf(after, m_after, true)};
        row.children = {.before = valueOf(before, m_before, false), .after = valueOf(after, m_after, false)};
        m_profile.hasChildren = m_profile.hasChildren || hasChildren;
        if (m_profile.basis != ProfileBasis::None) {
            const auto& judged = row.judged();
            const auto amount = [this](const std::optional<double>& share, const ProfileSide& side) {
                return share ? std::optional(*share * totalOf(side)) : std::nullopt;
            };
            row.amount = {.before = amount(judged.before, m_profile.baseline),
                          .after = amount(judged.after, m_profile.candidate)};
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
    std::string m_name;
};

double sizeOf(const ProfileRow& row)
{
    const auto& judged = row.judged();
    return std::abs(judged.after.value_or(0) - judged.before.value_or(0));
}

void sortAndCount(ProfileComparison& profile)
{
    const auto largest = [](const ProfileRow& row) {
        return std::max(row.judged().before.value_or(0), row.judged().after.value_or(0));
    };
    // Sorting numbers of rows moves less than sorting rows.
    std::vector<std::size_t> order(profile.rows.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        const auto& first = profile.rows[a];
        const auto& second = profile.rows[b];
        const double sizes[] = {sizeOf(first), sizeOf(second), largest(first), largest(second)};
        return sizes[0] != sizes[1] ? sizes[0] > sizes[1]
            : sizes[2] != sizes[3]  ? sizes[2] > sizes[3]
                                    : std::pair(first.name, first.object) < std::pair(second.name, second.object);
    });
    std::vector<ProfileRow> rows;
    rows.reserve(order.size());
    for (const std::size_t i : order) {
        rows.push_back(std::move(profile.rows[i]));
    }
    profile.rows = std::move(rows);
    for (const auto& row : profile.rows) {
        auto& counts = profile.counts;
        switch (row.change) {
        case ProfileChange::More:
            ++counts.more;
            break;
        case ProfileChange::Less:
            ++counts.less;
            break;
        case ProfileChange::New:
        case ProfileChange::NotListedBefore:
            ++counts.appeared;
            break;
        case ProfileChange::Gone:
        case ProfileChange::NotListedAfter:
            ++counts.gone;
            break;
        default:
            ++counts.rest;
        }
    }
}

/// The runs on one side of @p group.
std::vector<std::size_t> runsOf(const ComparisonGroup& group, const Side ComparisonRow::* side)
{
    std::vector<std::size_t> runs;
    for (const auto& row : group.rows) {
        for (const auto& place : (row.*side).results) {
            if (runs.empty() || (runs.back() != place.run && !std::ranges::contains(runs, place.run))) {
                runs.push_back(place.run);
            }
        }
    }
    std::ranges::sort(runs);
    return runs;
}

/// The time that a perf stat under the variant of @p side took: of one only, or nobody knows which.
std::optional<double> elapsedOf(std::span<const Run> runs, const ComparisonGroup& group, const std::string& label)
{
    std::optional<double> seconds;
    for (const auto& run : runs) {
        const bool isBeside = run.benchmark == "perf stat" && run.variant.label == label
            && (run.machine.label == group.machine || run.machine.label.empty() || group.machine.empty());
        if (!isBeside) {
            continue;
        }
        for (const auto& result : run.results) {
            if (result.test == "time elapsed" && result.baseUnit == "s") {
                if (seconds && *seconds != result.baseValue) {
                    return std::nullopt;
                }
                seconds = result.baseValue;
            }
        }
    }
    return seconds;
}

/// perf diff matches by the object's name, so that a program that was built anew under another name is gone and new:
/// the rows of a symbol that is one of each are one.
void joinRebuilt(ProfileComparison& profile)
{
    struct Lone
    {
        std::vector<std::size_t> gone;
        std::vector<std::size_t> fresh;
    };
    std::map<std::string_view, Lone> bySymbol;
    for (std::size_t i = 0; i < profile.rows.size(); ++i) {
        const auto& row = profile.rows[i];
        if (row.self.before.has_value() != row.self.after.has_value()) {
            auto& lone = bySymbol[row.name];
            (row.self.before ? lone.gone : lone.fresh).push_back(i);
        }
    }
    std::vector<bool> isJoined(profile.rows.size());
    for (const auto& [name, lone] : bySymbol) {
        const bool isOne = lone.gone.size() == 1 && lone.fresh.size() == 1 && !isRawAddress(name);
        if (isOne) {
            auto& row = profile.rows[lone.fresh.front()];
            const auto& gone = profile.rows[lone.gone.front()];
            row.self.before = gone.self.before;
            row.baselineResult = gone.baselineResult;
            isJoined[lone.gone.front()] = true;
        }
    }
    std::size_t index = 0;
    std::erase_if(profile.rows, [&](const ProfileRow&) { return isJoined[index++]; });
}

/// A perf diff as the two profiles that it was made from.
ProfileComparison ofDiff(std::span<const Run> runs, std::size_t index, const ProfileSpec& spec)
{
    const auto& run = runs[index];
    ProfileComparison profile;
    profile.benchmark = run.benchmark;
    profile.machine = run.machine.label;
    profile.parameters = run.parameters;
    profile.baseline.label = "first file";
    profile.candidate.label = "second file";
    profile.baseline.runs = {index};
    profile.candidate.runs = {index};
    std::string name;
    const TestResult* last = nullptr;
    for (std::size_t i = 0; i < run.results.size(); ++i) {
        const auto& result = run.results[i];
        const bool isOfRow = result.metric == "baseline" || result.metric == "delta";
        if (!isOfRow || result.parameters.contains("data file")) {
            continue;
        }
        const bool isSameRow = last != nullptr && result.metric == "delta" && last->metric == "baseline"
            && last->test == result.test && last->parameters == result.parameters;
        if (!isSameRow) {
            auto& row = profile.rows.emplace_back();
            row.name = result.test;
            const auto dso = result.parameters.find("dso");
            row.object = dso == result.parameters.end() ? std::string() : dso->second;
            name = sourceName(result.test);
            row.isPatched = spec.patched.contains(name);
        }
        last = &result;
        auto& row = profile.rows.back();
        const RunResultRef place {.run = index, .result = i};
        if (result.metric == "baseline") {
            row.self.before = result.baseValue;
            row.baselineResult = place;
            profile.baseline.listed += result.baseValue;
        } else {
            // A blank baseline is a symbol that was not there.
            row.self.after = std::max(0.0, row.self.before.value_or(0) + result.baseValue);
            row.candidateResult = place;
            profile.candidate.listed += *row.self.after;
        }
    }
    joinRebuilt(profile);
    for (auto& row : profile.rows) {
        const auto difference = row.self.difference();
        row.change = !row.self.before                     ? ProfileChange::New
            : !row.self.after                             ? ProfileChange::Gone
            : std::abs(*difference) < spec.untestedPoints ? ProfileChange::Same
            : *difference > 0                             ? ProfileChange::More
                                                          : ProfileChange::Less;
    }
    return profile;
}

/// What is to be known of the sides; how the rows of the group are judged says nothing of a profile.
void addWarnings(const ComparisonGroup& group, ProfileComparison& profile)
{
    std::ranges::copy_if(group.warnings, std::back_inserter(profile.notes),
                         [](const std::string& warning) { return !warning.starts_with("Bare values"); });
}

std::string eventOf(const Parameters& parameters)
{
    const auto event = parameters.find("event");
    return event == parameters.end() ? std::string() : event->second;
}

}

bool isProfile(std::string_view benchmark)
{
    constexpr auto kProfiles =
        std::to_array<std::string_view>({"perf report", "perf script", "folded stacks", "perf annotate", "perf c2c"});
    return std::ranges::contains(kProfiles, benchmark);
}

std::vector<ProfileComparison> compareProfiles(const Comparison& comparison, std::span<const Run> runs,
                                               const ProfileSpec& spec, const Job& job)
{
    std::vector<ProfileComparison> profiles;
    for (std::size_t i = 0; i < comparison.groups.size() && !job.isCancelled(); ++i) {
        const auto& group = comparison.groups[i];
        if (!isProfile(group.benchmark)) {
            continue;
        }
        ProfileComparison profile;
        profile.group = i;
        profile.benchmark = group.benchmark;
        profile.machine = group.machine;
        profile.parameters = group.parameters;
        profile.event = eventOf(group.parameters);
        profile.baseline.label = group.baseline;
        profile.candidate.label = group.candidate;
        profile.baseline.runs = runsOf(group, &ComparisonRow::baseline);
        profile.candidate.runs = runsOf(group, &ComparisonRow::candidate);
        if (profile.baseline.runs.empty() || profile.candidate.runs.empty()) {
            continue;
        }
        if (group.benchmark == "perf c2c") {
            std::ranges::move(cacheComparisons(runs, std::move(profile), spec), std::back_inserter(profiles));
            continue;
        }
        profile.kind = isInstructions(group.benchmark) ? ProfileKind::Instructions : ProfileKind::Symbols;
        profile.baseline.seconds = elapsedOf(runs, group, group.baseline);
        profile.candidate.seconds = elapsedOf(runs, group, group.candidate);
        Comparing(runs, spec, profile).compare();
        profiles.push_back(std::move(profile));
    }
    for (std::size_t i = 0; i < runs.size() && !job.isCancelled(); ++i) {
        if (runs[i].benchmark == "perf diff" && !runs[i].isFailed) {
            auto profile = ofDiff(runs, i, spec);
            profile.event = eventOf(profile.parameters);
            if (!profile.rows.empty()) {
                profiles.push_back(std::move(profile));
            }
        }
    }
    for (auto& profile : profiles) {
        sortAndCount(profile);
        summarise(profile);
        if (profile.group) {
            addWarnings(comparison.groups[*profile.group], profile);
        }
    }
    return profiles;
}

bool isToldByProfile(std::span<const ProfileComparison> profiles, const Comparison& comparison, std::size_t group)
{
    const bool isTold = std::ranges::any_of(profiles, [group](const ProfileComparison& profile) {
        return profile.group == group && profile.isInsteadOfRows;
    });
    return isTold && std::ranges::none_of(comparison.groups[group].rows, [](const ComparisonRow& row) {
               return std::ranges::any_of(row.annotations, &Annotation::isUsers);
           });
}

std::vector<std::string> unknownPairs(std::span<const Run> runs, const SymbolPairs& pairs)
{
    const auto exists = [&](const std::string& name) {
        return std::ranges::any_of(runs, [&](const Run& run) {
            return std::ranges::any_of(run.results, [&](const TestResult& result) { return result.test == name; });
        });
    };
    std::vector<std::string> unknown;
    for (const auto& [from, to] : pairs) {
        if (!exists(from) || (!to.empty() && !exists(to))) {
            unknown.push_back(from + "=" + to);
        }
    }
    return unknown;
}

}
