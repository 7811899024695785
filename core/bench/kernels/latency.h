// SPDX-License-Identifier: GPL-3.0-or-later
// How long single iterations take: a histogram with buckets of 3 %.
#pragma once

#include "core/bench/kernels/kernel.h"

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

/// The loop of a kernel whose iterations are @p turn(), some of them timed; returns the finished iterations.
template<class Turn>
inline uint64_t runTimed(Turn turn)
{
    uint64_t count = 0;
    while (more(count)) {
        const bool timed = isTimed(count);
        const uint64_t start = timed ? now() : 0;
        turn();
        ++count;
        if (timed) {
            recordLatency(now() - start);
        }
    }
    return count;
}

}
