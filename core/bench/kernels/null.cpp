// SPDX-License-Identifier: GPL-3.0-or-later
// As good as nothing, for its time: what is left of a round is the launcher's.
#include "core/bench/kernels/kernel.h"

#include <time.h>

namespace {

uint64_t doze()
{
    constexpr timespec kPause = {.tv_sec = 0, .tv_nsec = 10'000'000};
    uint64_t count = 0;
    while (kernel::more(count)) {
        nanosleep(&kPause, nullptr); // the alarm cuts the last one short
        ++count;
    }
    return count;
}

uint64_t spin()
{
    uint64_t count = 0;
    while (kernel::more(count)) {
        ++count;
    }
    return count;
}

uint64_t run()
{
    return kernel::modeIs("spin") ? spin() : doze();
}

constexpr kernel::Kernel kNull = {
    .id = "null",
    .name = "Null",
    .group = "Launcher",
    .unit = "lps",
    .per = 1,
    .exercises = "nothing; shows what the launcher adds",
    .description = "sleeps for its time in steps of 10 ms, or counts up (mode spin)",
    .modes = {"sleep", "spin"},
    .index = {},
    .run = run,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kNull);
}
