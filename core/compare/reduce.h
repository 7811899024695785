// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/match_rows.h"
#include "core/stats/summary.h"

#include <optional>
#include <span>

namespace patchscale {

/// Fills @p row with what was matched, and its sides from the results that @p matched names: a common unit, samples
/// pooled in order, the centre (median of samples, or the one value that there is; with several boots on both sides the
/// mean of their medians), spread and count. False when the
/// units do not go together; the sides then keep their written values and `row.unit` stays empty.
bool reduceRow(std::span<const Run> runs, MatchedRow&& matched, ComparisonRow& row);

/// True where both sides were measured in two boots or more: then a boot is one observation, since repeats inside one
/// boot do not see what differs from boot to boot.
bool isByBoot(const ComparisonRow& row);

/// Mean, standard deviation and count of a reported value, when its spread and count allow to know them.
std::optional<MeanSummary> reportedSummary(const Side& side);

/// Standard deviation of the centre of @p side where a spread is reported without a count; nothing when unknown.
std::optional<double> reportedNoise(const Side& side);

}
