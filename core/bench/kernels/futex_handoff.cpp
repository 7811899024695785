// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads hand a turn to and fro, as a contended lock is handed from owner to waiter.
#include "core/bench/kernels/futex.h"
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/latency.h"
#include "core/bench/kernels/placement.h"

#include <errno.h>
#include <pthread.h>

namespace {

constexpr uint32_t kMine = 0;
constexpr uint32_t kTheirs = 1;
constexpr uint32_t kEnd = 2;

alignas(64) uint32_t turn;
// Written by whoever has the turn; wrong at the end if both ever had it.
uint64_t taken;
pthread_t other;

void give(uint32_t to)
{
    __atomic_store_n(&turn, to, __ATOMIC_RELEASE);
    kernel::futexWake(&turn, 1);
}

/// False at the end.
bool waitForTurn(uint32_t wanted)
{
    for (;;) {
        const uint32_t value = __atomic_load_n(&turn, __ATOMIC_ACQUIRE);
        if (value == wanted) {
            return true;
        }
        if (value == kEnd) {
            return false;
        }
        kernel::futexWait(&turn, value);
    }
}

void* answer(void* /*argument*/)
{
    kernel::takeSide(true);
    while (waitForTurn(kTheirs)) {
        ++taken;
        give(kMine);
    }
    return nullptr;
}

void prepare()
{
    turn = kMine;
    taken = 0;
    kernel::resetLatency();
    kernel::placePair();
    errno = pthread_create(&other, nullptr, answer, nullptr);
    if (errno != 0) {
        kernel::fail("cannot start a thread");
    }
    kernel::takeSide(false);
    // A first turn, so that the other thread is in its place when the clock starts.
    give(kTheirs);
    waitForTurn(kMine);
    taken = 0;
}

uint64_t run()
{
    return kernel::runTimed([] {
        ++taken;
        give(kTheirs);
        waitForTurn(kMine);
    });
}

void finish()
{
    give(kEnd);
    pthread_join(other, nullptr);
    kernel::reportLatency();
}

void check(uint64_t count)
{
    errno = 0;
    if (taken != 2 * count) {
        kernel::fail("the two threads did not take turns");
    }
}

constexpr kernel::Kernel kFutexHandoff = {
    .id = "futex-handoff",
    .name = "Futex Handoff",
    .group = "Locks and wake-ups",
    .unit = "lps",
    .per = 1,
    .exercises = "futex wait and wake, hash bucket lock, scheduler wake-up and placement, idle states",
    .description = "two threads hand a turn to and fro by futex, as a contended lock is; one round trip counts",
    .modes = {"free", "same-cpu", "cross-cpu"},
    .prepare = prepare,
    .run = run,
    .finish = finish,
    .check = check,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kFutexHandoff);
}
