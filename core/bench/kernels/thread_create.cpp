// SPDX-License-Identifier: GPL-3.0-or-later
// Makes threads that end at once.
#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <pthread.h>

namespace {

void* echo(void* argument)
{
    return argument;
}

uint64_t run()
{
    uint64_t count = 0;
    while (kernel::more(count)) {
        pthread_t thread;
        void* result = nullptr;
        errno = pthread_create(&thread, nullptr, echo, &count);
        if (errno == 0) {
            errno = pthread_join(thread, &result);
        }
        if (errno != 0 || result != &count) {
            kernel::fail("cannot start and join a thread");
        }
        ++count;
    }
    return count;
}

constexpr kernel::Kernel kThreadCreate = {
    .id = "thread-create",
    .name = "Thread Creation",
    .group = "Processes",
    .unit = "lps",
    .per = 1,
    .exercises = "clone and exit of a thread, wake-up placement, mmap lock and stack cache of libc, futex of the join",
    .description = "makes a thread that ends at once, and joins it",
    .modes = {"default"},
    .run = run,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kThreadCreate);
}
