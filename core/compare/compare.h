// SPDX-License-Identifier: GPL-3.0-or-later
// The room for comparing. align → reduce → estimate → judge → correct → summarise, one file each.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/compare/comparison.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace patchscale {

/// How p values are adjusted for the number of rows: Holm keeps the chance of any false row at 5 %, Benjamini and
/// Hochberg the expected share of false rows among those that are found.
enum class Adjustment : std::uint8_t { Holm, BenjaminiHochberg };

/// A comparison as a question; its answer is recomputed.
struct ComparisonSpec
{
    std::string baseline; ///< variant label; empty: by role
    std::vector<std::string> candidates; ///< variant labels; empty: all that are not the baseline
    std::string metric; ///< empty: each benchmark's own choice (UnixBench: index); "all": every metric
    double limit = 0.01; ///< the change that matters, as a fraction
    std::map<std::string, double> limits; ///< by the name of a test, a metric or a benchmark, before `limit`
    /// Directions set by hand, before those that documents tell: by the name of a test, a metric or a benchmark, in
    /// this order, in any spelling; "*" for all others.
    std::map<std::string, Better> better;
    Adjustment adjustment = Adjustment::Holm;
};

/// Which documents runs come from, so that numbers of unrelated documents are not taken for one measurement.
struct RunSources
{
    std::vector<std::string> documents; ///< as the output names them
    std::vector<std::size_t> ofRun; ///< for each run an index into `documents`; empty: all runs are of one document
};

class NoiseFloors;

/// Lays @p runs side by side and judges each row. @p claims are audited on the way; their ResultRefs count in @p runs.
/// Pure: no store, no clock, no locale. Fails with Usage when a named variant does not exist (the hint lists those
/// that do), a direction is set for what nothing is called, or a side is empty. With several @p sources, the runs of a
/// document that has both sides stand with each other only, unless the spec names variants or our own runner made them.
/// @p floors, where they are known, are what tests vary by from run to run.
Result<Comparison> compare(std::span<const Run> runs, std::span<const Claim> claims, const ComparisonSpec& spec,
                           const Job& job, const RunSources& sources = {}, const NoiseFloors* floors = nullptr);

}
