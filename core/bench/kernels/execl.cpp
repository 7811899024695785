// SPDX-License-Identifier: GPL-3.0-or-later
// A process that replaces itself by itself, again and again. What an exec costs depends on the program: this one is
// kept at the size of UnixBench's (11 to 13 KB of code, 9 KB of zeroed data), a PIE that is dynamically linked to libc
// only.
#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// External linkage keeps it although nothing uses it.
char execlZeroedData[6 * 1024];

namespace {

constexpr const char* kAgain = "--again";

char binary[256];
pid_t chain = 0;
int gate = -1;
int answer = -1;

enum Argument : int { Marker = 1, Count, Deadline, Allowed, Delay, Arguments };

/// Replaces the process, or tells the count and ends.
[[noreturn]] void step(const char* path, uint64_t count, uint64_t deadline, uint64_t allowed, uint64_t delay)
{
    if (count < allowed && kernel::now() < deadline) {
        kernel::waste(delay);
        char numbers[4][24];
        snprintf(numbers[0], sizeof numbers[0], "%llu", static_cast<unsigned long long>(count));
        snprintf(numbers[1], sizeof numbers[1], "%llu", static_cast<unsigned long long>(deadline));
        snprintf(numbers[2], sizeof numbers[2], "%llu", static_cast<unsigned long long>(allowed));
        snprintf(numbers[3], sizeof numbers[3], "%llu", static_cast<unsigned long long>(delay));
        // A small environment that is the same everywhere: its size is part of the cost.
        static char search[] = "PATH=/usr/local/bin:/usr/bin:/bin";
        static char language[] = "LANG=C";
        char* environment[] = {search, language, nullptr};
        execle(path, path, kAgain, numbers[0], numbers[1], numbers[2], numbers[3], static_cast<char*>(nullptr),
               environment);
        _exit(1);
    }
    // Standard output of the chain is the pipe to the process that started it.
    _exit(write(STDOUT_FILENO, &count, sizeof count) == sizeof count ? 0 : 1);
}

void copyBinary()
{
    char copy[256];
    kernel::scratchPath(copy, "execl");
    const int from = open(binary, O_RDONLY | O_CLOEXEC);
    const int to = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    if (from < 0 || to < 0) {
        kernel::fail("cannot copy the program");
    }
    char block[65536];
    ssize_t bytes = 0;
    while ((bytes = read(from, block, sizeof block)) > 0) {
        if (write(to, block, static_cast<size_t>(bytes)) != bytes) {
            kernel::fail("cannot write the copy of the program");
        }
    }
    if (bytes < 0 || close(to) != 0) {
        kernel::fail("cannot copy the program");
    }
    close(from);
    memcpy(binary, copy, sizeof binary);
    if (access(binary, X_OK) != 0) {
        kernel::notPossible("no program can be run in the folder for temporary files (--dir)");
    }
}

void setUp()
{
    const ssize_t bytes = readlink("/proc/self/exe", binary, sizeof binary - 1);
    if (bytes <= 0 || bytes == sizeof binary - 1) {
        kernel::fail("cannot tell where this program is");
    }
    binary[bytes] = '\0';
    if (kernel::modeIs("private")) {
        copyBinary();
    }
}

void prepare()
{
    int start[2];
    int result[2];
    if (pipe2(start, O_CLOEXEC) != 0 || pipe2(result, O_CLOEXEC) != 0) {
        kernel::fail("cannot make a pipe");
    }
    chain = kernel::forkHelper();
    if (chain == 0) {
        close(start[1]);
        dup2(result[1], STDOUT_FILENO);
        uint64_t terms[2];
        if (read(start[0], terms, sizeof terms) != sizeof terms) {
            _exit(1);
        }
        step(binary, 0, terms[0], terms[1], kernel::delayTurns());
    }
    close(start[0]);
    close(result[1]);
    gate = start[1];
    answer = result[0];
}

uint64_t run()
{
    const uint64_t terms[2] = {kernel::deadline(), kernel::allowedCount()};
    if (write(gate, terms, sizeof terms) != sizeof terms) {
        kernel::fail("cannot start the chain of programs");
    }
    uint64_t count = 0;
    ssize_t bytes = 0;
    do {
        bytes = read(answer, &count, sizeof count);
    } while (bytes < 0 && errno == EINTR);
    if (bytes != sizeof count) {
        errno = 0;
        kernel::fail("the chain of programs broke");
    }
    return count;
}

void finish()
{
    close(gate);
    close(answer);
    kernel::joinHelper(chain, "the chain of programs did not end well");
}

constexpr kernel::Kernel kExecl = {
    .id = "execl",
    .name = "Execl Throughput",
    .group = "UnixBench index set",
    .unit = "lps",
    .per = 1,
    .exercises = "exec: new address space, ELF loading, dynamic linking, page faults; security modules; with many "
                 "copies of a shared "
                 "program the lock of its pages",
    .description =
        "a process replaces itself by the same program; all copies run one file (shared) or each its own (private)",
    .modes = {"shared", "private"},
    .index = {.name = "Execl Throughput", .baseline = "43.0", .seconds = 30, .passes = 3, .timebase = 1},
    .setUp = setUp,
    .prepare = prepare,
    .run = run,
    .finish = finish,
};

uint64_t number(const char* text)
{
    return strtoull(text, nullptr, 10);
}

}

int main(int argc, char** argv)
{
    if (argc == Arguments && strcmp(argv[Marker], kAgain) == 0) {
        step(argv[0], number(argv[Count]) + 1, number(argv[Deadline]), number(argv[Allowed]), number(argv[Delay]));
    }
    return kernel::kernelMain(argc, argv, kExecl);
}
