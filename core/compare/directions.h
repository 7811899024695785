// SPDX-License-Identifier: GPL-3.0-or-later
// Which direction is good, where the user says so.
#pragma once

#include "core/base/result.h"
#include "core/compare/comparison.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace patchscale {

/// Puts directions that were set by hand over those that documents tell.
class Directions
{
public:
    /// @p byHand as ComparisonSpec::better tells it.
    explicit Directions(const std::map<std::string, Better>& byHand);

    /// Sets the direction of @p row, whose benchmark, test and metric are known.
    void apply(ComparisonRow& row);

    /// @p runs with the directions set in them, for what looks at results instead of rows.
    [[nodiscard]] std::vector<Run> directed(std::span<const Run> runs) const;

    /// Whether any was set.
    [[nodiscard]] bool isSet() const
    {
        return !m_byHand.empty();
    }

    /// Fails with Usage where a direction was set for a name that no row bears; the hint lists those that exist.
    [[nodiscard]] Result<void> check(std::span<const ComparisonGroup> groups) const;

private:
    using ByName = std::map<std::string, Better, std::less<>>;

    /// What is set for a test, a metric or a benchmark, in this order, or for all.
    [[nodiscard]] ByName::const_iterator find(const std::string& test, const std::string& metric,
                                              const std::string& benchmark) const;

    ByName m_byHand; ///< by folded name
    std::set<std::string, std::less<>> m_unused; ///< folded names that no row has borne yet
};

}
