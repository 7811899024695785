// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/pair_runs.h"

#include "core/compare/figures.h"
#include "core/compare/suites.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace patchscale {
namespace {

enum class SideKind : std::uint8_t { None, Baseline, Candidate };

/// Runs of one benchmark on one machine under the same parameters, in the order in which they were given.
struct Bucket
{
    std::string benchmark;
    std::string foldedBenchmark;
    const Machine* machine = nullptr;
    Parameters parameters;
    RunSides sides;
    std::vector<RunSide> others; ///< without a role
    std::vector<std::string> warnings;

    [[nodiscard]] bool isLone() const
    {
        return sides.baselines.empty() != sides.candidates.empty();
    }
};

std::unexpected<Error> usage(std::string message, std::vector<std::string> hints)
{
    return std::unexpected(
        Error {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = std::move(hints)});
}

std::string quoted(std::string_view label)
{
    return label.empty() ? "a variant without a name" : "'" + std::string(label) + "'";
}

std::string labelsOf(const std::vector<RunSide>& sides)
{
    std::string text;
    for (const auto& side : sides) {
        text += (text.empty() ? "" : ", ") + quoted(side.label);
    }
    return text;
}

std::string describe(const Bucket& bucket)
{
    std::string text = bucket.benchmark;
    if (!bucket.machine->label.empty()) {
        text += " on " + bucket.machine->label;
    }
    for (const auto& [name, value] : bucket.parameters) {
        text += ", " + name + "=" + value;
    }
    return text;
}

void addRun(std::vector<RunSide>& sides, const std::string& label, std::size_t run)
{
    const auto hit = std::ranges::find_if(
        sides, [&](const RunSide& side) { return side.label == label || foldName(side.label) == foldName(label); });
    if (hit != sides.end()) {
        hit->runs.push_back(run);
    } else {
        sides.push_back({.label = label, .runs = {run}});
    }
}

/// True where one machine may be meant: the same label, or a label that one side does not tell, or the same
/// processor under two names (a label made from the kernel's version differs before and after).
bool mayBeSameMachine(const Machine& a, const Machine& b)
{
    if (a.label == b.label || a.label.empty() || b.label.empty()) {
        return true;
    }
    return !a.cpu.empty() && a.cpu == b.cpu && (!a.cpus || !b.cpus || a.cpus == b.cpus)
        && (a.memory.empty() || b.memory.empty() || a.memory == b.memory);
}

/// True when the processors differ as far as both are told. A UnixBench report has no name for its machine.
bool contradict(const Machine& a, const Machine& b)
{
    return (!a.cpu.empty() && !b.cpu.empty() && a.cpu != b.cpu) || (a.cpus && b.cpus && a.cpus != b.cpus);
}

/// "copies (1 and 40)" for each parameter that both have with different values.
std::string conflicts(const Parameters& a, const Parameters& b)
{
    std::string text;
    for (const auto& [name, value] : a) {
        const auto other = b.find(name);
        if (other != b.end() && other->second != value) {
            text += (text.empty() ? "" : ", ") + name + " (" + value + " and " + other->second + ")";
        }
    }
    return text;
}

class Pairing
{
public:
    Pairing(std::span<const Run> runs, const ComparisonSpec& spec, const Job& job)
        : m_runs(runs)
        , m_spec(spec)
        , m_job(job)
    {
    }

    Result<RunPairs> pair()
    {
        if (auto error = checkLabels()) {
            return std::unexpected(std::move(*error));
        }
        fillBuckets();
        for (auto& bucket : m_buckets) {
            settleRoles(bucket);
        }
        joinLoneBuckets();
        std::vector<const Bucket*> lone;
        for (const auto& bucket : m_buckets) {
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
        std::string text = "variants that exist: ";
        for (std::size_t i = 0; i < labels.size(); ++i) {
            text += (i == 0 ? "" : ", ") + quoted(labels[i]);
        }
        return text;
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

    [[nodiscard]] bool isNamedCandidate(const std::string& label) const
    {
        return std::ranges::any_of(m_spec.candidates,
                                   [&](const auto& other) { return foldName(other) == foldName(label); });
    }

    [[nodiscard]] SideKind sideOf(const Variant& variant) const
    {
        if (!m_spec.baseline.empty() && foldName(variant.label) == foldName(m_spec.baseline)) {
            return SideKind::Baseline;
        }
        if (!m_spec.candidates.empty()) {
            if (isNamedCandidate(variant.label)) {
                return SideKind::Candidate;
            }
            return m_spec.baseline.empty() && variant.role == Role::Baseline ? SideKind::Baseline : SideKind::None;
        }
        if (!m_spec.baseline.empty()) {
            return variant.label.empty() && variant.role == Role::None ? SideKind::None : SideKind::Candidate;
        }
        return variant.role == Role::Baseline ? SideKind::Baseline
            : variant.role == Role::Candidate ? SideKind::Candidate
                                              : SideKind::None;
    }

    void fillBuckets()
    {
        std::unordered_map<std::string, std::size_t> byKey;
        std::size_t failed = 0;
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            const auto& run = m_runs[i];
            if (run.isFailed) {
                ++failed;
                continue;
            }
            auto folded = foldName(run.benchmark);
            auto key = folded + '\x1f' + run.machine.label;
            for (const auto& [name, value] : run.parameters) {
                key.append("\x1f").append(name).append("=").append(value);
            }
            const auto [entry, isNew] = byKey.try_emplace(std::move(key), m_buckets.size());
            if (isNew) {
                auto& bucket = m_buckets.emplace_back();
                bucket.benchmark = run.benchmark;
                bucket.foldedBenchmark = std::move(folded);
                bucket.machine = &run.machine;
                bucket.parameters = run.parameters;
            }
            auto& bucket = m_buckets[entry->second];
            const auto side = sideOf(run.variant);
            addRun(side == SideKind::Baseline        ? bucket.sides.baselines
                       : side == SideKind::Candidate ? bucket.sides.candidates
                                                     : bucket.others,
                   run.variant.label, i);
        }
        if (failed > 0) {
            m_out.warnings.push_back(countText(failed, "run", "runs") + " that ended in an error left out");
        }
    }

    /// A named variant without a role takes the side that is free; what was assumed is said.
    void settleRoles(Bucket& bucket) const
    {
        if (!m_spec.baseline.empty() || !m_spec.candidates.empty()) {
            return;
        }
        if (!bucket.sides.baselines.empty()) {
            std::erase_if(bucket.others, [&](RunSide& side) {
                if (side.label.empty()) {
                    return false;
                }
                bucket.warnings.push_back(quoted(side.label) + " is taken as a candidate: its role is not told");
                bucket.sides.candidates.push_back(std::move(side));
                return true;
            });
        } else if (!bucket.sides.candidates.empty() && bucket.others.size() == 1
                   && !bucket.others.front().label.empty()) {
            bucket.warnings.push_back(quoted(bucket.others.front().label)
                                      + " is taken as the baseline: its role is not told");
            bucket.sides.baselines = std::move(bucket.others);
            bucket.others.clear();
        }
    }

    /// A bucket with only a baseline and one with only candidates are one comparison when nothing that both tell
    /// differs and nothing else could be meant.
    void joinLoneBuckets()
    {
        for (auto& base : m_buckets) {
            if (!base.isLone() || base.sides.baselines.empty()) {
                continue;
            }
            Bucket* match = nullptr;
            bool isAmbiguous = false;
            for (auto& other : m_buckets) {
                if (isPartner(base, other)) {
                    isAmbiguous = match != nullptr;
                    match = &other;
                    if (isAmbiguous) {
                        break;
                    }
                }
            }
            const bool isWanted = match != nullptr && !isAmbiguous
                && std::ranges::count_if(
                       m_buckets,
                       [&](const Bucket& rival) { return !rival.sides.baselines.empty() && isPartner(rival, *match); })
                    == 1;
            if (isWanted) {
                join(base, *match);
            }
        }
    }

    [[nodiscard]] bool isPartner(const Bucket& base, const Bucket& other) const
    {
        const bool isMixed = base.foldedBenchmark != other.foldedBenchmark;
        return base.isLone() && other.isLone() && other.sides.baselines.empty()
            && areComparable(base.foldedBenchmark, other.foldedBenchmark)
            && (isMixed ? !contradict(*base.machine, *other.machine) : mayBeSameMachine(*base.machine, *other.machine))
            && conflicts(base.parameters, other.parameters).empty()
            && sharedTests(m_runs, base.sides.baselines.front(), other.sides.candidates.front()) > 0;
    }

    static void join(Bucket& base, Bucket& other)
    {
        std::string onlyOne;
        for (const auto* from : {&base, &other}) {
            const auto& counterpart = from == &base ? other : base;
            for (const auto& [name, value] : from->parameters) {
                if (!counterpart.parameters.contains(name)) {
                    onlyOne += (onlyOne.empty() ? "" : ", ") + name + "=" + value;
                }
            }
        }
        if (!onlyOne.empty()) {
            base.warnings.push_back("Told for one side only: " + onlyOne);
        }
        if (base.foldedBenchmark != other.foldedBenchmark) {
            base.warnings.push_back("One side was measured by UnixBench, the other by Patchscale's kernels: "
                                    "measure both with one of them before you trust a small change");
            base.benchmark = isUnixBench(base.benchmark) ? base.benchmark : other.benchmark;
        }
        if (base.machine->label != other.machine->label) {
            base.warnings.push_back(base.machine->label.empty() || other.machine->label.empty()
                                        ? "The machine is told for one side only"
                                        : "The machine has two names: '" + base.machine->label + "' and '"
                                            + other.machine->label + "'");
            if (base.machine->label.empty()) {
                base.machine = other.machine;
            }
        }
        base.parameters.insert(other.parameters.begin(), other.parameters.end());
        base.sides.candidates = std::move(other.sides.candidates);
        base.others.insert(base.others.end(), other.others.begin(), other.others.end());
        base.warnings.insert(base.warnings.end(), other.warnings.begin(), other.warnings.end());
        other.sides.candidates.clear();
        other.others.clear();
    }

    void pairBucket(const Bucket& bucket)
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

    RunPair& addPair(const Bucket& bucket, const RunSide& baseline, const RunSide& candidate)
    {
        return m_out.pairs.emplace_back(RunPair {.benchmark = bucket.benchmark,
                                                 .machine = bucket.machine->label,
                                                 .parameters = bucket.parameters,
                                                 .baseline = baseline,
                                                 .candidate = candidate,
                                                 .warnings = bucket.warnings});
    }

    void warnOfOthers(const Bucket& bucket)
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

    [[nodiscard]] Error nothingToCompare(const std::vector<const Bucket*>& lone) const
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
                const auto differing = conflicts(base->parameters, other->parameters);
                if (!differing.empty()) {
                    return usage("nothing to compare: baseline and candidate of " + base->benchmark + " differ in "
                                     + differing,
                                 {hintOf(labels())})
                        .error();
                }
            }
        }
        const bool hasBaseline =
            std::ranges::any_of(lone, [](const Bucket* bucket) { return !bucket->sides.baselines.empty(); });
        const bool hasCandidate =
            std::ranges::any_of(lone, [](const Bucket* bucket) { return !bucket->sides.candidates.empty(); });
        const char* why = hasBaseline && hasCandidate ? "nothing to compare: baseline and candidate share no test"
            : hasBaseline                             ? "nothing to compare: there is a baseline, but no candidate"
            : hasCandidate                            ? "nothing to compare: there is a candidate, but no baseline"
                           : "nothing to compare: which variant is the baseline is not known";
        return usage(why, {hintOf(labels()), "name the baseline, or add the document of the other side"}).error();
    }

    /// What has no partner is listed, never dropped. Where variants are named, the others are only spoken of.
    void addLone(const Bucket& bucket)
    {
        if (!m_spec.baseline.empty() || !m_spec.candidates.empty()) {
            m_out.warnings.push_back(
                "Not compared: " + describe(bucket) + " has only "
                + labelsOf(bucket.sides.baselines.empty() ? bucket.sides.candidates : bucket.sides.baselines));
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
    std::vector<Bucket> m_buckets;
    RunPairs m_out;
};

}

Result<RunPairs> pairRuns(std::span<const Run> runs, const ComparisonSpec& spec, const Job& job)
{
    return Pairing(runs, spec, job).pair();
}

}
