// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/match_rows.h"

#include "core/compare/perf_events.h"
#include "core/compare/suites.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <unordered_set>

namespace patchscale {
namespace {

constexpr char kSeparator = '\x1f'; // in no test, parameter or metric

enum class SideKind : std::uint8_t { Baseline, Candidate };

/// What makes results one row. Points into the runs, so that a large comparison builds no strings for it.
struct RowKey
{
    std::string_view test; ///< canonical
    const TestResult* result = nullptr;

    friend bool operator==(const RowKey& a, const RowKey& b)
    {
        return a.test == b.test && a.result->metric == b.result->metric && a.result->parameters == b.result->parameters;
    }
};

std::size_t hashOf(const RowKey& key)
{
    const std::hash<std::string_view> hash;
    constexpr std::size_t kMix = 0x9e3779b97f4a7c15ULL;
    std::size_t value = hash(key.test) * kMix ^ hash(key.result->metric);
    for (const auto& [name, content] : key.result->parameters) {
        value = (value * kMix ^ hash(name)) * kMix ^ hash(content);
    }
    return value;
}

/// Parameters that say the same wherever both say something.
bool agree(const Parameters& a, const Parameters& b)
{
    for (const auto& [name, value] : a) {
        const auto other = b.find(name);
        if (other != b.end() && other->second != value) {
            return false;
        }
    }
    return true;
}

bool isIndex(const TestResult& result)
{
    return isFoldedName(result.metric, "index");
}

/// Which metrics of the runs are wanted.
class MetricChoice
{
public:
    MetricChoice(std::span<const Run> runs, const RunPair& pair, std::string_view metric)
        : m_runs(runs)
        , m_pair(pair)
        , m_wanted(foldName(metric))
        , m_isIndexPreferred(metric.empty() && isUnixBench(pair.benchmark))
        , m_isRatePreferred(metric.empty() && isOwnRunner(pair.benchmark))
        , m_areCountsPreferred(metric.empty() && isPerfStat(pair.benchmark))
    {
        m_isSelfPreferred = metric.empty() && isCallProfile(pair.benchmark) && hasSelf();
        const auto isOwn = [&](std::size_t run) { return isOwnRunner(runs[run].benchmark); };
        m_isMixed = m_isIndexPreferred
            && (std::ranges::any_of(pair.baseline.runs, isOwn) || std::ranges::any_of(pair.candidate.runs, isOwn));
    }

    [[nodiscard]] bool wants(std::string_view test, const TestResult& result)
    {
        if (m_isMixed) {
            return hasIndex(test) ? isIndex(result) : result.metric == "result";
        }
        if (m_isIndexPreferred) {
            return isIndex(result) || !hasIndex(test);
        }
        if (m_isRatePreferred) {
            return result.metric != "result" && !isIndex(result); // the rate again, in UnixBench's way
        }
        if (m_isSelfPreferred) {
            return result.metric != "children";
        }
        if (m_areCountsPreferred) {
            return result.metric != "running" && result.metric != "run time"; // they speak of the other rows
        }
        return m_wanted.empty() || m_wanted == "all" || result.metric == m_wanted
            || isFoldedName(result.metric, m_wanted);
    }

private:
    using Tests = std::unordered_set<std::string_view>;

    [[nodiscard]] bool hasSelf() const
    {
        const auto tells = [&](std::size_t run) {
            return std::ranges::contains(m_runs[run].results, "self", &TestResult::metric);
        };
        return std::ranges::any_of(m_pair.baseline.runs, tells) || std::ranges::any_of(m_pair.candidate.runs, tells);
    }

    /// Asked only for what is no index itself, so the tests that have one are mostly never listed. Where one side is
    /// UnixBench's and the other our own runner's, both must have it.
    bool hasIndex(std::string_view test)
    {
        if (!m_areTestsListed) {
            m_areTestsListed = true;
            m_testsWithIndex = testsWithIndex(m_pair.baseline);
            const auto other = testsWithIndex(m_pair.candidate);
            if (m_isMixed) {
                std::erase_if(m_testsWithIndex, [&](std::string_view name) { return !other.contains(name); });
            } else {
                m_testsWithIndex.insert(other.begin(), other.end());
            }
        }
        return m_testsWithIndex.contains(test);
    }

    [[nodiscard]] Tests testsWithIndex(const RunSide& side) const
    {
        Tests tests;
        for (const std::size_t run : side.runs) {
            for (const auto& result : m_runs[run].results) {
                if (isIndex(result)) {
                    tests.insert(canonicalTest(m_pair.benchmark, result.test));
                }
            }
        }
        return tests;
    }

    std::span<const Run> m_runs;
    const RunPair& m_pair;
    std::string m_wanted;
    bool m_isIndexPreferred;
    bool m_isRatePreferred;
    bool m_areCountsPreferred; ///< and metrics, of perf stat
    bool m_isSelfPreferred = false; ///< of a profile that tells children, too
    bool m_isMixed = false; ///< one side is UnixBench's, the other our own runner's
    bool m_areTestsListed = false;
    Tests m_testsWithIndex;
};

class Matcher
{
public:
    Matcher(std::span<const Run> runs, const RunPair& pair, std::string_view metric)
        : m_runs(runs)
        , m_pair(pair)
        , m_choice(runs, pair, metric)
    {
    }

    std::vector<MatchedRow> match()
    {
        std::size_t expected = 0;
        for (const auto* side : {&m_pair.baseline, &m_pair.candidate}) {
            if (!side->runs.empty()) {
                expected = std::max(expected, m_runs[side->runs.front()].results.size());
            }
        }
        m_rows.reserve(expected);
        m_states.reserve(expected);
        m_slots.resize(std::bit_ceil(2 * std::max(expected, kFewestRows)), kNone);
        for (const std::size_t run : m_pair.baseline.runs) {
            add(run, SideKind::Baseline);
        }
        for (const std::size_t run : m_pair.candidate.runs) {
            add(run, SideKind::Candidate);
        }
        joinSpellings();
        return std::move(m_rows);
    }

private:
    void add(std::size_t run, SideKind side)
    {
        const auto& results = m_runs[run].results;
        for (std::size_t i = 0; i < results.size(); ++i) {
            const auto test = canonicalTest(m_pair.benchmark, results[i].test);
            if (!m_choice.wants(test, results[i])) {
                continue;
            }
            auto& row = rowFor({.test = test, .result = &results[i]}, run);
            (side == SideKind::Baseline ? row.baseline : row.candidate).push_back({.run = run, .result = i});
        }
    }

    /// The row of @p key. A table may print a row name twice: the second meets the second of the other side.
    MatchedRow& rowFor(const RowKey& key, std::size_t run)
    {
        std::size_t row = firstRowOf(key);
        auto& first = m_states[row];
        first.used = first.run == run ? first.used + 1 : 1;
        first.run = run;
        m_likely = row + 1;
        const auto occurrence = first.used;
        for (std::size_t seen = 1; seen < occurrence; ++seen) {
            if (m_states[row].next == kNone) {
                const auto added = newRow(key, seen + 1);
                m_states[row].next = added;
            }
            row = m_states[row].next;
        }
        return m_rows[row];
    }

    std::size_t firstRowOf(const RowKey& key)
    {
        // Both sides mostly list their tests in one order, so the row behind the last one is tried before the table.
        if (m_likely < m_rows.size() && m_states[m_likely].isFirst && m_states[m_likely].key == key) {
            return m_likely;
        }
        const auto hash = hashOf(key);
        auto slot = hash & (m_slots.size() - 1);
        for (; m_slots[slot] != kNone; slot = (slot + 1) & (m_slots.size() - 1)) {
            const auto& state = m_states[m_slots[slot]];
            if (state.hash == hash && state.key == key) {
                return m_slots[slot];
            }
        }
        m_slots[slot] = newRow(key, 1);
        const auto row = m_slots[slot];
        m_states[row].hash = hash;
        if (2 * m_rows.size() > m_slots.size()) {
            widenSlots();
        }
        return row;
    }

    void widenSlots()
    {
        std::vector<std::size_t> slots(2 * m_slots.size(), kNone);
        for (std::size_t row = 0; row < m_states.size(); ++row) {
            if (m_states[row].isFirst) {
                auto slot = m_states[row].hash & (slots.size() - 1);
                while (slots[slot] != kNone) {
                    slot = (slot + 1) & (slots.size() - 1);
                }
                slots[slot] = row;
            }
        }
        m_slots = std::move(slots);
    }

    std::size_t newRow(const RowKey& key, std::size_t occurrence)
    {
        m_states.push_back({.key = key, .isFirst = occurrence == 1});
        auto& row = m_rows.emplace_back();
        row.test = key.test;
        row.parameters = key.result->parameters;
        row.metric = key.result->metric;
        if (occurrence > 1) {
            row.parameters.emplace("occurrence", std::to_string(occurrence));
        }
        return m_rows.size() - 1;
    }

    /// Rows with one side each that are one test in two spellings, or whose parameters one side does not tell.
    void joinSpellings()
    {
        struct Lone
        {
            std::vector<std::size_t> baseline;
            std::vector<std::size_t> candidate;
        };
        std::map<std::string, Lone> byFold;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            const auto& row = m_rows[i];
            if (row.baseline.empty() != row.candidate.empty()) {
                auto& lone = byFold[foldName(row.test) + kSeparator + foldName(row.metric)];
                (row.candidate.empty() ? lone.baseline : lone.candidate).push_back(i);
            }
        }
        std::vector<bool> isJoined(m_rows.size(), false);
        for (const auto& [fold, lone] : byFold) {
            // Only where nothing else could be meant: a wrong pair is worse than a row without a partner.
            if (lone.baseline.size() != 1 || lone.candidate.size() != 1) {
                continue;
            }
            auto& row = m_rows[lone.baseline.front()];
            auto& other = m_rows[lone.candidate.front()];
            if (agree(row.parameters, other.parameters)) {
                row.candidate = std::move(other.candidate);
                row.parameters.insert(other.parameters.begin(), other.parameters.end());
                isJoined[lone.candidate.front()] = true;
            }
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (!isJoined[i]) {
                if (kept != i) {
                    m_rows[kept] = std::move(m_rows[i]);
                }
                ++kept;
            }
        }
        m_rows.resize(kept);
    }

    std::span<const Run> m_runs;
    const RunPair& m_pair;
    MetricChoice m_choice;
    std::vector<MatchedRow> m_rows;
    static constexpr auto kNone = static_cast<std::size_t>(-1);
    static constexpr std::size_t kFewestRows = 8;

    /// What matching knows of a row: its key, how often the run at hand has used it, the next row of the same key.
    struct State
    {
        RowKey key;
        bool isFirst = true;
        std::size_t hash = 0; ///< of the key; first rows only
        std::size_t run = kNone;
        std::size_t used = 0;
        std::size_t next = kNone;
    };
    std::vector<State> m_states; ///< one for each of m_rows
    /// The first row of each key at or behind the place that its hash names, at most half full. The library's tables
    /// allocate an entry at a time, which costs more than all else here.
    std::vector<std::size_t> m_slots;
    std::size_t m_likely = 0;
};

}

std::vector<MatchedRow> matchRows(std::span<const Run> runs, const RunPair& pair, std::string_view metric)
{
    return Matcher(runs, pair, metric).match();
}

}
