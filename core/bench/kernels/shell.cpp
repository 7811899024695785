// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/shell.h"

#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

// The text has the size of UnixBench's: what sort, od and grep do with it decides part of the time.
constexpr int kTextBytes = 8546;
constexpr int kTextLines = 362;
constexpr int kMatches = 35;

constexpr const char* kShell = "/bin/sh";

// Starts $1 work scripts side by side; its end tells whether all were well.
constexpr const char* kDriver = R"(#!/bin/sh
left=$1
status=0
while [ "$left" -gt 0 ]; do
    /bin/sh work.sh text &
    all="$all $!"
    left=$((left - 1))
done
for one in $all; do
    wait "$one" || status=1
done
exit $status
)";

// Eight programs on one text; with a second argument the results are kept under that name.
constexpr const char* kWork = R"(#!/bin/sh
set -e
sort <"$1" >sort.$$
od sort.$$ | sort -n -k 1 >od.$$
grep the sort.$$ | tee grep.$$ | wc >wc.$$
[ -z "$2" ] || cp wc.$$ "$2"
rm sort.$$ od.$$ grep.$$ wc.$$
)";

int scripts = 1;
pid_t current = 0;

void writeFile(const char* name, const char* text, size_t bytes)
{
    char path[256];
    kernel::scratchPath(path, name);
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    if (file < 0 || write(file, text, bytes) != static_cast<ssize_t>(bytes) || close(file) != 0) {
        kernel::fail("cannot write a script (--dir)");
    }
}

/// Lines of words in no order, the same on every machine; every tenth line has "the" in it.
void writeText()
{
    static const char* const kWords[] = {"page", "lock",  "queue",  "of",    "a",  "timer", "signal",
                                         "and",  "in",    "buffer", "inode", "by", "slab",  "socket",
                                         "to",   "futex", "core",   "is",    "on", "zone",  "packet"};
    constexpr uint32_t kWordCount = sizeof kWords / sizeof kWords[0];
    static char text[kTextBytes + 1];
    uint32_t random = 12345;
    int at = 0;
    int matches = 0;
    for (int line = 0; line < kTextLines; ++line) {
        // What is left is shared evenly, so that the last line ends with the last byte.
        const int length = ((kTextBytes - at) / (kTextLines - line)) - 1;
        const int end = at + length;
        if (matches * kTextLines < line * kMatches + 1 && matches < kMatches) {
            for (const char* letter = "the "; *letter != '\0'; ++letter) {
                text[at++] = *letter;
            }
            ++matches;
        }
        while (at < end) {
            random = random * 1664525U + 1013904223U;
            const char* word = kWords[(random >> 16) % kWordCount];
            while (*word != '\0' && at < end) {
                text[at++] = *word++;
            }
            if (at < end) {
                text[at++] = ' ';
            }
        }
        text[at++] = '\n';
    }
    writeFile("text", text, kTextBytes);
}

/// Starts the shell with up to two arguments in the folder of the scripts.
pid_t startShell(const char* script, const char* first, const char* second)
{
    const pid_t pid = fork();
    if (pid < 0) {
        kernel::fail("cannot fork");
    }
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execl(kShell, kShell, script, first, second, static_cast<char*>(nullptr));
        _exit(99);
    }
    return pid;
}

/// False when the time was over first.
bool shellEnded(pid_t pid)
{
    int status = 0;
    // The alarm must not wait for the scripts, so there is no restart; see setUp().
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) {
            kernel::fail("cannot wait for a script");
        }
        if (kernel::stopped()) {
            return false;
        }
    }
    if (status != 0) {
        errno = 0;
        kernel::fail("a script did not end well: sort, od, grep, tee, wc and rm are needed");
    }
    return true;
}

/// One run of the work script whose result is known.
void tryWork()
{
    if (!shellEnded(startShell("work.sh", "text", "kept"))) {
        return;
    }
    const int file = open("kept", O_RDONLY | O_CLOEXEC);
    char text[128] = {};
    if (file < 0 || read(file, text, sizeof text - 1) <= 0) {
        kernel::fail("cannot read what a script wrote");
    }
    close(file);
    unlink("kept");
    errno = 0;
    if (strtol(text, nullptr, 10) != kMatches) {
        kernel::fail("the scripts find another number of lines than there are");
    }
}

void setUp()
{
    if (access(kShell, X_OK) != 0) {
        kernel::notPossible("there is no /bin/sh");
    }
    kernel::leadGroup();
    kernel::interruptWaits();
    writeFile("driver.sh", kDriver, strlen(kDriver));
    writeFile("work.sh", kWork, strlen(kWork));
    writeText();
    if (chdir(kernel::scratchFolder()) != 0) {
        kernel::fail("cannot go to the folder of the scripts");
    }
    tryWork();
}

uint64_t run()
{
    char number[16];
    snprintf(number, sizeof number, "%d", scripts);
    uint64_t count = 0;
    while (kernel::more(count)) {
        current = startShell("driver.sh", number, nullptr);
        if (!shellEnded(current)) {
            break;
        }
        current = 0;
        ++count;
    }
    // A loop that the alarm cut is not counted, and its end not waited for.
    kernel::markStop();
    return count;
}

void finish()
{
    if (current > 0) {
        kernel::killGroup();
    }
    current = 0;
}

}

int shellMain(int argc, char** argv, const char* id, const char* name, const char* baseline, int concurrent)
{
    scripts = concurrent;
    const kernel::Kernel shell = {
        .id = id,
        .name = name,
        .group = "UnixBench index set",
        .unit = "lpm",
        .per = 60,
        .exercises =
            "exec, fork, exit, page faults, pipes, small files; /bin/sh, coreutils, grep and the locale of the system",
        .description =
            "starts shell scripts that sort, dump and search a small text; one loop ends when all have ended",
        .modes = {"default"},
        .index = {.name = name, .baseline = baseline, .seconds = 60, .passes = 3, .timebase = 60},
        .setUp = setUp,
        .run = run,
        .finish = finish,
    };
    return kernel::kernelMain(argc, argv, shell);
}
