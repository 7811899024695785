// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be run: kernels, copies, placement, rounds. Made by the runner's command line and by the Run page.
#pragma once

#include "core/model/run.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// One way to run a kernel, as its `--describe` tells it.
struct KernelInfo
{
    std::filesystem::path program;
    std::string id; ///< "pipe"
    std::string name; ///< what people call it: "Pipe Throughput"
    std::string group; ///< "UnixBench index set", "Locks and wake-ups", "Memory", "Files", "Processes", "Network"
    std::string unit; ///< "lps"
    Better better = Better::Higher;
    std::string exercises; ///< what in the kernel decides the number
    std::string description; ///< one line
    std::vector<std::string> modes; ///< the first is the default; empty where there is only one way
    std::optional<double> baseline; ///< of the UnixBench index machine; empty where it is not in the index
    double suiteSeconds = 10; ///< how long one iteration takes in the suite
    int suitePasses = 3; ///< how many iterations the suite takes
    int timebase = 1; ///< UnixBench's: 1 per second, 60 per minute, 0 where it takes the kernel's own clock
};

/// A kernel in the mode in which it is to run.
struct KernelChoice
{
    KernelInfo kernel;
    std::string mode; ///< empty for the default
};

/// On which CPUs the copies of a kernel run.
enum class Placement : std::uint8_t { Free, List, PerCpu, PerPhysicalCore, PerNumaNode };

/// What keeps the neighbour of the measured CPU busy.
enum class Disturbance : std::uint8_t { None, BusyLoop, PauseLoop, Command };

/// Load on the SMT sibling of the measured CPU, or on the same CPU where there is no SMT.
struct Disturber
{
    Disturbance kind = Disturbance::None;
    std::vector<std::string> command; ///< for Command
    double dutyCycle = 1; ///< share of the time that it runs, above 0 and up to 1
};

/// What one invocation measures. Times in seconds.
struct RunPlan
{
    std::vector<KernelChoice> kernels;
    std::vector<int> copies {1}; ///< each kernel runs with each of these numbers of copies
    Placement placement = Placement::Free;
    std::vector<int> cpus; ///< for List
    double warmUp = 0.5;
    double seconds = 2; ///< of one sample; 0 where `count` decides or, without a count, as long as in the suite
    std::uint64_t count = 0; ///< iterations of one sample; 0 where `seconds` decides
    int rounds = 5; ///< samples of each kernel; 0 for as many as in the suite
    std::uint64_t seed = 1; ///< of the order within the rounds
    double timeoutFactor = 5; ///< a copy is killed after warm-up + seconds times this, at least 10 s
    double delayNs = 0; ///< busy-wait added to each iteration, to simulate a change
    std::filesystem::path directory; ///< where kernels put their files; empty for the system's temporary folder
    Disturber disturber;
    std::optional<std::string> perfStat {}; ///< events that perf stat counts beside each sample; empty: perf's choice
    std::vector<std::string> fio {}; ///< names of fio's jobs that follow the rounds, as many rounds as the kernels have
    int fioRounds = 0;
    std::filesystem::path starter {}; ///< patchscale-start, for timed commands; empty: their memory is not told
    std::filesystem::path commandLog {}; ///< what timed commands print is added to this file; empty for nowhere
};

}
