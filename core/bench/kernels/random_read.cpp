// SPDX-License-Identifier: GPL-3.0-or-later
// Reads blocks of a file in random order, out of the page cache or past it.
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/latency.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

namespace {

constexpr size_t kBlockBytes = 4096;
constexpr uint64_t kBlocks = 16384; // 64 MiB

int file = -1;
alignas(4096) unsigned char block[kBlockBytes];

void setUp()
{
    char path[256];
    kernel::scratchPath(path, "data");
    file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        kernel::fail("cannot make a file (--dir)");
    }
    for (uint64_t number = 0; number < kBlocks; ++number) {
        memcpy(block, &number, sizeof number);
        const ssize_t bytes = write(file, block, kBlockBytes);
        if (bytes != kBlockBytes) {
            errno = bytes < 0 ? errno : ENOSPC;
            kernel::fail("cannot write a file (--dir)");
        }
    }
    if (fsync(file) != 0) {
        kernel::fail("cannot bring a file to the disk");
    }
    if (!kernel::modeIs("direct")) {
        return;
    }
    close(file);
    file = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);
    if (file < 0 || pread(file, block, kBlockBytes, 0) != kBlockBytes) {
        kernel::notPossible("the file system of --dir does not read past the page cache (O_DIRECT)");
    }
}

uint64_t run()
{
    const bool direct = kernel::modeIs("direct");
    uint64_t random = 0x9e3779b97f4a7c15U;
    uint64_t count = 0;
    while (kernel::more(count)) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        const uint64_t number = random % kBlocks;
        const bool timed = direct || kernel::isTimed(count);
        const uint64_t start = timed ? kernel::now() : 0;
        if (pread(file, block, kBlockBytes, static_cast<off_t>(number * kBlockBytes)) != kBlockBytes) {
            kernel::fail("cannot read a file");
        }
        if (timed) {
            kernel::recordLatency(kernel::now() - start);
        }
        if (memcmp(block, &number, sizeof number) != 0) {
            errno = 0;
            kernel::fail("a block is not the one that was asked for");
        }
        ++count;
    }
    return count;
}

constexpr kernel::Kernel kRandomRead = {
    .id = "random-read",
    .name = "Random Read",
    .group = "Files",
    .unit = "lps",
    .per = 1,
    .exercises = "page cache lookup and copy (cached); block layer, I/O scheduler and disk latency (direct)",
    .description = "reads 4 KiB at random places of a file of 64 MiB, out of the page cache or past it",
    .modes = {"cached", "direct"},
    .setUp = setUp,
    .prepare = kernel::resetLatency,
    .run = run,
    .finish = kernel::reportLatency,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kRandomRead);
}
