// SPDX-License-Identifier: GPL-3.0-or-later
// How long single iterations take: a histogram with buckets of 3 %.
#pragma once

#include <stdint.h>

namespace kernel {

/// Forgets what was recorded.
void resetLatency();

/// Records an iteration that took @p nanoseconds.
void recordLatency(uint64_t nanoseconds);

/// Puts "p50_ns", "p99_ns" and the number of iterations looked at, "timed", into the metrics; nothing when none was
/// recorded.
void reportLatency();

/// Whether iteration @p count is one of those that are timed: every 64th, so that reading the clock does not change the
/// rate.
inline bool isTimed(uint64_t count)
{
    return (count & 63) == 0;
}

}
