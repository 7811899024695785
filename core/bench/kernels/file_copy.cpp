// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/file_copy.h"

#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

namespace {

constexpr size_t kMostBytes = 4096;

// Static memory, as it is in UnixBench: where a buffer lies decides how fast it is copied.
unsigned char buffer[kMostBytes];
size_t pieceBytes;
size_t fileBytes;
int source = -1;
int target = -1;

int openFile(const char* name)
{
    // A pair of files for each copy of the kernel; shared ones would measure their locks.
    char path[256];
    kernel::scratchPath(path, name);
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        kernel::fail("cannot make a file (--dir)");
    }
    return file;
}

void rewindFile(int file)
{
    if (lseek(file, 0, SEEK_SET) != 0) {
        kernel::fail("cannot rewind a file");
    }
}

void writePiece(int file, size_t bytes)
{
    const ssize_t written = write(file, buffer, bytes);
    if (written == static_cast<ssize_t>(bytes)) {
        return;
    }
    if (written >= 0) {
        errno = ENOSPC;
    }
    kernel::fail("cannot write a file (--dir)");
}

size_t readPiece(int file)
{
    const ssize_t bytes = read(file, buffer, pieceBytes);
    if (bytes < 0) {
        kernel::fail("cannot read a file");
    }
    return static_cast<size_t>(bytes);
}

void setUp()
{
    for (size_t i = 0; i < kMostBytes; ++i) {
        buffer[i] = static_cast<unsigned char>(i & 0xff);
    }
    source = openFile("source");
    target = openFile("target");
    for (size_t done = 0; done < fileBytes; done += pieceBytes) {
        writePiece(source, pieceBytes);
    }
}

/// Writing back what the set-up wrote must not happen while the clock runs.
void prepare()
{
    if (fsync(source) != 0 || fsync(target) != 0) {
        kernel::fail("cannot write back a file");
    }
    rewindFile(source);
    rewindFile(target);
}

uint64_t copy()
{
    uint64_t done = 0;
    while (kernel::more(done >> 10)) {
        const size_t bytes = readPiece(source);
        if (bytes == 0) {
            rewindFile(source);
            rewindFile(target);
            continue;
        }
        writePiece(target, bytes);
        done += bytes;
    }
    return done >> 10;
}

uint64_t writeOnly()
{
    uint64_t done = 0;
    size_t at = 0;
    while (kernel::more(done >> 10)) {
        if (at == fileBytes) {
            rewindFile(target);
            at = 0;
        }
        writePiece(target, pieceBytes);
        at += pieceBytes;
        done += pieceBytes;
    }
    return done >> 10;
}

uint64_t readOnly()
{
    uint64_t done = 0;
    while (kernel::more(done >> 10)) {
        const size_t bytes = readPiece(source);
        if (bytes == 0) {
            rewindFile(source);
        }
        done += bytes;
    }
    return done >> 10;
}

uint64_t run()
{
    if (kernel::modeIs("write")) {
        return writeOnly();
    }
    if (kernel::modeIs("read")) {
        return readOnly();
    }
    return copy();
}

/// Every byte that was written is where it was, and is what the pattern says.
void check(uint64_t count)
{
    if (kernel::modeIs("read")) {
        return;
    }
    const uint64_t copied = count << 10;
    const uint64_t expected = copied < fileBytes ? copied : fileBytes;
    const off_t size = lseek(target, 0, SEEK_END);
    errno = 0;
    if (size < static_cast<off_t>(expected) || size > static_cast<off_t>(fileBytes)) {
        kernel::fail("the copy has the wrong size");
    }
    for (off_t at = 0; at < size; at += static_cast<off_t>(kMostBytes)) {
        unsigned char block[kMostBytes];
        const ssize_t bytes = pread(target, block, sizeof block, at);
        if (bytes <= 0) {
            kernel::fail("cannot read the copy");
        }
        for (ssize_t i = 0; i < bytes; ++i) {
            if (block[i] != (i & 0xff)) {
                kernel::fail("the copy differs from what was copied");
            }
        }
    }
}

}

int fileCopyMain(int argc, char** argv, const char* id, const char* name, const char* baseline, size_t bufferBytes,
                 size_t kibibytes)
{
    pieceBytes = bufferBytes;
    fileBytes = kibibytes * 1024;
    const kernel::Kernel fileCopy = {
        .id = id,
        .name = name,
        .group = "UnixBench index set",
        .unit = "KBps",
        .per = 1,
        .exercises = "read and write of the page cache: entry, VFS, fsnotify and security hooks, copy; no disk",
        .description =
            "copies a small file over and over with read and write, or only writes or reads it; 1 KB is 1024 bytes",
        .modes = {"copy", "write", "read"},
        .index = {.name = name, .baseline = baseline, .seconds = 30, .passes = 3, .timebase = 0},
        .setUp = setUp,
        .prepare = prepare,
        .run = run,
        .check = check,
    };
    return kernel::kernelMain(argc, argv, fileCopy);
}
