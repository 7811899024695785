// SPDX-License-Identifier: GPL-3.0-or-later
// The system call that does least, past libc.
#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

uint64_t run()
{
    const long self = getpid();
    uint64_t count = 0;
    while (kernel::more(count)) {
        if (syscall(SYS_getpid) != self) {
            errno = 0;
            kernel::fail("getpid answers with another process");
        }
        ++count;
    }
    return count;
}

constexpr kernel::Kernel kGetpid = {
    .id = "getpid",
    .name = "Getpid System Call",
    .group = "System calls",
    .unit = "lps",
    .per = 1,
    .exercises = "system call entry and exit alone, with its mitigations, seccomp and audit hooks",
    .description = "getpid by syscall(2)",
    .modes = {"default"},
    .run = run,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kGetpid);
}
