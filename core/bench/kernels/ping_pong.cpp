// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/ping_pong.h"

#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/latency.h"
#include "core/bench/kernels/placement.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

namespace kernel {
namespace {

constexpr size_t kMostBytes = 4096;

Ends open;
size_t messageBytes;
pid_t child = 0;
uint64_t turn = 0;

bool send(int descriptor, const char* message)
{
    size_t done = 0;
    while (done < messageBytes) {
        const ssize_t bytes = write(descriptor, message + done, messageBytes - done);
        if (bytes < 0 && errno == EINTR) {
            continue;
        }
        if (bytes <= 0) {
            return false;
        }
        done += static_cast<size_t>(bytes);
    }
    return true;
}

/// False at the end of what the other side sends, with errno 0.
bool receive(int descriptor, char* message)
{
    size_t done = 0;
    while (done < messageBytes) {
        const ssize_t bytes = read(descriptor, message + done, messageBytes - done);
        if (bytes < 0 && errno == EINTR) {
            continue;
        }
        if (bytes <= 0) {
            errno = bytes == 0 ? 0 : errno;
            return false;
        }
        done += static_cast<size_t>(bytes);
    }
    return true;
}

[[noreturn]] void answer()
{
    close(open.parentIn);
    if (open.parentOut != open.parentIn) {
        close(open.parentOut);
    }
    takeSide(true);
    char message[kMostBytes] = {};
    uint64_t expected = 0;
    while (receive(open.childIn, message)) {
        uint64_t got = 0;
        memcpy(&got, message, sizeof got);
        if (got != expected) {
            _exit(2);
        }
        if (!send(open.childOut, message)) {
            _exit(errno == EPIPE || errno == ECONNRESET ? 0 : 3);
        }
        ++expected;
    }
    _exit(errno == 0 || errno == ECONNRESET ? 0 : 4);
}

}

void startPingPong(const Ends& ends, size_t bytes)
{
    open = ends;
    messageBytes = bytes;
    turn = 0;
    signal(SIGPIPE, SIG_IGN);
    resetLatency();
    placePair();
    child = forkHelper();
    if (child == 0) {
        answer();
    }
    close(open.childIn);
    if (open.childOut != open.childIn) {
        close(open.childOut);
    }
    takeSide(false);
}

uint64_t runPingPong()
{
    char message[kMostBytes] = {};
    return runTimed([&message] {
        memcpy(message, &turn, sizeof turn);
        if (!send(open.parentOut, message)) {
            fail("cannot send to the other process");
        }
        if (!receive(open.parentIn, message)) {
            fail("the other process does not answer");
        }
        uint64_t got = 0;
        memcpy(&got, message, sizeof got);
        if (got != turn) {
            errno = 0;
            fail("the other process answers something else");
        }
        ++turn;
    });
}

void endPingPong()
{
    close(open.parentOut);
    if (open.parentIn != open.parentOut) {
        close(open.parentIn);
    }
    joinHelper(child, "the other process did not end well");
    reportLatency();
}

}
