// SPDX-License-Identifier: GPL-3.0-or-later
// Maps memory, touches each page once, and unmaps it.
#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

constexpr int kPages = 64;

size_t pageBytes;
long faultsAtStart;

long faultsNow()
{
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

void prepare()
{
    pageBytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    faultsAtStart = faultsNow();
}

uint64_t run()
{
    const int sharing = kernel::modeIs("shared") ? MAP_SHARED : MAP_PRIVATE;
    const size_t bytes = pageBytes * kPages;
    uint64_t count = 0;
    while (kernel::more(count)) {
        void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            kernel::fail("cannot map memory");
        }
        // One fault for each small page is what is counted.
        madvise(memory, bytes, MADV_NOHUGEPAGE);
        volatile char* bytewise = static_cast<char*>(memory);
        for (size_t at = 0; at < bytes; at += pageBytes) {
            bytewise[at] = 1;
        }
        if (munmap(memory, bytes) != 0) {
            kernel::fail("cannot unmap memory");
        }
        ++count;
    }
    return count;
}

void check(uint64_t count)
{
    kernel::addMetric("faults_per_page",
                      static_cast<double>(faultsNow() - faultsAtStart) / (static_cast<double>(count) * kPages));
}

constexpr kernel::Kernel kPageFault = {
    .id = "page-fault",
    .name = "Page Faults",
    .group = "Memory",
    .unit = "pages/s",
    .per = kPages,
    .exercises =
        "mmap, first-touch page fault, zeroing, memory cgroup charge, unmap with TLB flush; shmem in mode shared",
    .description = "maps 64 pages of anonymous memory, writes to each, unmaps them",
    .modes = {"private", "shared"},
    .prepare = prepare,
    .run = run,
    .check = check,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kPageFault);
}
