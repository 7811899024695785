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

void Directions::apply(ComparisonRow& row)
{
    if (m_byHand.empty()) {
        return;
    }
    auto set = m_byHand.end();
    for (const auto* name : {&row.test, &row.metric, &row.benchmark}) {
        const auto hit = m_byHand.find(foldName(*name));
        if (hit != m_byHand.end()) {
            m_unused.erase(hit->first);
            set = set == m_byHand.end() ? hit : set;
        }
    }
    if (set == m_byHand.end()) {
        set = m_byHand.find(kAll);
    }
    if (set != m_byHand.end()) {
        row.better = set->second;
    }
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
