// SPDX-License-Identifier: GPL-3.0-or-later
// Many processes make, rename and remove files in one directory.
#include "core/bench/kernels/futex.h"
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/placement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace {

constexpr int kMostWorkers = 128;

struct alignas(64) Worker
{
    uint64_t done;
};

/// In memory that all processes share.
struct Shared
{
    alignas(64) uint32_t ready;
    alignas(64) uint32_t go;
    alignas(64) uint32_t ending;
    Worker workers[kMostWorkers];
};

Shared* shared;
int workerCount;
pid_t pids[kMostWorkers];

void setUp()
{
    void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        kernel::fail("cannot get shared memory");
    }
    shared = static_cast<Shared*>(memory);
    const int cpus = kernel::usableCpus();
    workerCount = cpus < kMostWorkers ? cpus : kMostWorkers;
    workerCount = workerCount > 2 ? workerCount : 2;
    kernel::scratchFolder();
    if (!kernel::modeIs("own-directories")) {
        return;
    }
    for (int i = 0; i < workerCount; ++i) {
        char name[32];
        char path[256];
        snprintf(name, sizeof name, "d%d", i);
        kernel::scratchPath(path, name);
        if (mkdir(path, 0700) != 0) {
            kernel::fail("cannot make a directory (--dir)");
        }
    }
}

[[noreturn]] void work(int number)
{
    const bool own = kernel::modeIs("own-directories");
    char before[64];
    char after[64];
    snprintf(before, sizeof before, own ? "d%d/a" : "a%d", number);
    snprintf(after, sizeof after, own ? "d%d/b" : "b%d", number);
    const int folder = open(kernel::scratchFolder(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        _exit(1);
    }
    __atomic_add_fetch(&shared->ready, 1, __ATOMIC_ACQ_REL);
    kernel::futexWake(&shared->ready, 1);
    while (__atomic_load_n(&shared->go, __ATOMIC_ACQUIRE) == 0) {
        kernel::futexWait(&shared->go, 0);
    }
    while (__atomic_load_n(&shared->ending, __ATOMIC_ACQUIRE) == 0) {
        const int file = openat(folder, before, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0) {
            _exit(2);
        }
        close(file);
        if (renameat(folder, before, folder, after) != 0 || unlinkat(folder, after, 0) != 0) {
            _exit(3);
        }
        kernel::waste(kernel::delayTurns());
        __atomic_add_fetch(&shared->workers[number].done, 1, __ATOMIC_RELAXED);
    }
    _exit(0);
}

void prepare()
{
    shared->ready = 0;
    shared->go = 0;
    shared->ending = 0;
    kernel::addMetric("processes", workerCount);
    for (int i = 0; i < workerCount; ++i) {
        shared->workers[i].done = 0;
        pids[i] = kernel::forkHelper();
        if (pids[i] == 0) {
            work(i);
        }
    }
    for (;;) {
        const uint32_t ready = __atomic_load_n(&shared->ready, __ATOMIC_ACQUIRE);
        if (ready == static_cast<uint32_t>(workerCount)) {
            return;
        }
        kernel::futexWait(&shared->ready, ready);
    }
}

uint64_t doneByAll()
{
    uint64_t sum = 0;
    for (int i = 0; i < workerCount; ++i) {
        sum += __atomic_load_n(&shared->workers[i].done, __ATOMIC_RELAXED);
    }
    return sum;
}

uint64_t run()
{
    constexpr timespec kLook = {.tv_sec = 0, .tv_nsec = 1'000'000};
    __atomic_store_n(&shared->go, 1, __ATOMIC_RELEASE);
    kernel::futexWake(&shared->go, INT_MAX);
    // The alarm ends the sleep; a count is only looked at now and then and may be exceeded.
    while (!kernel::stopped() && doneByAll() < kernel::allowedCount()) {
        nanosleep(&kLook, nullptr);
    }
    __atomic_store_n(&shared->ending, 1, __ATOMIC_RELEASE);
    return doneByAll();
}

void finish()
{
    for (int i = 0; i < workerCount; ++i) {
        kernel::joinHelper(pids[i], "a process could not make, rename or remove its file (--dir)");
    }
}

constexpr kernel::Kernel kDirectoryChurn = {
    .id = "directory-churn",
    .name = "Create, Rename and Unlink",
    .group = "Files",
    .unit = "lps",
    .per = 1,
    .exercises = "the lock of a directory (rwsem) under contention, dentry cache, journal of the file system",
    .description = "as many processes as CPUs, at least two, create, rename and unlink a file each, in one directory "
                   "or in their own",
    .modes = {"one-directory", "own-directories"},
    .setUp = setUp,
    .prepare = prepare,
    .run = run,
    .finish = finish,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kDirectoryChurn);
}
