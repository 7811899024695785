// SPDX-License-Identifier: GPL-3.0-or-later
// What every benchmark kernel shares: command line, barrier, stop, result line, clean-up.
//
// A kernel is a small program of its own that links nothing but libc, because what a fork or an exec costs depends on
// what is linked. So this is C++ written like C: no standard library, no exceptions, no heap objects, no static
// constructors. HACKING.md tells how to add a kernel; docs/kernels.md describes them all.
#pragma once

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

namespace kernel {

/// The command line after it was read.
struct Options
{
    const char* mode;
    double seconds; ///< 0 when a count was asked for
    uint64_t count; ///< 0 when seconds were asked for
    double warmUp;
    const char* directory; ///< where temporary files go
};

/// Where a kernel has its place in the UnixBench index; a null name when it has none.
struct IndexEntry
{
    const char* name;
    const char* baseline; ///< decimal number, as printed in reports
    int seconds;
    int passes;
    int timebase;
};

/// What a kernel is and how it runs. Hooks may be null except `run`.
struct Kernel
{
    const char* id;
    const char* name;
    const char* group; ///< under which heading people find it
    const char* unit;
    int per; ///< rate = count * per / seconds
    const char* exercises;
    const char* description;
    const char* modes[8]; ///< the first is the default; the rest null
    IndexEntry index = {};

    void (*setUp)() = nullptr; ///< once: files, memory, sockets
    void (*prepare)() = nullptr; ///< before warm-up and before the measurement, not timed: processes, threads
    uint64_t (*run)() = nullptr; ///< loops while more() says so; returns the finished iterations
    void (*finish)() = nullptr; ///< after each run, not timed: ends what prepare() started
    void (*check)(uint64_t count) = nullptr; ///< is the result right? fail() if not
    void (*tearDown)() = nullptr; ///< once
};

/// The body of main().
int kernelMain(int argc, char** argv, const Kernel& kernel);

extern Options options;

/// Ends the program with exit code 1: what went wrong, and the text of errno unless it is 0.
[[noreturn]] void fail(const char* what);

/// Ends the program with exit code 77: it cannot be done here, and why.
[[noreturn]] void notPossible(const char* why);

/// Whether the mode asked for is @p name.
bool modeIs(const char* name);

// ---- the loop

/// The iterations that are allowed; 0 once the time is up. Lock-free, also written by the signal handler.
extern volatile uint64_t limit;

/// The part of more() that is not taken in an ordinary run.
bool moreSlowly(uint64_t finished);

/// Whether another iteration may start after @p finished ones: one load and one comparison.
inline bool more(uint64_t finished)
{
    return __builtin_expect(finished < limit, 1) || moreSlowly(finished);
}

/// Whether the time is up; for loops that wait for something.
bool stopped();

/// Takes end time and processor time now instead of after run() and finish().
void markStop();

/// Replaces the measured seconds by those that the kernel took itself.
void setSeconds(double seconds);

/// CLOCK_MONOTONIC in nanoseconds.
uint64_t now();

// ---- for loops that go on in another program, which more() does not reach

/// When the time will be up, by now(); UINT64_MAX when a count was asked for.
uint64_t deadline();

/// The iterations asked for; UINT64_MAX when a time was.
uint64_t allowedCount();

/// The busy-wait of --delay-ns in turns of waste(); 0 without.
uint64_t delayTurns();

/// Busy-waits; the time is fixed in work, because on some machines reading a clock takes longer than a short wait.
void waste(uint64_t turns);

/// From now on the alarm ends waitpid() and read() with EINTR instead of restarting them.
void interruptWaits();

// ---- further numbers of the result

/// Adds "name": value to "metrics" of the result line; the name must live until the end.
void addMetric(const char* name, double value);

// ---- files and processes that must not stay behind

/// The folder of this process below --dir, made on first use and removed with its registered files at the end.
const char* scratchFolder();

/// Writes the path of @p name in the scratch folder to @p path and registers it for removal.
void scratchPath(char (&path)[256], const char* name);

/// fork() for a helper process that lives through a run: dies with its parent, has no handlers of ours; 0 in the child.
pid_t forkHelper();

/// Waits for the child @p pid; fail() if it did not end with exit code 0.
void joinChild(pid_t pid, const char* what);

/// joinChild() for a helper.
void joinHelper(pid_t pid, const char* what);

/// Kills and reaps a helper.
void killHelper(pid_t pid);

/// Makes this process the leader of a group of its own, so that grandchildren can be ended with it.
void leadGroup();

/// In leadGroup(): kills what runs below this process.
void killGroup();

}
