// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/directions.h"

#include "core/compare/suites.h"

namespace patchscale {
namespace {

constexpr const char* kAll = "*";

}

Directions::Directions(const std::map<std::string, Better>& byHand)
{
    for (const auto& [name, better] : byHand) {
        const auto folded = foldName(name);
        m_byHand.insert_or_assign(folded, better);
        m_unused.insert(folded);
    }
    m_unused.erase(kAll);
}

Directions::ByName::const_iterator Directions::find(const std::string& test, const std::string& metric,
                                                    const std::string& benchmark) const
{
    for (const auto* name : {&test, &metric, &benchmark}) {
        if (const auto hit = m_byHand.find(foldName(*name)); hit != m_byHand.end()) {
            return hit;
        }
    }
    return m_byHand.find(kAll);
}

void Directions::apply(ComparisonRow& row)
{
    if (m_byHand.empty()) {
        return;
    }
    for (const auto* name : {&row.test, &row.metric, &row.benchmark}) {
        m_unused.erase(foldName(*name));
    }
    if (const auto set = find(row.test, row.metric, row.benchmark); set != m_byHand.end()) {
        row.better = set->second;
    }
}

std::vector<Run> Directions::directed(std::span<const Run> runs) const
{
    std::vector<Run> out(runs.begin(), runs.end());
    for (auto& run : out) {
        for (auto& result : run.results) {
            if (const auto set = find(result.test, result.metric, run.benchmark); set != m_byHand.end()) {
                result.better = set->second;
            }
        }
    }
    return out;
}

Result<void> Directions::check(std::span<const ComparisonGroup> groups) const
{
    if (m_unused.empty()) {
        return {};
    }
    constexpr std::size_t kMostListed = 12; // a profile has hundreds of symbols
    std::set<std::string> known;
    for (const auto& group : groups) {
        known.insert(group.benchmark);
        for (const auto& row : group.rows) {
            known.insert(row.metric);
        }
    }
    std::string hint;
    std::size_t listed = 0;
    for (const auto& name : known) {
        if (!name.empty() && listed++ < kMostListed) {
            hint += (hint.empty() ? "benchmarks and metrics that exist: " : ", ") + name;
        }
    }
    return std::unexpected(
        Error {.code = Errc::Usage,
               .message = "no test, metric or benchmark is called '" + *m_unused.begin() + "', so it has no direction",
               .where = {},
               .hints = {hint + "; a test's name, or * for all, does as well"}});
}

}
