// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/clusters.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>

namespace patchscale {
namespace {

using Tests = std::vector<std::size_t>;

void mix(std::size_t& hash, std::size_t more)
{
    hash = hash * 31 + more;
}

void mix(std::size_t& hash, std::string_view text)
{
    mix(hash, std::hash<std::string_view> {}(text));
}

bool haveSameTests(const Run& a, const Run& b)
{
    return std::ranges::equal(a.results, b.results, [](const TestResult& mine, const TestResult& theirs) {
        return mine.test == theirs.test && mine.metric == theirs.metric;
    });
}

Tests testsOf(const Run& run)
{
    Tests tests;
    tests.reserve(run.results.size());
    for (const auto& result : run.results) {
        auto& test = tests.emplace_back(0);
        mix(test, result.test);
        mix(test, result.metric);
    }
    std::ranges::sort(tests);
    const auto rest = std::ranges::unique(tests);
    tests.erase(rest.begin(), rest.end());
    return tests;
}

std::size_t commonTests(const Tests& a, const Tests& b)
{
    std::size_t common = 0;
    auto other = b.begin();
    for (const auto test : a) { // both are sorted
        other = std::find_if(other, b.end(), [test](std::size_t each) { return each >= test; });
        common += other != b.end() && *other == test ? 1 : 0;
    }
    return common;
}

/// At least half of the tests of the shorter run are in the other one.
bool shareTests(const PlacedRun& a, const PlacedRun& b)
{
    if (a.tests == b.tests) {
        return !a.tests->empty();
    }
    const auto common = commonTests(*a.tests, *b.tests);
    return common > 0 && common * 2 >= std::min(a.tests->size(), b.tests->size());
}

bool isSameSide(const Variant& a, const Variant& b)
{
    if (a.role == Role::None || b.role == Role::None) {
        return false;
    }
    return a.role == b.role && (a.role == Role::Baseline || a.label == b.label);
}

/// All but the place of the two runs lets them be sides of one comparison.
bool fits(const PlacedRun& a, const PlacedRun& b)
{
    const auto& mine = a.run->run;
    const auto& theirs = b.run->run;
    const bool isSetting = !a.scenario.empty() && !b.scenario.empty() && a.scenario != b.scenario;
    return !isSetting && a.quoteDepth == b.quoteDepth && mine.benchmark == theirs.benchmark
        && mine.format == theirs.format && agree(mine.machine, theirs.machine)
        && agree(mine.parameters, theirs.parameters) && !isSameSide(mine.variant, theirs.variant) && shareTests(a, b);
}

/// fits() says of one what it says of the other.
bool isOfSameKind(const PlacedRun& a, const PlacedRun& b)
{
    const auto& mine = a.run->run;
    const auto& theirs = b.run->run;
    return a.tests == b.tests && a.quoteDepth == b.quoteDepth && a.scenario == b.scenario
        && mine.machine.label == theirs.machine.label && mine.variant.role == theirs.variant.role
        && mine.variant.label == theirs.variant.label && mine.benchmark == theirs.benchmark
        && mine.format == theirs.format && mine.parameters == theirs.parameters;
}

/// Sorts the runs of a document by what they measured: in a log of thousands there are few kinds.
class Kinds
{
public:
    /// Gives @p run its tests and says of which kind it is.
    std::size_t take(PlacedRun& run)
    {
        run.tests = testsFor(run);
        const auto [begin, end] = m_kinds.equal_range(hashOf(run));
        for (auto kind = begin; kind != end; ++kind) {
            if (isOfSameKind(*m_runs[kind->second], run)) {
                return kind->second;
            }
        }
        m_kinds.emplace(hashOf(run), m_runs.size());
        m_runs.push_back(&run);
        return m_runs.size() - 1;
    }

    /// The first run of @p kind.
    [[nodiscard]] const PlacedRun& operator[](std::size_t kind) const
    {
        return *m_runs[kind];
    }

private:
    std::shared_ptr<const Tests> testsFor(const PlacedRun& run)
    {
        if (m_last != nullptr && haveSameTests(m_last->run->run, run.run->run)) {
            return m_last->tests;
        }
        m_last = &run;
        auto tests = testsOf(run.run->run);
        std::size_t hash = tests.size();
        std::ranges::for_each(tests, [&hash](std::size_t test) { mix(hash, test); });
        auto& known = m_tests[hash];
        if (!known || *known != tests) {
            known = std::make_shared<const Tests>(std::move(tests));
        }
        return known;
    }

    static std::size_t hashOf(const PlacedRun& placed)
    {
        const auto& run = placed.run->run;
        std::size_t hash = placed.tests->empty() ? 0 : placed.tests->front();
        mix(hash, placed.scenario);
        mix(hash, run.machine.label);
        mix(hash, run.variant.label);
        for (const auto& [key, value] : run.parameters) {
            mix(hash, value);
        }
        return hash;
    }

    std::vector<const PlacedRun*> m_runs; ///< the first of each kind
    std::unordered_multimap<std::size_t, std::size_t> m_kinds; ///< by hash
    std::unordered_map<std::size_t, std::shared_ptr<const Tests>> m_tests;
    const PlacedRun* m_last = nullptr; ///< the last one with tests of its own
};

/// A cluster and the kinds of its runs, each once.
struct Open
{
    Cluster runs;
    std::vector<std::size_t> kinds;
};

bool fits(const PlacedRun& run, const Open& cluster, const Kinds& kinds)
{
    // Runs come in order of their blocks, so those of the run's own block stand last, and all are of one group.
    const auto& last = *cluster.runs.back();
    return (last.block != run.block || last.run->group == run.run->group)
        && std::ranges::all_of(cluster.kinds, [&](std::size_t kind) { return fits(run, kinds[kind]); });
}

}

bool agree(const Parameters& a, const Parameters& b)
{
    return std::ranges::all_of(a, [&](const auto& entry) {
        const auto other = b.find(entry.first);
        return entry.first == "command" || other == b.end() || other->second == entry.second;
    });
}

bool agree(const Machine& a, const Machine& b)
{
    return a.label.empty() || b.label.empty() || a.label == b.label;
}

std::vector<Cluster> clustersOf(std::vector<PlacedRun>& runs)
{
    Kinds kinds;
    std::vector<Open> clusters;
    for (auto& run : runs) {
        if (run.run->run.results.empty()) {
            continue;
        }
        if (runs.size() == 1) { // alone, nothing is compared with it
            return {Cluster {&run}};
        }
        const auto kind = kinds.take(run);
        // the nearest open cluster: a new "before" opens a new comparison
        const auto last = clusters.size() > kMaxOpenClusters ? clusters.rbegin() + kMaxOpenClusters : clusters.rend();
        auto found =
            std::find_if(clusters.rbegin(), last, [&](const Open& cluster) { return fits(run, cluster, kinds); });
        // "1 write: …, 2 write: …" in one block and the same again in the next: their order tells what belongs together
        for (auto next = found; next != last && next->runs.back()->block == found->runs.back()->block; ++next) {
            found = fits(run, *next, kinds) ? next : found;
        }
        auto& cluster = found == last ? clusters.emplace_back() : *found;
        cluster.runs.push_back(&run);
        if (!std::ranges::contains(cluster.kinds, kind)) {
            cluster.kinds.push_back(kind);
        }
    }
    std::vector<Cluster> out;
    out.reserve(clusters.size());
    for (auto& cluster : clusters) {
        out.push_back(std::move(cluster.runs));
    }
    return out;
}

bool haveCommonTest(const PlacedRun& a, const PlacedRun& b)
{
    return a.tests == b.tests ? a.tests && !a.tests->empty() : commonTests(*a.tests, *b.tests) > 0;
}

}
