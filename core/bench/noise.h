// SPDX-License-Identifier: GPL-3.0-or-later
// What makes numbers doubtful, looked for before, during and after a run. Nothing is changed here: each finding says
// what the user can do.
#pragma once

#include "core/bench/record.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// What a look for noise found.
struct NoiseCheck
{
    enum class State : std::uint8_t {
        Passed,
        Doubtful, ///< becomes a warning of the run
        Unknown, ///< the system does not tell
    };
    std::string code; ///< BenchWarning::code: "load", "frequency-scaling", …
    std::string title; ///< what was looked at: "Other load"
    State state = State::Unknown;
    std::string message; ///< what was found
    std::string mend; ///< what to do; empty unless doubtful
};

/// A process and the CPU time that it has used.
struct ProcessTime
{
    std::string name;
    double seconds = 0;
};

/// The counters of a machine at one moment; what is not told is empty. Two of them tell what happened in between.
struct NoiseSnapshot
{
    std::optional<double> cpuSeconds; ///< of all CPUs in all states, idle included: the clock of what follows
    std::optional<double> stealSeconds;
    std::optional<double> busySeconds;
    int cpus = 1;
    std::optional<double> throttleCount; ///< cores and packages
    std::optional<double> groupThrottledSeconds; ///< by the control group's quota
    std::optional<double> swappedPages; ///< in and out
    std::map<int, ProcessTime> processes; ///< by process id
};

/// A process that took CPU time between two snapshots.
struct BusyProcess
{
    int id = 0;
    std::string name;
    double share = 0; ///< of one CPU: 1.5 is one and a half
};

/// The counters of the machine at @p root ("/" outside tests).
NoiseSnapshot takeNoiseSnapshot(const std::filesystem::path& root);

/// Processes that took 5 % of a CPU or more, the busiest first. @p own, the process that asks, is left out.
std::vector<BusyProcess> busyProcesses(const NoiseSnapshot& before, const NoiseSnapshot& after, int own);

/// Adds the fact "processes.busy".
void addBusyProcesses(MachineFacts& facts, const std::vector<BusyProcess>& busy);

/// Every check that can be made before a run, passed ones too. Between the snapshots the machine was left alone for
/// some tenths of a second; @p own is the process that asks.
std::vector<NoiseCheck> checksBefore(const MachineFacts& facts, const NoiseSnapshot& before, const NoiseSnapshot& after,
                                     int own);

/// What happened to the machine while a run went on: steal, throttling, swapping.
std::vector<BenchWarning> warningsBetween(const NoiseSnapshot& before, const NoiseSnapshot& after);

/// What the samples of a result tell: drift over the rounds, outliers, two modes, copies pushed off their CPU.
std::vector<BenchWarning> warningsOfSamples(const KernelResult& result);

/// The doubtful ones as warnings.
std::vector<BenchWarning> warningsOf(const std::vector<NoiseCheck>& checks);

}
