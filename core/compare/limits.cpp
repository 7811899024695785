// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/limits.h"

#include "core/compare/suites.h"

namespace patchscale {

Limits::Limits(const ComparisonSpec& spec)
    : m_limit(spec.limit)
{
    for (const auto& [name, limit] : spec.limits) {
        const auto folded = foldName(canonicalTest("unixbench", name));
        m_byName.insert_or_assign(folded, limit);
        m_unused.insert_or_assign(folded, name);
    }
}

void Limits::apply(ComparisonRow& row)
{
    row.limit = m_limit;
    if (m_byName.empty()) {
        return;
    }
    bool isSet = false;
    for (const auto* name : {&row.test, &row.metric, &row.benchmark}) {
        const auto folded = foldName(*name);
        m_unused.erase(folded);
        const auto own = m_byName.find(folded);
        if (own != m_byName.end() && !isSet) {
            row.limit = own->second;
            isSet = true;
        }
    }
}

Result<void> Limits::check() const
{
    if (m_unused.empty()) {
        return {};
    }
    return std::unexpected(Error {
        .code = Errc::Usage,
        .message = "no test, metric or benchmark is called '" + m_unused.begin()->second + "', so it has no limit",
        .where = {},
        .hints = {"names are spelt as the comparison prints them, in small or capital letters"}});
}

}
