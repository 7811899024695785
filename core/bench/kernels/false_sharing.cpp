// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads on two CPUs count, each for itself: in one cache line, or far apart.
#include "core/bench/kernels/futex.h"
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/placement.h"

#include <errno.h>
#include <pthread.h>

namespace {

// Further apart than the pairs of lines that some processors fetch.
constexpr int kApart = 64;

alignas(4096) uint64_t words[2 * kApart];
uint64_t* counters[2];
uint32_t phase;
pthread_t other;
uint64_t otherCount;

constexpr uint32_t kWaiting = 0;
constexpr uint32_t kReady = 1;
constexpr uint32_t kGo = 2;

void enter(uint32_t next)
{
    __atomic_store_n(&phase, next, __ATOMIC_RELEASE);
    kernel::futexWake(&phase, INT_MAX);
}

void waitWhile(uint32_t value)
{
    while (__atomic_load_n(&phase, __ATOMIC_ACQUIRE) == value) {
        kernel::futexWait(&phase, value);
    }
}

/// An atomic addition, since a processor may keep plain stores back and hide the sharing.
uint64_t countUp(uint64_t* counter)
{
    uint64_t count = 0;
    while (kernel::more(2 * count)) {
        __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
        ++count;
    }
    return count;
}

void* second(void* /*argument*/)
{
    kernel::takeSide(true);
    enter(kReady);
    waitWhile(kReady);
    otherCount = countUp(counters[1]);
    return nullptr;
}

void prepare()
{
    counters[0] = &words[0];
    counters[1] = kernel::modeIs("padded") ? &words[kApart] : &words[1];
    *counters[0] = 0;
    *counters[1] = 0;
    phase = kWaiting;
    kernel::placeApart();
    errno = pthread_create(&other, nullptr, second, nullptr);
    if (errno != 0) {
        kernel::fail("cannot start a thread");
    }
    kernel::takeSide(false);
    waitWhile(kWaiting);
}

uint64_t run()
{
    enter(kGo);
    const uint64_t mine = countUp(counters[0]);
    kernel::markStop();
    pthread_join(other, nullptr);
    return mine + otherCount;
}

void check(uint64_t count)
{
    errno = 0;
    if (*counters[0] + *counters[1] != count) {
        kernel::fail("the counters lost something");
    }
}

constexpr kernel::Kernel kFalseSharing = {
    .id = "false-sharing",
    .name = "False Sharing",
    .group = "Memory",
    .unit = "lps",
    .per = 1,
    .exercises = "nothing in the kernel: cache coherence between two CPUs; what a layout of hot fields costs or saves",
    .description =
        "two threads on two CPUs count up by atomic additions, in one cache line (shared-line) or apart (padded)",
    .modes = {"shared-line", "padded"},
    .prepare = prepare,
    .run = run,
    .check = check,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kFalseSharing);
}
