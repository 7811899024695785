// SPDX-License-Identifier: GPL-3.0-or-later
// What a test is known to vary by on a machine, learned from runs of the same variants.
#pragma once

#include "core/compare/comparison.h"
#include "core/compare/estimate.h"
#include "core/stats/run_spread.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>

namespace patchscale {

/// How much each test varies from run to run, by machine, test, parameters and metric.
class NoiseFloors
{
public:
    NoiseFloors() = default;

    /// Learns from @p runs, all that are known, not only those that are compared: runs of one named variant and kernel
    /// on one named machine are repeats of each other, and so are boots within a run. Equal values count once, since a
    /// report may be quoted in another document; repeats that differ by more than a factor of 2 are no repeats.
    explicit NoiseFloors(std::span<const Run> runs);

    /// What is known of the result at @p place of @p run; null where it was never repeated.
    [[nodiscard]] const RunSpread* find(const Run& run, const TestResult& result) const;

    /// Of how many results it is known.
    [[nodiscard]] std::size_t size() const
    {
        return m_byResult.size();
    }

    friend bool operator==(const NoiseFloors&, const NoiseFloors&) = default;

private:
    std::unordered_map<std::string, RunSpread> m_byResult;
};

using NoiseFloorsPtr = std::shared_ptr<const NoiseFloors>;

/// Brings what @p floors know of the test of @p row into its estimate: a p value where the row itself has too little to
/// test, and else a bound that a difference within single runs has to exceed, too. Rows with several runs or boots on
/// both sides show their own spread and are left alone. `results` of the sides count in @p runs.
void applyNoiseFloor(std::span<const Run> runs, const NoiseFloors& floors, ComparisonRow& row, Estimate& estimate);

}
