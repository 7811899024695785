// SPDX-License-Identifier: GPL-3.0-or-later
// Two event loops wake each other.
#include "core/bench/kernels/kernel.h"
#include "core/bench/kernels/latency.h"
#include "core/bench/kernels/placement.h"

#include <errno.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace {

struct Loop
{
    int event;
    int epoll;
};

Loop mine;
Loop theirs;
pthread_t other;
bool ending;
uint64_t answered;

Loop makeLoop()
{
    const Loop loop = {.event = eventfd(0, EFD_CLOEXEC), .epoll = epoll_create1(EPOLL_CLOEXEC)};
    epoll_event interest = {};
    interest.events = EPOLLIN;
    if (loop.event < 0 || loop.epoll < 0 || epoll_ctl(loop.epoll, EPOLL_CTL_ADD, loop.event, &interest) != 0) {
        kernel::fail("cannot make an event loop");
    }
    return loop;
}

void wake(const Loop& loop)
{
    const uint64_t one = 1;
    if (write(loop.event, &one, sizeof one) != sizeof one) {
        kernel::fail("cannot write to an eventfd");
    }
}

void waitForWake(const Loop& loop)
{
    epoll_event event;
    while (epoll_wait(loop.epoll, &event, 1, -1) != 1) {
        if (errno != EINTR) {
            kernel::fail("cannot wait for an event");
        }
    }
    uint64_t value = 0;
    const ssize_t bytes = read(loop.event, &value, sizeof value);
    if (bytes != sizeof value || value != 1) {
        errno = bytes < 0 ? errno : 0;
        kernel::fail("an event came twice or not at all");
    }
}

void* answer(void* /*argument*/)
{
    kernel::takeSide(true);
    for (;;) {
        waitForWake(theirs);
        if (__atomic_load_n(&ending, __ATOMIC_ACQUIRE)) {
            return nullptr;
        }
        ++answered;
        wake(mine);
    }
}

void prepare()
{
    mine = makeLoop();
    theirs = makeLoop();
    ending = false;
    kernel::resetLatency();
    kernel::placePair();
    errno = pthread_create(&other, nullptr, answer, nullptr);
    if (errno != 0) {
        kernel::fail("cannot start a thread");
    }
    kernel::takeSide(false);
    // A first round, so that the other thread is in its place when the clock starts.
    wake(theirs);
    waitForWake(mine);
    answered = 0;
}

uint64_t run()
{
    return kernel::runTimed([] {
        wake(theirs);
        waitForWake(mine);
    });
}

void finish()
{
    __atomic_store_n(&ending, true, __ATOMIC_RELEASE);
    wake(theirs);
    pthread_join(other, nullptr);
    const Loop* loops[] = {&mine, &theirs};
    for (const Loop* loop : loops) {
        close(loop->event);
        close(loop->epoll);
    }
    kernel::reportLatency();
}

void check(uint64_t count)
{
    errno = 0;
    if (answered != count) {
        kernel::fail("the other thread answered another number of times");
    }
}

constexpr kernel::Kernel kEventfdEpoll = {
    .id = "eventfd-epoll",
    .name = "Eventfd and Epoll Wake-up",
    .group = "Locks and wake-ups",
    .unit = "lps",
    .per = 1,
    .exercises = "eventfd, epoll ready list and its lock, wait queues, scheduler wake-up and placement",
    .description = "two threads wake each other through eventfd and epoll_wait; one round trip counts",
    .modes = {"free", "same-cpu", "cross-cpu"},
    .prepare = prepare,
    .run = run,
    .finish = finish,
    .check = check,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kEventfdEpoll);
}
