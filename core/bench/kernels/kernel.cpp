// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernels/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace kernel {

using namespace internal;

const Kernel* internal::self = nullptr;

Options options;
volatile uint64_t limit;

namespace {

constexpr int kExitNotPossible = 77;
constexpr int kMaxMetrics = 16;

struct Metric
{
    const char* name;
    double value;
};

struct Usage
{
    double user;
    double system;
};

volatile sig_atomic_t over = 0;
uint64_t allowed = 0;
uint64_t endNs = 0;
uint64_t delayCount = 0;

uint64_t startNs = 0;
uint64_t stopNs = 0;
double ownSeconds = 0;
Usage usageAtStart;
Usage usageAtStop;
bool stopMarked = false;

Metric metrics[kMaxMetrics];
int metricCount = 0;

void onAlarm(int /*signal*/)
{
    over = 1;
    limit = 0;
}

void onEnd(int signal)
{
    if (getpid() == owner) {
        cleanUp();
    }
    _exit(128 + signal);
}

void report(uint64_t count, double seconds)
{
    Line line = {};
    line.add(R"({"kernel":"%s","mode":"%s","count":%llu,"seconds":%.9f,"user":%.6f,"system":%.6f,"unit":"%s","per":%d)",
             self->id, options.mode, static_cast<unsigned long long>(count), seconds,
             usageAtStop.user - usageAtStart.user, usageAtStop.system - usageAtStart.system, self->unit, self->per);
    line.add(R"(,"metrics":{)");
    for (int i = 0; i < metricCount; ++i) {
        line.add("%s\"%s\":%.10g", i > 0 ? "," : "", metrics[i].name, metrics[i].value);
    }
    line.add("}}\n");
    line.write(STDOUT_FILENO);
}

// ---- the run

double secondsOf(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + (static_cast<double>(time.tv_usec) * 1e-6);
}

Usage usageNow()
{
    rusage own = {};
    rusage children = {};
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return {.user = secondsOf(own.ru_utime) + secondsOf(children.ru_utime),
            .system = secondsOf(own.ru_stime) + secondsOf(children.ru_stime)};
}

/// The turns of waste() that last @p nanoseconds when nothing disturbs: by the fastest of many short trials.
uint64_t spinsFor(double nanoseconds)
{
    constexpr uint64_t kTurns = 200000;
    uint64_t fastest = UINT64_MAX;
    for (int trial = 0; trial < 100; ++trial) {
        const uint64_t before = now();
        waste(kTurns);
        const uint64_t took = now() - before;
        fastest = took < fastest ? took : fastest;
    }
    return static_cast<uint64_t>(nanoseconds * static_cast<double>(kTurns)
                                 / static_cast<double>(fastest > 0 ? fastest : 1));
}

void arm(double seconds)
{
    over = 0;
    allowed = UINT64_MAX;
    limit = delayCount > 0 ? 0 : allowed;
    endNs = now() + static_cast<uint64_t>(seconds * 1e9);
    itimerval timer = {};
    timer.it_value.tv_sec = static_cast<time_t>(seconds);
    timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - static_cast<double>(timer.it_value.tv_sec)) * 1e6);
    if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) {
        timer.it_value.tv_usec = 1;
    }
    if (setitimer(ITIMER_REAL, &timer, nullptr) != 0) {
        fail("cannot set the alarm");
    }
}

void allow(uint64_t count)
{
    over = 0;
    allowed = count;
    endNs = UINT64_MAX;
    limit = delayCount > 0 ? 0 : allowed;
}

void disarm()
{
    const itimerval timer = {};
    setitimer(ITIMER_REAL, &timer, nullptr);
}

void call(void (*hook)())
{
    if (hook != nullptr) {
        hook();
    }
}

void warmUp()
{
    if (!(options.warmUp > 0)) {
        return;
    }
    call(self->prepare);
    arm(options.warmUp);
    const uint64_t count = self->run();
    disarm();
    call(self->finish);
    if (count > 0 && self->check != nullptr) {
        self->check(count);
    }
    metricCount = 0;
    ownSeconds = 0;
    stopMarked = false;
}

void waitForGo()
{
    if (readyDescriptor >= 0) {
        if (write(readyDescriptor, "r", 1) != 1) {
            fail("cannot tell that it is ready (--ready-fd)");
        }
        close(readyDescriptor);
        readyDescriptor = -1;
    }
    if (goDescriptor >= 0) {
        char byte = 0;
        ssize_t got = 0;
        do {
            got = read(goDescriptor, &byte, 1);
        } while (got < 0 && errno == EINTR);
        if (got < 0) {
            fail("cannot wait for the start (--go-fd)");
        }
        close(goDescriptor);
        goDescriptor = -1;
    }
}

}

// ---- interface

void fail(const char* what)
{
    const int error = errno;
    if (getpid() != owner) {
        _exit(1); // a helper; the owner tells
    }
    complain(what, error != 0 ? strerror(error) : "");
    cleanUp();
    _exit(1);
}

void notPossible(const char* why)
{
    complain("not possible here", why);
    cleanUp();
    _exit(kExitNotPossible);
}

bool modeIs(const char* name)
{
    return strcmp(options.mode, name) == 0;
}

bool moreSlowly(uint64_t finished)
{
    if (over != 0 || finished >= allowed) {
        return false;
    }
    if (delayCount > 0) {
        waste(delayCount);
    }
    return true;
}

bool stopped()
{
    return over != 0;
}

void markStop()
{
    stopNs = now();
    usageAtStop = usageNow();
    stopMarked = true;
}

void setSeconds(double seconds)
{
    ownSeconds = seconds;
}

uint64_t now()
{
    timespec time = {};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (static_cast<uint64_t>(time.tv_sec) * 1000000000U) + static_cast<uint64_t>(time.tv_nsec);
}

uint64_t deadline()
{
    return endNs;
}

uint64_t allowedCount()
{
    return allowed;
}

uint64_t delayTurns()
{
    return delayCount;
}

__attribute__((noinline)) void waste(uint64_t turns)
{
    for (uint64_t i = 0; i < turns; ++i) {
        asm volatile("" : : "r"(i));
    }
}

void interruptWaits()
{
    handle(SIGALRM, onAlarm, 0);
}

void addMetric(const char* name, double value)
{
    // Neither infinity nor "not a number" has a place in JSON.
    if (metricCount < kMaxMetrics && value - value == 0) {
        metrics[metricCount++] = {.name = name, .value = value};
    }
}

int kernelMain(int argc, char** argv, const Kernel& kernel)
{
    self = &kernel;
    owner = getpid();
    if (readArguments(argc, argv)) {
        describe();
        return 0;
    }
    handle(SIGALRM, onAlarm, SA_RESTART);
    handle(SIGTERM, onEnd, 0);
    handle(SIGINT, onEnd, 0);
    handle(SIGHUP, onEnd, 0);
    if (delayNs > 0) {
        delayCount = spinsFor(delayNs) + 1;
    }
    call(self->setUp);
    warmUp();
    call(self->prepare);
    waitForGo();
    usageAtStart = usageNow();
    startNs = now();
    if (options.count > 0) {
        allow(options.count);
    } else {
        arm(options.seconds);
    }
    const uint64_t count = self->run();
    if (!stopMarked) {
        stopNs = now();
    }
    disarm();
    call(self->finish);
    if (!stopMarked) {
        usageAtStop = usageNow();
    }
    errno = 0;
    if (count == 0) {
        fail("the time was over before one iteration was; ask for more seconds");
    }
    if (self->check != nullptr) {
        self->check(count);
    }
    if (delayNs > 0) {
        addMetric("delayNs", delayNs);
    }
    report(count, ownSeconds > 0 ? ownSeconds : static_cast<double>(stopNs - startNs) * 1e-9);
    call(self->tearDown);
    cleanUp();
    return 0;
}

}
