// SPDX-License-Identifier: GPL-3.0-or-later
// Small writes, each brought to the disk before the next, as a database's log does.
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/latency.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

namespace {

constexpr size_t kBlockBytes = 4096;
constexpr uint64_t kBlocks = 1024;

int file = -1;
alignas(4096) unsigned char block[kBlockBytes];

void writeBlock(uint64_t number)
{
    memcpy(block, &number, sizeof number);
    const ssize_t bytes = pwrite(file, block, kBlockBytes, static_cast<off_t>(number % kBlocks * kBlockBytes));
    if (bytes == kBlockBytes) {
        return;
    }
    errno = bytes < 0 ? errno : ENOSPC;
    kernel::fail("cannot write a file (--dir)");
}

void setUp()
{
    char path[256];
    kernel::scratchPath(path, "log");
    file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | (kernel::modeIs("dsync") ? O_DSYNC : 0), 0600);
    if (file < 0) {
        kernel::fail("cannot make a file (--dir)");
    }
    // The blocks are there before, so that no iteration has to find space.
    static char zeros[kBlockBytes * kBlocks];
    if (write(file, zeros, sizeof zeros) != sizeof zeros || fsync(file) != 0) {
        kernel::fail("cannot write a file (--dir)");
    }
}

void prepare()
{
    kernel::resetLatency();
}

uint64_t run()
{
    const bool full = kernel::modeIs("fsync");
    const bool data = kernel::modeIs("fdatasync");
    uint64_t count = 0;
    while (kernel::more(count)) {
        const uint64_t start = kernel::now();
        writeBlock(count);
        if ((full && fsync(file) != 0) || (data && fdatasync(file) != 0)) {
            kernel::fail("cannot bring a file to the disk");
        }
        ++count;
        kernel::recordLatency(kernel::now() - start);
    }
    return count;
}

void finish()
{
    kernel::reportLatency();
}

/// The last block is there and says which it is.
void check(uint64_t count)
{
    const uint64_t number = count - 1;
    unsigned char back[kBlockBytes];
    const ssize_t bytes = pread(file, back, sizeof back, static_cast<off_t>(number % kBlocks * kBlockBytes));
    errno = bytes < 0 ? errno : 0;
    if (bytes != kBlockBytes || memcmp(back, &number, sizeof number) != 0) {
        kernel::fail("the last block is not in the file");
    }
}

constexpr kernel::Kernel kFsyncWrite = {
    .id = "fsync-write",
    .name = "Synchronous Small Writes",
    .group = "Files",
    .unit = "lps",
    .per = 1,
    .exercises = "fsync path of the file system, its journal, block layer, flush of the disk; on tmpfs nothing of that",
    .description = "writes 4 KiB and brings it to the disk by fsync, fdatasync or O_DSYNC",
    .modes = {"fsync", "fdatasync", "dsync"},
    .setUp = setUp,
    .prepare = prepare,
    .run = run,
    .finish = finish,
    .check = check,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kFsyncWrite);
}
