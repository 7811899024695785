// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/run_buckets.h"

#include "core/compare/suites.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace patchscale {
namespace {

enum class SideKind : std::uint8_t { None, Baseline, Candidate };

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

/// Whether buckets of different documents are of one machine: a name that neither tells is no machine.
bool isSameNamedMachine(const RunBucket& a, const RunBucket& b)
{
    return !a.machine->label.empty() && a.machine->label == b.machine->label;
}

class Sorting
{
public:
    Sorting(std::span<const Run> runs, const ComparisonSpec& spec, const RunSources& sources)
        : m_runs(runs)
        , m_spec(spec)
        , m_sources(sources)
    {
    }

    SortedRuns sort()
    {
        noteWholeDocuments();
        fillBuckets();
        for (auto& bucket : buckets()) {
            settleRoles(bucket);
        }
        const auto isOneDocument = [](const RunBucket& a, const RunBucket& b) { return a.document == b.document; };
        joinLoneBuckets(isOneDocument);
        if (!m_wholeDocuments.empty()) {
            joinLoneBuckets(isSameNamedMachine);
            meetWholeBuckets();
        }
        return std::move(m_sorted);
    }

private:
    std::vector<RunBucket>& buckets()
    {
        return m_sorted.buckets;
    }

    [[nodiscard]] bool areVariantsNamed() const
    {
        return !m_spec.baseline.empty() || !m_spec.candidates.empty();
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

    /// Which documents compare something of their own, by folded benchmark. Who names variants asks for all of them.
    void noteWholeDocuments()
    {
        if (m_sources.documents.size() < 2 || m_sources.ofRun.empty() || areVariantsNamed()) {
            return;
        }
        struct Seen
        {
            bool hasBaseline = false;
            bool hasCandidate = false;
            bool hasNamedOther = false;
        };
        std::map<std::pair<std::size_t, std::string>, Seen> seen;
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            const auto& run = m_runs[i];
            if (run.isFailed || isOfRunDocument(run)) {
                continue;
            }
            auto& document = seen[{m_sources.ofRun[i], foldName(run.benchmark)}];
            const auto side = sideOf(run.variant);
            document.hasBaseline = document.hasBaseline || side == SideKind::Baseline;
            document.hasCandidate = document.hasCandidate || side == SideKind::Candidate;
            document.hasNamedOther = document.hasNamedOther || (side == SideKind::None && !run.variant.label.empty());
        }
        for (const auto& [key, document] : seen) {
            if (document.hasBaseline + document.hasCandidate + document.hasNamedOther >= 2) {
                m_wholeDocuments.insert(key);
            }
        }
    }

    std::optional<std::size_t> documentOf(std::size_t run, const std::string& foldedBenchmark) const
    {
        if (m_wholeDocuments.empty() || isOfRunDocument(m_runs[run])
            || !m_wholeDocuments.contains({m_sources.ofRun[run], foldedBenchmark})) {
            return std::nullopt;
        }
        return m_sources.ofRun[run];
    }

    void fillBuckets()
    {
        std::unordered_map<std::string, std::size_t> byKey;
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            const auto& run = m_runs[i];
            if (run.isFailed) {
                ++m_sorted.failed;
                continue;
            }
            auto folded = foldName(run.benchmark);
            const auto document = documentOf(i, folded);
            auto key = folded + '\x1f' + (document ? std::to_string(*document) : "") + '\x1f' + run.machine.label;
            for (const auto& [name, value] : run.parameters) {
                key.append("\x1f").append(name).append("=").append(value);
            }
            const auto [entry, isNew] = byKey.try_emplace(std::move(key), buckets().size());
            if (isNew) {
                auto& bucket = buckets().emplace_back();
                bucket.benchmark = run.benchmark;
                bucket.foldedBenchmark = std::move(folded);
                bucket.machine = &run.machine;
                bucket.parameters = run.parameters;
                bucket.document = document;
            }
            auto& bucket = buckets()[entry->second];
            const auto side = sideOf(run.variant);
            addRun(side == SideKind::Baseline        ? bucket.sides.baselines
                       : side == SideKind::Candidate ? bucket.sides.candidates
                                                     : bucket.others,
                   run.variant.label, i);
        }
    }

    /// A named variant without a role takes the side that is free; what was assumed is said.
    void settleRoles(RunBucket& bucket) const
    {
        if (areVariantsNamed()) {
            return;
        }
        if (!bucket.sides.baselines.empty()) {
            takeOthersAsCandidates(bucket);
        } else if (!bucket.sides.candidates.empty() && bucket.others.size() == 1
                   && !bucket.others.front().label.empty()) {
            bucket.warnings.push_back(quotedLabel(bucket.others.front().label)
                                      + " is taken as the baseline: its role is not told");
            bucket.sides.baselines = std::move(bucket.others);
            bucket.others.clear();
        }
    }

    static void takeOthersAsCandidates(RunBucket& bucket)
    {
        std::erase_if(bucket.others, [&](RunSide& side) {
            if (side.label.empty()) {
                return false;
            }
            bucket.warnings.push_back(quotedLabel(side.label) + " is taken as a candidate: its role is not told");
            bucket.sides.candidates.push_back(std::move(side));
            return true;
        });
    }

    /// A bucket with only a baseline and one with only candidates, where @p mayMeet allows it and nothing else is
    /// meant.
    void joinLoneBuckets(const auto& mayMeet)
    {
        const auto isPartner = [&](const RunBucket& base, const RunBucket& other) {
            const bool isMixed = base.foldedBenchmark != other.foldedBenchmark;
            return base.isLone() && other.isLone() && other.sides.baselines.empty() && mayMeet(base, other)
                && areComparable(base.foldedBenchmark, other.foldedBenchmark)
                && (isMixed ? !contradict(*base.machine, *other.machine)
                            : mayBeSameMachine(*base.machine, *other.machine))
                && parameterConflicts(base.parameters, other.parameters).empty()
                && sharedTests(m_runs, base.sides.baselines.front(), other.sides.candidates.front()) > 0;
        };
        for (auto& base : buckets()) {
            if (!base.isLone() || base.sides.baselines.empty()) {
                continue;
            }
            RunBucket* match = nullptr;
            bool isAmbiguous = false;
            for (auto& other : buckets()) {
                if (isPartner(base, other)) {
                    isAmbiguous = match != nullptr;
                    match = &other;
                    if (isAmbiguous) {
                        break;
                    }
                }
            }
            const bool isWanted = match != nullptr && !isAmbiguous
                && std::ranges::count_if(buckets(),
                                         [&](const RunBucket& rival) {
                                             return !rival.sides.baselines.empty() && isPartner(rival, *match);
                                         })
                    == 1;
            if (isWanted) {
                join(base, *match);
            }
        }
    }

    static void join(RunBucket& base, RunBucket& other)
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

    /// What is still without a partner meets the other side of the one document that compares the same on the same
    /// machine, beside that document's own comparison and never pooled with it.
    void meetWholeBuckets()
    {
        std::vector<bool> isOwn; // comparisons of one document; those made here are no partners for others
        for (const auto& bucket : buckets()) {
            isOwn.push_back(bucket.isWhole() && bucket.document);
        }
        for (std::size_t i = 0; i < buckets().size(); ++i) {
            auto lone = buckets()[i];
            if (!lone.document && lone.sides.baselines.empty() && lone.sides.candidates.empty()) {
                takeOthersAsCandidates(lone);
            }
            const RunBucket* match = nullptr;
            std::size_t matches = 0;
            for (std::size_t other = 0; lone.isLone() && other < isOwn.size(); ++other) {
                const auto& whole = buckets()[other];
                const bool fits = isOwn[other] && whole.document != lone.document
                    && whole.foldedBenchmark == lone.foldedBenchmark && isSameNamedMachine(whole, lone)
                    && parameterConflicts(whole.parameters, lone.parameters).empty();
                matches += fits ? 1 : 0;
                match = fits ? &whole : match;
            }
            if (matches != 1) {
                continue;
            }
            if (lone.sides.baselines.empty()) {
                lone.sides.baselines = match->sides.baselines;
            } else {
                lone.sides.candidates = match->sides.candidates;
            }
            buckets()[i] = std::move(lone);
        }
    }

    std::span<const Run> m_runs;
    const ComparisonSpec& m_spec;
    const RunSources& m_sources;
    std::set<std::pair<std::size_t, std::string>> m_wholeDocuments; ///< document and folded benchmark
    SortedRuns m_sorted;
};

}

std::string quotedLabel(const std::string& label)
{
    return label.empty() ? "a variant without a name" : "'" + label + "'";
}

std::string parameterConflicts(const Parameters& a, const Parameters& b)
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

SortedRuns sortRuns(std::span<const Run> runs, const ComparisonSpec& spec, const RunSources& sources)
{
    return Sorting(runs, spec, sources).sort();
}

}
