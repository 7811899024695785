// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/compare.h"

#include "core/compare/annotate.h"
#include "core/compare/audit.h"
#include "core/compare/correct.h"
#include "core/compare/directions.h"
#include "core/compare/estimate.h"
#include "core/compare/judge.h"
#include "core/compare/limits.h"
#include "core/compare/match_rows.h"
#include "core/compare/noise_floor.h"
#include "core/compare/pair_runs.h"
#include "core/compare/perf_events.h"
#include "core/compare/reduce.h"
#include "core/compare/run_buckets.h"
#include "core/compare/series.h"
#include "core/compare/side_warnings.h"
#include "core/compare/suite_index.h"
#include "core/compare/suites.h"
#include "core/compare/summarise.h"
#include "core/model/profile_names.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace patchscale {
namespace {

/// The documents that a pair uses, in their order; nothing where there is only one to speak of.
std::vector<std::string> documentsOf(const RunSources& sources, const RunPair& pair)
{
    std::vector<std::string> documents;
    if (sources.documents.size() < 2) {
        return documents;
    }
    std::set<std::size_t> used;
    for (const auto* side : {&pair.baseline, &pair.candidate}) {
        for (const std::size_t run : side->runs) {
            used.insert(sources.ofRun[run]);
        }
    }
    for (const std::size_t document : used) {
        documents.push_back(sources.documents[document]);
    }
    return documents;
}

/// A group with its rows reduced and estimated, not yet judged.
struct Draft
{
    ComparisonGroup group;
    std::vector<Estimate> estimates;
    std::string environment; ///< what differs between its sides besides the kernel
};

Draft draftOf(std::span<const Run> runs, const RunPair& pair, const ComparisonSpec& spec, const NoiseFloors* floors,
              Directions& directions, Limits& limits, RankTests& tests)
{
    Draft draft;
    auto& group = draft.group;
    group.benchmark = pair.benchmark;
    group.machine = pair.machine;
    group.parameters = pair.parameters;
    group.baseline = pair.baseline.label;
    group.candidate = pair.candidate.label;
    group.warnings = pair.warnings;
    draft.environment = warnOfSides(runs, pair, group);

    auto matched = matchRows(runs, pair, spec.metric);
    const SeriesTimes times(runs, pair);
    if (!times.isEmpty()) {
        std::erase_if(matched, [&](const MatchedRow& row) { return times.isAxis(row); });
    }
    group.rows.reserve(matched.size());
    draft.estimates.reserve(matched.size());
    for (auto& match : matched) {
        auto& row = group.rows.emplace_back();
        row.benchmark = pair.benchmark;
        row.machine = pair.machine;
        row.baseline.label = pair.baseline.label;
        row.candidate.label = pair.candidate.label;
        row.isTotal = isTotal(pair.benchmark, match.test) || match.test == kWholeProfile;
        const bool haveUnits = reduceRow(runs, std::move(match), row);
        directions.apply(row);
        limits.apply(row);
        if (haveUnits && !times.isEmpty()) {
            findSeries(times, runs, row);
        }
        auto& estimate =
            draft.estimates.emplace_back(row.series ? estimateSeries(row, tests) : estimateRow(row, haveUnits, tests));
        if (floors != nullptr) {
            applyNoiseFloor(runs, *floors, row, estimate);
        }
    }
    if (isPerfStat(pair.benchmark) && (spec.metric.empty() || spec.metric == "all")) {
        const auto printed = group.rows.size();
        completeMetrics(runs, group, draft.estimates, tests);
        for (auto i = printed; i < group.rows.size(); ++i) {
            directions.apply(group.rows[i]);
            limits.apply(group.rows[i]);
        }
    }
    warnOfLoneBoots(draft.estimates, group);
    return draft;
}

/// Why there are no rows with both sides: the metric does not exist, or the sides have no test in common.
Error nothingShared(std::span<const Run> runs, const std::string& metric)
{
    std::set<std::string> known;
    for (const auto& run : runs) {
        for (const auto& result : run.results) {
            known.insert(result.metric);
        }
    }
    std::string hint;
    for (const auto& name : known) {
        hint += (hint.empty() ? "metrics that exist: " : ", ") + name;
    }
    const auto isKnown =
        std::ranges::any_of(known, [&](const auto& name) { return foldName(name) == foldName(metric); });
    if (metric.empty() || metric == "all" || isKnown) {
        return {.code = Errc::Usage,
                .message = "nothing to compare: baseline and candidate share no test",
                .where = {},
                .hints = {"compare documents of the same benchmark, or choose another metric", hint}};
    }
    return {.code = Errc::Usage, .message = "no metric is called '" + metric + "'", .where = {}, .hints = {hint}};
}

bool hasBothSides(const ComparisonGroup& group)
{
    return std::ranges::any_of(group.rows,
                               [](const ComparisonRow& row) { return row.baseline.value && row.candidate.value; });
}

}

Result<Comparison> compare(std::span<const Run> runs, std::span<const Claim> claims, const ComparisonSpec& spec,
                           const Job& job, const RunSources& sources, const NoiseFloors* floors)
{
    assert(sources.ofRun.empty() || sources.ofRun.size() == runs.size()); // one source for each run
    // Step 1: align.
    auto pairs = pairRuns(runs, spec, job, sources);
    if (!pairs) {
        return std::unexpected(std::move(pairs.error()));
    }
    Comparison comparison;
    comparison.warnings = std::move(pairs->warnings);

    // Step 2: reduce and estimate.
    RankTests tests;
    Directions directions(spec.better);
    Limits limits(spec);
    std::vector<std::vector<Estimate>> estimates;
    std::vector<std::string> environments; // of each group
    std::vector<const RunPair*> pairOf; // each group
    for (const auto& pair : pairs->pairs) {
        if (job.isCancelled()) {
            return std::unexpected(Error {.code = Errc::Cancelled, .message = "cancelled", .where = {}, .hints = {}});
        }
        auto draft = draftOf(runs, pair, spec, floors, directions, limits, tests);
        draft.group.documents = documentsOf(sources, pair);
        if (!draft.group.rows.empty()) {
            comparison.groups.push_back(std::move(draft.group));
            estimates.push_back(std::move(draft.estimates));
            environments.push_back(std::move(draft.environment));
            pairOf.push_back(&pair);
        }
    }
    if (std::ranges::none_of(comparison.groups, hasBothSides)) {
        return std::unexpected(nothingShared(runs, spec.metric));
    }
    if (auto known = directions.check(comparison.groups); !known) {
        return std::unexpected(std::move(known.error()));
    }
    if (auto known = limits.check(); !known) {
        return std::unexpected(std::move(known.error()));
    }

    // Step 3: correct, judge and summarise.
    correctForManyRows(comparison.groups, spec.adjustment);
    for (std::size_t i = 0; i < comparison.groups.size(); ++i) {
        auto& group = comparison.groups[i];
        for (std::size_t row = 0; row < group.rows.size(); ++row) {
            judgeRow(group.rows[row], estimates[i][row]);
            noteEnvironment(environments[i], group.rows[row]);
        }
        if (isPerfStat(group.benchmark)) {
            tellCounting(runs, *pairOf[i], group);
        }
        group.index = suiteIndex(group);
        summarise(group);
        comparison.counts += group.counts;
    }
    comparison.claims.assign(claims.begin(), claims.end());
    if (directions.isSet()) {
        // Whether a stated sign is meant or a slip depends on which way is better.
        auditClaims(directions.directed(runs), comparison.claims);
    } else {
        auditClaims(runs, comparison.claims);
    }
    annotate(comparison);
    return comparison;
}

}
