// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/match_rows.h"

#include "core/compare/suites.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

namespace patchscale {
namespace {

constexpr char kSeparator = '\x1f'; // in no test, parameter or metric

enum class SideKind : std::uint8_t { Baseline, Candidate };

std::string keyOf(std::string_view test, const TestResult& result)
{
    std::string key;
    key.reserve(test.size() + result.metric.size() + 16);
    key.append(test).push_back(kSeparator);
    key.append(result.metric).push_back(kSeparator);
    for (const auto& [name, value] : result.parameters) {
        key.append(name).append("=").append(value).push_back(kSeparator);
    }
    return key;
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

/// Which metrics of the runs are wanted.
class MetricChoice
{
public:
    MetricChoice(std::span<const Run> runs, const RunPair& pair, std::string_view metric)
        : m_wanted(foldName(metric))
        , m_isIndexPreferred(metric.empty() && isUnixBench(pair.benchmark))
    {
        if (!m_isIndexPreferred) {
            return;
        }
        for (const auto* side : {&pair.baseline, &pair.candidate}) {
            for (const std::size_t run : side->runs) {
                for (const auto& result : runs[run].results) {
                    if (foldName(result.metric) == "index") {
                        m_testsWithIndex.insert(canonicalTest(pair.benchmark, result.test));
                    }
                }
            }
        }
    }

    [[nodiscard]] bool wants(const std::string& test, const TestResult& result) const
    {
        if (m_isIndexPreferred) {
            return foldName(result.metric) == "index" || !m_testsWithIndex.contains(test);
        }
        return m_wanted.empty() || m_wanted == "all" || foldName(result.metric) == m_wanted;
    }

private:
    std::string m_wanted;
    bool m_isIndexPreferred;
    std::unordered_set<std::string> m_testsWithIndex;
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
        std::unordered_map<std::string, int> seen; // in this run: a table may print a row name twice
        const auto& results = m_runs[run].results;
        for (std::size_t i = 0; i < results.size(); ++i) {
            const auto test = canonicalTest(m_pair.benchmark, results[i].test);
            if (!m_choice.wants(test, results[i])) {
                continue;
            }
            auto key = keyOf(test, results[i]);
            const int occurrence = ++seen[key];
            key += std::to_string(occurrence);
            const auto [entry, isNew] = m_byKey.try_emplace(std::move(key), m_rows.size());
            if (isNew) {
                auto& row = m_rows.emplace_back();
                row.test = test;
                row.parameters = results[i].parameters;
                row.metric = results[i].metric;
                if (occurrence > 1) {
                    row.parameters.emplace("occurrence", std::to_string(occurrence));
                }
            }
            auto& row = m_rows[entry->second];
            (side == SideKind::Baseline ? row.baseline : row.candidate).push_back({.run = run, .result = i});
        }
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
    std::unordered_map<std::string, std::size_t> m_byKey;
};

}

std::vector<MatchedRow> matchRows(std::span<const Run> runs, const RunPair& pair, std::string_view metric)
{
    return Matcher(runs, pair, metric).match();
}

}
