// SPDX-License-Identifier: GPL-3.0-or-later
// The cheapest system calls, one after the other.
#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

int readEnd = -1;

void setUp()
{
    // A descriptor of our own: copies that share one would fight for its reference count.
    int ends[2];
    if (pipe(ends) != 0) {
        kernel::fail("cannot make a pipe");
    }
    close(ends[1]);
    readEnd = ends[0];
    if (kernel::modeIs("exec") && access("/bin/true", X_OK) != 0) {
        kernel::notPossible("/bin/true cannot be run");
    }
}

uint64_t mix()
{
    uint64_t count = 0;
    while (kernel::more(count)) {
        close(dup(readEnd));
        syscall(SYS_getpid);
        getuid();
        umask(022);
        ++count;
    }
    return count;
}

uint64_t closeOnly()
{
    uint64_t count = 0;
    while (kernel::more(count)) {
        close(dup(readEnd));
        ++count;
    }
    return count;
}

uint64_t getpidOnly()
{
    uint64_t count = 0;
    while (kernel::more(count)) {
        syscall(SYS_getpid);
        ++count;
    }
    return count;
}

uint64_t exec()
{
    uint64_t count = 0;
    while (kernel::more(count)) {
        const pid_t pid = fork();
        if (pid < 0) {
            kernel::fail("cannot fork");
        }
        if (pid == 0) {
            execl("/bin/true", "/bin/true", static_cast<char*>(nullptr));
            _exit(1);
        }
        kernel::joinChild(pid, "/bin/true did not end well");
        ++count;
    }
    return count;
}

uint64_t run()
{
    if (kernel::modeIs("close")) {
        return closeOnly();
    }
    if (kernel::modeIs("getpid")) {
        return getpidOnly();
    }
    if (kernel::modeIs("exec")) {
        return exec();
    }
    return mix();
}

/// The loops ignore what the calls return, as an application does; one call of each is looked at here.
void check(uint64_t /*count*/)
{
    const int copy = dup(readEnd);
    if (copy < 0 || close(copy) != 0) {
        kernel::fail("cannot duplicate and close a descriptor");
    }
    const mode_t mask = umask(022);
    errno = 0;
    if (kernel::modeIs("mix") && mask != 022) {
        kernel::fail("umask did not keep what was set");
    }
    if (syscall(SYS_getpid) != getpid()) {
        kernel::fail("getpid answers with another process");
    }
}

constexpr kernel::Kernel kSyscall = {
    .id = "syscall",
    .name = "System Call Overhead",
    .group = "UnixBench index set",
    .unit = "lps",
    .per = 1,
    .exercises = "system call entry and exit with its mitigations, seccomp and audit hooks, descriptor table",
    .description =
        "dup, close, getpid, getuid and umask (mode mix, 5 calls), dup and close (close), getpid (getpid), or fork and "
        "exec of /bin/true (exec)",
    .modes = {"mix", "close", "getpid", "exec"},
    .index = {.name = "System Call Overhead", .baseline = "15000", .seconds = 10, .passes = 10, .timebase = 1},
    .setUp = setUp,
    .run = run,
    .check = check,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kSyscall);
}
