// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/compare.h"

#include <map>
#include <string>

namespace patchscale {

/// The change that matters for a row: what is set for its test, its metric or its suite, in this order, else for all.
class Limits
{
public:
    explicit Limits(const ComparisonSpec& spec);

    /// Sets the limit of @p row, whose benchmark, test and metric are known.
    void apply(ComparisonRow& row);

    /// Fails with Usage where a limit was set for a name that no row bears.
    [[nodiscard]] Result<void> check() const;

private:
    double m_limit;
    std::map<std::string, double, std::less<>> m_byName; ///< by folded name; UnixBench's ids by their tests' names
    std::map<std::string, std::string, std::less<>> m_unused; ///< folded names that no row has borne, as they were set
};

}
