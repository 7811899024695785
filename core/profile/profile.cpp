// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profile.h"

#include "core/profile/cache_lines.h"
#include "core/profile/perf_diff.h"
#include "core/profile/profile_words.h"
#include "core/profile/row_order.h"
#include "core/profile/symbol_comparison.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace patchscale {
namespace {

bool isInstructions(std::string_view benchmark)
{
    return benchmark == "perf annotate";
}

void sortRows(std::vector<ProfileRow>& rows)
{
    std::vector<RowRank> ranks;
    ranks.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ranks.push_back(rankOf(rows[i].judged(), i));
    }
    sortRanks(ranks, [&](std::size_t row) { return std::tie(rows[row].name, rows[row].object); });
    std::vector<ProfileRow> sorted;
    sorted.reserve(rows.size());
    for (const auto& rank : ranks) {
        sorted.push_back(std::move(rows[rank.row]));
    }
    rows = std::move(sorted);
}

void count(ProfileComparison& profile)
{
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
            for (auto& lines : cacheComparisons(runs, std::move(profile), spec)) {
                sortRows(lines.rows);
                profiles.push_back(std::move(lines));
            }
            continue;
        }
        profile.kind = isInstructions(group.benchmark) ? ProfileKind::Instructions : ProfileKind::Symbols;
        profile.baseline.seconds = elapsedOf(runs, group, group.baseline);
        profile.candidate.seconds = elapsedOf(runs, group, group.candidate);
        compareSymbols(runs, spec, profile);
        profiles.push_back(std::move(profile));
    }
    for (std::size_t i = 0; i < runs.size() && !job.isCancelled(); ++i) {
        if (runs[i].benchmark == "perf diff" && !runs[i].isFailed) {
            auto profile = profileOfDiff(runs, i, spec);
            profile.event = eventOf(profile.parameters);
            sortRows(profile.rows);
            if (!profile.rows.empty()) {
                profiles.push_back(std::move(profile));
            }
        }
    }
    for (auto& profile : profiles) {
        count(profile);
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

VerdictCounts countsBeside(std::span<const ProfileComparison> profiles, const Comparison& comparison)
{
    VerdictCounts sum;
    for (std::size_t i = 0; i < comparison.groups.size(); ++i) {
        if (!isToldByProfile(profiles, comparison, i)) {
            sum += comparison.groups[i].counts;
        }
    }
    return sum;
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
