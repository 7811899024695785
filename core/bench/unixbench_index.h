// SPDX-License-Identifier: GPL-3.0-or-later
// UnixBench's way from iterations to an index, so that our suite index can stand beside a UnixBench report.
#pragma once

#include "core/bench/record.h"

#include <optional>
#include <span>
#include <vector>

namespace patchscale {

/// One iteration: what UnixBench sorts by and what it takes the mean of.
struct Iteration
{
    double count = 0; ///< raw count; the rate itself for tests that UnixBench lets time themselves
    double rate = 0;
};

/// The lowest third by count (rounded down) is dropped, the geometric mean of the other rates is taken. Nothing without
/// iterations or when a kept rate is not positive.
std::optional<double> combineIterations(std::span<const Iteration> iterations);

/// The suite score over the twelve tests of the UnixBench index, all with @p copies copies and in their default mode:
/// the geometric mean of their indexes. Nothing unless all twelve are there.
std::optional<double> suiteScore(const VariantRecord& record, int copies);

}
