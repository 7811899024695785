// SPDX-License-Identifier: GPL-3.0-or-later
// Two processes send each other 64 bytes through a pair of AF_UNIX stream sockets.
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/ping_pong.h"

#include <sys/socket.h>

namespace {

void prepare()
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
        kernel::fail("cannot make a pair of sockets");
    }
    kernel::startPingPong({.parentIn = pair[0], .parentOut = pair[0], .childIn = pair[1], .childOut = pair[1]}, 64);
}

constexpr kernel::Kernel kUnixSocket = {
    .id = "unix-socket",
    .name = "Unix Socket Round Trip",
    .group = "Network",
    .unit = "lps",
    .per = 1,
    .exercises = "AF_UNIX stream sockets, socket buffers and their memory, scheduler wake-up and placement",
    .description = "two processes send 64 bytes to and fro through AF_UNIX stream sockets; one round trip counts",
    .modes = {"free", "same-cpu", "cross-cpu"},
    .prepare = prepare,
    .run = kernel::runPingPong,
    .finish = kernel::endPingPong,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kUnixSocket);
}
