// SPDX-License-Identifier: GPL-3.0-or-later
// fork() of a process with much memory.
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/memory.h"

#include <sys/mman.h>
#include <unistd.h>

namespace {

void setUp()
{
    const size_t bytes = kernel::sizeOfMode();
    auto* memory = static_cast<char*>(kernel::takeMemory(bytes));
    // Small pages whatever the machine prefers: their page tables are what fork copies.
    if (munmap(memory, bytes) != 0) {
        kernel::fail("cannot unmap memory");
    }
    memory = static_cast<char*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (memory == MAP_FAILED) {
        kernel::fail("cannot get memory");
    }
    madvise(memory, bytes, MADV_NOHUGEPAGE);
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    for (size_t at = 0; at < bytes; at += page) {
        memory[at] = 1;
    }
}

uint64_t run()
{
    uint64_t count = 0;
    while (kernel::more(count)) {
        const pid_t pid = fork();
        if (pid == 0) {
            _exit(0);
        }
        if (pid < 0) {
            kernel::fail("cannot fork");
        }
        kernel::joinChild(pid, "a process did not end well");
        ++count;
    }
    return count;
}

constexpr kernel::Kernel kForkHeap = {
    .id = "fork-heap",
    .name = "Fork with a Large Heap",
    .group = "Processes",
    .unit = "lps",
    .per = 1,
    .exercises = "copying page tables, reference counts of pages, teardown of an address space, reverse mapping",
    .description = "forks a process that has written to so much memory in small pages; the child ends at once",
    .modes = {"256M", "64M", "1G"},
    .setUp = setUp,
    .run = run,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kForkHeap);
}
