// SPDX-License-Identifier: GPL-3.0-or-later
// Two processes hand a counter to and fro through two pipes.
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/ping_pong.h"

#include <unistd.h>

namespace {

void prepare()
{
    int there[2];
    int back[2];
    if (pipe(there) != 0 || pipe(back) != 0) {
        kernel::fail("cannot make a pipe");
    }
    kernel::startPingPong({.parentIn = back[0], .parentOut = there[1], .childIn = there[0], .childOut = back[1]},
                          sizeof(uint64_t));
}

constexpr kernel::Kernel kContextSwitch = {
    .id = "context-switch",
    .name = "Pipe-based Context Switching",
    .group = "UnixBench index set",
    .unit = "lps",
    .per = 1,
    .exercises = "scheduler wake-up and placement, context switch with its mitigations, pipes; idle states when apart",
    .description = "two processes send a counter to and fro through two pipes; one round trip counts",
    .modes = {"free", "same-cpu", "cross-cpu"},
    .index = {.name = "Pipe-based Context Switching", .baseline = "4000", .seconds = 10, .passes = 10, .timebase = 1},
    .prepare = prepare,
    .run = kernel::runPingPong,
    .finish = kernel::endPingPong,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kContextSwitch);
}
