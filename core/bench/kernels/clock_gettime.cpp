// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a clock, which needs no system call where the clocksource allows it.
#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <time.h>

namespace {

clockid_t whichClock()
{
    if (kernel::modeIs("realtime")) {
        return CLOCK_REALTIME;
    }
    if (kernel::modeIs("monotonic-coarse")) {
        return CLOCK_MONOTONIC_COARSE;
    }
    return CLOCK_MONOTONIC;
}

uint64_t run()
{
    const clockid_t clock = whichClock();
    const bool monotonic = clock != CLOCK_REALTIME;
    timespec before = {};
    uint64_t count = 0;
    while (kernel::more(count)) {
        timespec time;
        if (clock_gettime(clock, &time) != 0) {
            kernel::fail("cannot read the clock");
        }
        if (monotonic
            && (time.tv_sec < before.tv_sec || (time.tv_sec == before.tv_sec && time.tv_nsec < before.tv_nsec))) {
            errno = 0;
            kernel::fail("the clock went back");
        }
        before = time;
        ++count;
    }
    return count;
}

constexpr kernel::Kernel kClockGettime = {
    .id = "clock-gettime",
    .name = "Clock Reading",
    .group = "System calls",
    .unit = "lps",
    .per = 1,
    .exercises = "the vDSO and the clocksource; far slower where the clocksource forces a system call",
    .description = "reads a clock by clock_gettime",
    .modes = {"monotonic", "realtime", "monotonic-coarse"},
    .run = run,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kClockGettime);
}
