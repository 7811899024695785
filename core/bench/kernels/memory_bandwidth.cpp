// SPDX-License-Identifier: GPL-3.0-or-later
// Streams through memory that is larger than most caches.
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/memory.h"

#include <errno.h>

namespace {

constexpr size_t kArrayBytes = size_t {128} << 20;
constexpr size_t kBlockBytes = size_t {1} << 20;
constexpr size_t kBlocks = kArrayBytes / kBlockBytes;
constexpr size_t kNumbers = kBlockBytes / sizeof(double);

double* arrays[3];
double sum;

int arraysOfMode()
{
    if (kernel::modeIs("triad")) {
        return 3;
    }
    return kernel::modeIs("copy") ? 2 : 1;
}

void setUp()
{
    for (int i = 0; i < arraysOfMode(); ++i) {
        arrays[i] = static_cast<double*>(kernel::takeMemory(kArrayBytes));
        for (size_t at = 0; at < kArrayBytes / sizeof(double); ++at) {
            arrays[i][at] = i + 1;
        }
    }
}

void copy(double* to, const double* from)
{
    for (size_t i = 0; i < kNumbers; ++i) {
        to[i] = from[i];
    }
}

void fill(double* to, double value)
{
    for (size_t i = 0; i < kNumbers; ++i) {
        to[i] = value;
    }
}

double add(const double* from)
{
    // Several sums, or the additions would wait for each other.
    double sums[8] = {};
    for (size_t i = 0; i < kNumbers; i += 8) {
        for (size_t lane = 0; lane < 8; ++lane) {
            sums[lane] += from[i + lane];
        }
    }
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

void triad(double* to, const double* one, const double* two)
{
    for (size_t i = 0; i < kNumbers; ++i) {
        to[i] = one[i] + (3 * two[i]);
    }
}

uint64_t run()
{
    const bool read = kernel::modeIs("read");
    const bool write = kernel::modeIs("write");
    const bool three = kernel::modeIs("triad");
    const auto blocksEach = static_cast<uint64_t>(arraysOfMode());
    uint64_t count = 0;
    sum = 0;
    for (size_t block = 0; kernel::more(count); block = (block + 1) % kBlocks) {
        const size_t at = block * kNumbers;
        if (read) {
            sum += add(arrays[0] + at);
        } else if (write) {
            fill(arrays[0] + at, 1);
        } else if (three) {
            triad(arrays[0] + at, arrays[1] + at, arrays[2] + at);
        } else {
            copy(arrays[0] + at, arrays[1] + at);
        }
        count += blocksEach;
    }
    return count;
}

void check(uint64_t count)
{
    errno = 0;
    // Ones in all that was read; whole numbers that a double holds exactly.
    if (kernel::modeIs("read") && sum != static_cast<double>(count * kNumbers)) {
        kernel::fail("the sum of what was read is wrong");
    }
    double expected = 1;
    if (kernel::modeIs("copy")) {
        expected = 2;
    }
    if (kernel::modeIs("triad")) {
        expected = 2 + (3 * 3);
    }
    for (size_t i = 0; i < kNumbers; ++i) {
        if (arrays[0][i] != expected) {
            kernel::fail("what was written is wrong");
        }
    }
}

constexpr kernel::Kernel kMemoryBandwidth = {
    .id = "memory-bandwidth",
    .name = "Memory Bandwidth",
    .group = "Memory",
    .unit = "MiB/s",
    .per = 1,
    .exercises = "nothing in the kernel but where it put the pages: memory controllers, NUMA placement, huge pages",
    .description =
        "streams through arrays of 128 MiB: copy, read, write or triad; bytes read and bytes written both count",
    .modes = {"copy", "read", "write", "triad"},
    .setUp = setUp,
    .run = run,
    .check = check,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kMemoryBandwidth);
}
