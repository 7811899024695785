// SPDX-License-Identifier: GPL-3.0-or-later
// As many threads as CPUs meet at a barrier again and again.
#include "core/bench/kernels/futex.h"
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/latency.h"
#include "core/bench/kernels/placement.h"

#include <errno.h>
#include <pthread.h>

namespace {

constexpr int kMostThreads = 256;

struct alignas(64) Worker
{
    pthread_t thread;
    int number;
    uint64_t crossings;
};

Worker workers[kMostThreads];
uint32_t threads;
bool pinned;

alignas(64) uint32_t arrived;
alignas(64) uint32_t generation;
/// The crossing after which all end; each thread compares its own number, for the main thread runs ahead of the others.
alignas(64) uint64_t last;

void cross()
{
    const uint32_t now = __atomic_load_n(&generation, __ATOMIC_ACQUIRE);
    if (__atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL) == threads) {
        __atomic_store_n(&arrived, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&generation, now + 1, __ATOMIC_RELEASE);
        kernel::futexWake(&generation, INT_MAX);
        return;
    }
    while (__atomic_load_n(&generation, __ATOMIC_ACQUIRE) == now) {
        kernel::futexWait(&generation, now);
    }
}

void crossAgain(Worker& worker)
{
    cross();
    ++worker.crossings;
}

void* work(void* argument)
{
    Worker& worker = *static_cast<Worker*>(argument);
    if (pinned) {
        kernel::takeCpu(worker.number);
    }
    do {
        crossAgain(worker);
    } while (worker.crossings != __atomic_load_n(&last, __ATOMIC_ACQUIRE));
    return nullptr;
}

void prepare()
{
    const int cpus = kernel::usableCpus();
    const int atMost = cpus < kMostThreads ? cpus : kMostThreads;
    threads = static_cast<uint32_t>(atMost > 2 ? atMost : 2);
    pinned = kernel::modeIs("pinned");
    arrived = 0;
    last = UINT64_MAX;
    kernel::resetLatency();
    kernel::addMetric("threads", threads);
    for (uint32_t i = 0; i < threads; ++i) {
        workers[i].number = static_cast<int>(i);
        workers[i].crossings = 0;
        errno = i > 0 ? pthread_create(&workers[i].thread, nullptr, work, &workers[i]) : 0;
        if (errno != 0) {
            kernel::fail("cannot start a thread");
        }
    }
    if (pinned) {
        kernel::takeCpu(0);
    }
    crossAgain(workers[0]); // all are in their places
}

uint64_t run()
{
    return kernel::runTimed([] { crossAgain(workers[0]); });
}

void finish()
{
    __atomic_store_n(&last, workers[0].crossings + 1, __ATOMIC_RELEASE);
    crossAgain(workers[0]);
    for (uint32_t i = 1; i < threads; ++i) {
        pthread_join(workers[i].thread, nullptr);
    }
    kernel::reportLatency();
}

void check(uint64_t count)
{
    errno = 0;
    for (uint32_t i = 0; i < threads; ++i) {
        if (workers[i].crossings != count + 2) {
            kernel::fail("a thread crossed the barrier another number of times");
        }
    }
}

constexpr kernel::Kernel kFutexBarrier = {
    .id = "futex-barrier",
    .name = "Futex Barrier",
    .group = "Locks and wake-ups",
    .unit = "lps",
    .per = 1,
    .exercises = "futex wake of many waiters, hash bucket lock, scheduler wake-up and load balancing, idle states",
    .description =
        "as many threads as CPUs, at least two, meet at a barrier; one crossing counts; pinned to one CPU each or free",
    .modes = {"free", "pinned"},
    .prepare = prepare,
    .run = run,
    .finish = finish,
    .check = check,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kFutexBarrier);
}
