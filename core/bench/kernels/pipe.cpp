// SPDX-License-Identifier: GPL-3.0-or-later
// One process writes 512 bytes into a pipe and reads them back.
#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <unistd.h>

namespace {

constexpr ssize_t kBytes = 512;

int ends[2];

void setUp()
{
    if (pipe(ends) != 0) {
        kernel::fail("cannot make a pipe");
    }
}

uint64_t run()
{
    char buffer[kBytes] = {};
    uint64_t count = 0;
    while (kernel::more(count)) {
        if (write(ends[1], buffer, kBytes) != kBytes) {
            kernel::fail("cannot write to the pipe");
        }
        if (read(ends[0], buffer, kBytes) != kBytes) {
            kernel::fail("cannot read from the pipe");
        }
        ++count;
    }
    return count;
}

constexpr kernel::Kernel kPipe = {
    .id = "pipe",
    .name = "Pipe Throughput",
    .group = "UnixBench index set",
    .unit = "lps",
    .per = 1,
    .exercises = "system call entry, pipe lock, copy from and to user space; no switch, nothing blocks",
    .description = "writes 512 bytes into a pipe and reads them back, in one process",
    .modes = {"default"},
    .index = {.name = "Pipe Throughput", .baseline = "12440", .seconds = 10, .passes = 10, .timebase = 1},
    .setUp = setUp,
    .run = run,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kPipe);
}
