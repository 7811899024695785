// SPDX-License-Identifier: GPL-3.0-or-later
// patchscale-start REPORT HOLD PROGRAM ARGUMENT…: starts a command and tells the descriptor REPORT what it took; waits
// for a byte from the descriptor HOLD before the command's first instruction, unless that is -1.
//
// The kernel counts as the peak memory of a program also that of the process which became it. A runner of some
// megabytes would hide what a small command needs, so the command becomes a process out of this one, which has next to
// none: libc only, linked statically.
#include "core/bench/starter/start_report.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int kNotStarted = 127;

double now()
{
    timespec time {};
    clock_gettime(CLOCK_MONOTONIC, &time);
    constexpr double kNanosecond = 1e-9;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * kNanosecond;
}

void say(const char* text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0) {
        _exit(kNotStarted); // nobody listens
    }
}

/// All of @p message to @p report; a pipe takes messages as short as these whole.
template<class Message>
bool tell(int report, const Message& message)
{
    return write(report, &message, sizeof message) == static_cast<ssize_t>(sizeof message);
}

}

int main(int argc, char** argv)
{
    constexpr int kFirstWord = 3;
    if (argc <= kFirstWord) {
        say("patchscale-start is a part of patchscale-runner\n");
        return 2;
    }
    const int report = atoi(argv[1]);
    const int hold = atoi(argv[2]);
    fcntl(report, F_SETFD, FD_CLOEXEC);
    if (hold >= 0) {
        fcntl(hold, F_SETFD, FD_CLOEXEC);
    }
    const pid_t own = getpid();
    double begin = now(); // the child, which runs in this memory until its exec, sets it anew
    const pid_t child = vfork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != own) {
            _exit(kNotStarted); // this process died before the line above
        }
        if (hold >= 0) {
            char byte = 0;
            if (!tell(report, patchscale::HeldCommand {.id = getpid()})) {
                _exit(kNotStarted);
            }
            while (read(hold, &byte, 1) < 0 && errno == EINTR) { }
        }
        begin = now();
        execv(argv[kFirstWord], argv + kFirstWord);
        say("cannot be started: ");
        say(strerrordesc_np(errno));
        say("\n");
        _exit(kNotStarted);
    }
    if (child < 0) {
        say("cannot start the command: ");
        say(strerrordesc_np(errno));
        say("\n");
        return kNotStarted;
    }
    patchscale::StartReport told;
    while (wait4(child, &told.status, 0, &told.usage) < 0 && errno == EINTR) { }
    told.wallSeconds = now() - begin;
    return tell(report, told) ? 0 : 1;
}
