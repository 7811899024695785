// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/latency.h"

#include "core/bench/kernels/kernel.h"

#include <string.h>

namespace kernel {
namespace {

// 32 linear steps in each power of two.
constexpr int kStepBits = 5;
constexpr int kSteps = 1 << kStepBits;
constexpr int kBuckets = (64 - kStepBits + 1) * kSteps;

uint64_t buckets[kBuckets];
uint64_t recorded = 0;

int bucketOf(uint64_t value)
{
    if (value < kSteps) {
        return static_cast<int>(value);
    }
    const int shift = 63 - __builtin_clzll(value) - kStepBits;
    return ((shift + 1) * kSteps) + static_cast<int>((value >> shift) & (kSteps - 1));
}

/// The middle of a bucket.
double valueOf(int bucket)
{
    if (bucket < kSteps) {
        return bucket;
    }
    const int shift = (bucket / kSteps) - 1;
    const uint64_t low = static_cast<uint64_t>(kSteps + (bucket % kSteps)) << shift;
    const uint64_t half = (uint64_t {1} << shift) / 2;
    return static_cast<double>(low + half);
}

/// The value that a share of @p percent of the recorded ones does not exceed.
double percentile(uint64_t percent)
{
    const uint64_t wanted = (recorded * percent + 99) / 100;
    uint64_t seen = 0;
    for (int bucket = 0; bucket < kBuckets; ++bucket) {
        seen += buckets[bucket];
        if (seen >= wanted) {
            return valueOf(bucket);
        }
    }
    return 0;
}

}

void resetLatency()
{
    memset(buckets, 0, sizeof buckets);
    recorded = 0;
}

void recordLatency(uint64_t nanoseconds)
{
    ++buckets[bucketOf(nanoseconds)];
    ++recorded;
}

void reportLatency()
{
    if (recorded == 0) {
        return;
    }
    addMetric("p50_ns", percentile(50));
    addMetric("p99_ns", percentile(99));
    addMetric("timed", static_cast<double>(recorded));
}

}
