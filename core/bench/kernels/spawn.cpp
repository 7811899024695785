// SPDX-License-Identifier: GPL-3.0-or-later
// Makes processes that end at once.
#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

uint64_t run()
{
    uint64_t count = 0;
    while (kernel::more(count)) {
        const pid_t pid = fork();
        if (pid == 0) {
            exit(0); // the ordinary way with all that libc does at the end, which is part of what is measured
        }
        if (pid < 0) {
            // Many copies may reach the limit of processes; what was measured until then is kept.
            if (errno != EAGAIN || count == 0) {
                kernel::fail("cannot fork");
            }
            kernel::markStop();
            kernel::addMetric("stopped_early", 1);
            break;
        }
        int status = 0;
        while (wait(&status) < 0) {
            if (errno != EINTR) {
                kernel::fail("cannot wait for a process");
            }
        }
        if (status != 0) {
            errno = 0;
            kernel::fail("a process did not end well");
        }
        ++count;
    }
    return count;
}

constexpr kernel::Kernel kSpawn = {
    .id = "spawn",
    .name = "Process Creation",
    .group = "UnixBench index set",
    .unit = "lps",
    .per = 1,
    .exercises = "fork, exit and wait: copying and freeing of address spaces, page faults, task and pid allocation",
    .description = "makes a process that ends at once, and waits for it",
    .modes = {"default"},
    .index = {.name = "Process Creation", .baseline = "126", .seconds = 30, .passes = 3, .timebase = 1},
    .run = run,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kSpawn);
}
