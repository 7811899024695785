// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"
#include "core/stats/rank_test.h"

#include <cstdint>
#include <optional>
#include <string>

namespace patchscale {

/// What is known for judging a row, by what its sides hold.
enum class Basis : std::uint8_t {
    NoPartner, ///< one side has no such test
    Units, ///< the units do not go together
    NoRatio, ///< the baseline is 0: a change has no percentage
    Bare, ///< at least one side is a single value or a mean without spread
    SpreadOnly, ///< a spread is reported, the number of runs is not
    FewSamples, ///< samples, but fewer than a test needs
    NoiseFloor, ///< one of the three before, but the test is known to vary so much on this machine
    Summary, ///< reported mean, spread and count on both sides
    Samples, ///< enough samples on both sides
    NotSteady, ///< series without a common time in which they keep their level
};

/// The estimated effect of a row, before the correction for many rows.
struct Estimate
{
    Basis basis = Basis::Bare;
    double effect = 0; ///< the change that is judged: Hodges-Lehmann for samples, else ComparisonRow::change
    double variation = 0; ///< standard deviation of one observation, relative to the centre; 0 when unknown
    bool isByBoot = false; ///< an observation is a boot
    double noise = 0; ///< SpreadOnly: standard deviation of the change
    bool isByStretch = false; ///< an observation is a stretch of a series
    std::string words; ///< of a series: where it is compared, or why it is not
    std::optional<double> equivalence; ///< p of the two one-sided tests, where the interval lies within the limit
    std::optional<double> floor; ///< change between runs of one variant that 95 % stay within, where that is known
};

/// Computes change, interval, p and effect of @p row, whose sides are reduced. @p haveUnits is what reduceRow() said.
Estimate estimateRow(ComparisonRow& row, bool haveUnits, RankTests& tests);

}
