// SPDX-License-Identifier: GPL-3.0-or-later
// Two processes send each other 64 bytes through a TCP connection on the loopback interface.
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/ping_pong.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

void sendAtOnce(int socket)
{
    const int yes = 1;
    if (setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) != 0) {
        kernel::fail("cannot set TCP_NODELAY");
    }
}

void prepare()
{
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || client < 0) {
        kernel::notPossible("there are no TCP sockets");
    }
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    if (bind(listener, generic, size) != 0 || listen(listener, 1) != 0 || getsockname(listener, generic, &size) != 0
        || connect(client, generic, size) != 0) {
        kernel::notPossible("127.0.0.1 cannot be reached: is the loopback interface up?");
    }
    const int server = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (server < 0) {
        kernel::fail("cannot accept a connection");
    }
    close(listener);
    sendAtOnce(client);
    sendAtOnce(server);
    kernel::startPingPong({.parentIn = client, .parentOut = client, .childIn = server, .childOut = server}, 64);
}

constexpr kernel::Kernel kTcpLoopback = {
    .id = "tcp-loopback",
    .name = "TCP Loopback Round Trip",
    .group = "Network",
    .unit = "lps",
    .per = 1,
    .exercises = "TCP send and receive paths, softirq on loopback, netfilter hooks, socket lock, scheduler wake-up",
    .description = "two processes send 64 bytes to and fro through TCP on 127.0.0.1; one round trip counts",
    .modes = {"free", "same-cpu", "cross-cpu"},
    .prepare = prepare,
    .run = kernel::runPingPong,
    .finish = kernel::endPingPong,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kTcpLoopback);
}
