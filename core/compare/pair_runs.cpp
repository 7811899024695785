// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/pair_runs.h"

#include "core/base/join.h"
#include "core/compare/figures.h"
#include "core/compare/run_buckets.h"
#include "core/compare/suites.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace patchscale {
namespace {

std::unexpected<Error> usage(std::string message, std::vector<std::string> hints)
{
    return std::unexpected(
        Error {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = std::move(hints)});
}

std::string describe(const RunBucket& bucket)
{
    std::string text = bucket.benchmark.empty() ? "unknown benchmark" : bucket.benchmark;
    if (!bucket.machine->label.empty()) {
        text += " on " + bucket.machine->label;
    }
    for (const auto& [name, value] : bucket.parameters) {
        text += ", " + name + "=" + value;
    }
    return text;
}

class Pairing
{
public:
    Pairing(std::span<const Run> runs, const ComparisonSpec& spec, const Job& job, const RunSources& sources)
        : m_runs(runs)
        , m_spec(spec)
        , m_job(job)
        , m_sources(sources)
    {
    }

    Result<RunPairs> pair()
    {
        if (auto error = checkLabels()) {
            return std::unexpected(std::move(*error));
        }
        const auto sorted = sortRuns(m_runs, m_spec, m_sources);
        if (sorted.failed > 0) {
            m_out.warnings.push_back(countText(sorted.failed, "run", "runs") + " that ended in an error left out");
        }
        std::vector<const RunBucket*> lone;
        for (const auto& bucket : sorted.buckets) {
            if (m_job.isCancelled()) {
                return std::unexpected(
                    Error {.code = Errc::Cancelled, .message = "cancelled", .where = {}, .hints = {}});
            }
            if (!bucket.sides.baselines.empty() && !bucket.sides.candidates.empty()) {
                pairBucket(bucket);
            } else if (bucket.isLone()) {
                lone.push_back(&bucket);
            }
            warnOfOthers(bucket);
        }
        if (m_out.pairs.empty()) {
            return std::unexpected(nothingToCompare(lone));
        }
        for (const auto* bucket : lone) {
            addLone(*bucket);
        }
        return std::move(m_out);
    }

private:
    static std::string hintOf(const std::vector<std::string>& labels)
    {
        if (labels.empty()) {
            return "the document names no variants";
        }
        return "variants that exist: " + join(labels, ", ", quotedLabel);
    }

    [[nodiscard]] std::vector<std::string> labels() const
    {
        std::vector<std::string> labels;
        std::unordered_set<std::string> seen;
        for (const auto& run : m_runs) {
            if (!run.variant.label.empty() && seen.insert(foldName(run.variant.label)).second) {
                labels.push_back(run.variant.label);
            }
        }
        return labels;
    }

    std::optional<Error> checkLabels() const
    {
        const auto known = labels();
        const auto exists = [&](const std::string& label) {
            return std::ranges::any_of(known, [&](const auto& other) { return foldName(other) == foldName(label); });
        };
        std::vector<std::string> wanted = m_spec.candidates;
        if (!m_spec.baseline.empty()) {
            wanted.push_back(m_spec.baseline);
        }
        for (const auto& label : wanted) {
            if (!exists(label)) {
                return usage("no variant is called '" + label + "'", {hintOf(known)}).error();
            }
        }
        for (const auto& label : m_spec.candidates) {
            if (!m_spec.baseline.empty() && foldName(label) == foldName(m_spec.baseline)) {
                return usage("'" + label + "' is asked for on both sides", {hintOf(known)}).error();
            }
        }
        return std::nullopt;
    }

    void pairBucket(const RunBucket& bucket)
    {
        for (const auto& sides : pairSides(m_runs, bucket.sides)) {
            auto& pair = addPair(bucket, sides.baseline, sides.candidate);
            if (sides.occurrence > 0) {
                pair.parameters.emplace("occurrence", std::to_string(sides.occurrence));
                pair.warnings.push_back("The same variants are measured more than once, and what differs is not told: "
                                        "compared in the order of the document, not pooled");
            }
        }
    }

    RunPair& addPair(const RunBucket& bucket, const RunSide& baseline, const RunSide& candidate)
    {
        return m_out.pairs.emplace_back(RunPair {.benchmark = bucket.benchmark,
                                                 .machine = bucket.machine->label,
                                                 .parameters = bucket.parameters,
                                                 .baseline = baseline,
                                                 .candidate = candidate,
                                                 .warnings = bucket.warnings});
    }

    void warnOfOthers(const RunBucket& bucket)
    {
        std::size_t runs = 0;
        std::size_t results = 0;
        for (const auto& side : bucket.others) {
            runs += side.runs.size();
            for (const std::size_t run : side.runs) {
                results += m_runs[run].results.size();
            }
        }
        if (results == 0 || !m_spec.candidates.empty()) {
            return; // variants that were not asked for are no surprise
        }
        m_out.warnings.push_back(describe(bucket) + ": " + countText(results, "value", "values")
                                 + (runs == 1 ? " stand alone" : " of runs without a role")
                                 + ", nothing to compare them with");
    }

    [[nodiscard]] Error nothingToCompare(const std::vector<const RunBucket*>& lone) const
    {
        if (m_runs.empty()) {
            return usage("there are no results to compare", {"look at what was read with 'parse'"}).error();
        }
        for (const auto* base : lone) {
            for (const auto* other : lone) {
                if (base->sides.baselines.empty() || other->sides.candidates.empty()
                    || !areComparable(base->foldedBenchmark, other->foldedBenchmark)) {
                    continue;
                }
                const auto differing = parameterConflicts(base->parameters, other->parameters);
                if (!differing.empty()) {
                    return usage("nothing to compare: baseline and candidate of " + base->benchmark + " differ in "
                                     + differing,
                                 {hintOf(labels())})
                        .error();
                }
            }
        }
        const bool hasBaseline =
            std::ranges::any_of(lone, [](const RunBucket* bucket) { return !bucket->sides.baselines.empty(); });
        const bool hasCandidate =
            std::ranges::any_of(lone, [](const RunBucket* bucket) { return !bucket->sides.candidates.empty(); });
        const char* why = hasBaseline && hasCandidate ? "nothing to compare: baseline and candidate share no test"
            : hasBaseline                             ? "nothing to compare: there is a baseline, but no candidate"
            : hasCandidate                            ? "nothing to compare: there is a candidate, but no baseline"
                           : "nothing to compare: which variant is the baseline is not known";
        return usage(why, {hintOf(labels()), "name the baseline, or add the document of the other side"}).error();
    }

    /// What has no partner is listed, never dropped. Where variants are named, the others are only spoken of.
    void addLone(const RunBucket& bucket)
    {
        if (!m_spec.baseline.empty() || !m_spec.candidates.empty()) {
            m_out.warnings.push_back(
                "Not compared: " + describe(bucket) + " has only "
                + join(bucket.sides.baselines.empty() ? bucket.sides.candidates : bucket.sides.baselines, ", ",
                       [](const RunSide& side) { return quotedLabel(side.label); }));
            return;
        }
        for (const auto& side : bucket.sides.baselines) {
            addPair(bucket, side, {}).warnings.push_back("Only in the baseline: " + describe(bucket));
        }
        for (const auto& side : bucket.sides.candidates) {
            addPair(bucket, {}, side).warnings.push_back("Only in the candidate: " + describe(bucket));
        }
    }

    std::span<const Run> m_runs;
    const ComparisonSpec& m_spec;
    const Job& m_job;
    const RunSources& m_sources;
    RunPairs m_out;
};

}

Result<RunPairs> pairRuns(std::span<const Run> runs, const ComparisonSpec& spec, const Job& job,
                          const RunSources& sources)
{
    return Pairing(runs, spec, job, sources).pair();
}

}
