// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured: the content of a run document (JSON, written by core/bench/run_document.h, read back by the format
// "patchscale-run" of parsers/).
#pragma once

#include "core/model/run.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// One round of one kernel: all its copies, released together.
struct RoundSample
{
    std::string boot; ///< boot id of the machine
    int round = 0; ///< from 1
    int order = 0; ///< place in the whole order of the run, from 1
    double rate = 0; ///< sum over the copies by the kernel's own clock, in the kernel's unit
    double wallRate = 0; ///< UnixBench's way: counts over the wall time with process start and exit
    double count = 0; ///< sum over the copies
    double seconds = 0; ///< mean of the copies' own clocks
    double user = 0; ///< CPU seconds, all copies
    double system = 0;
    std::vector<double> copyRates; ///< by the kernel's own clock
    std::vector<int> cpus; ///< where the copies were pinned; empty where they were free
    std::map<std::string, double> metrics; ///< what the kernel measured beside its rate ("p99_ns"), mean of the copies
    double involuntarySwitches = 0; ///< of all copies, a second of their CPU time, set-up and warm-up included
    std::vector<std::string> perfStat {}; ///< JSON objects as `perf stat -j` wrote them, over all copies
};

/// One kernel in one mode with one number of copies.
struct KernelResult
{
    std::string kernel; ///< KernelInfo::id
    std::string name;
    std::string mode; ///< empty where there is only one
    int copies = 1;
    std::string unit;
    Better better = Better::Higher;
    std::optional<double> baseline; ///< of the UnixBench index
    std::vector<RoundSample> samples; ///< in the order of measuring; empty where it failed before the first
    std::optional<std::string> failed; ///< why it could not run or had to be stopped; samples taken before are kept
    Parameters parameters; ///< "disturber": "busy loop, 90 %", "placement": …

    /// UnixBench's combination of the iterations (drop the lowest third by count, geometric mean of the rest) over
    /// wallRate; empty without samples.
    std::optional<double> combined;
    std::optional<double> index; ///< 10 × combined / baseline

    /// Why there are no more samples, where rounds were not fixed: "interval of ±0.8 % after 14 rounds".
    std::optional<std::string> ended {};
};

/// A circumstance that makes numbers doubtful, and what to do about it.
struct BenchWarning
{
    std::string code; ///< "load", "frequency-scaling", "throttled", "steal", "drift", "outliers", "two-modes", …
    std::string message;
    std::string mend; ///< empty where nothing can be done
};

/// The machine under test as facts under dotted names ("cpu.model", "cpu.governor", "kernel.release", "memory.thp").
struct MachineFacts
{
    std::map<std::string, std::string> values;
};

/// What made the kernels, and the tools that they use.
struct ToolFacts
{
    std::string version; ///< of Patchscale
    std::string compiler;
    std::string flags;
    std::string libc;
    std::string shell; ///< what /bin/sh is
    std::string coreutils;
    std::string locale;
};

/// What fio reported of one round.
struct FioRound
{
    std::string boot; ///< boot id of the machine
    int round = 0; ///< from 1
    int order = 0; ///< place among fio's rounds of the run, from 1
    std::string report; ///< its JSON as it wrote it
};

/// A job file that fio ran.
struct FioRecord
{
    std::string name; ///< "seq-read"
    std::vector<FioRound> rounds;
    std::optional<std::string> failed; ///< why there are no more rounds
};

/// What another program reported, as it wrote it: perf report, UnixBench.
struct ReportText
{
    std::string name; ///< "perf report of Pipe Throughput"
    Parameters parameters; ///< what its numbers belong to besides variant and machine: command, mode, copies
    std::string text;
    std::string log {}; ///< what it wrote besides, for people who look into it
};

/// One variant's results.
struct VariantRecord
{
    std::string label;
    std::optional<Role> role;
    std::vector<KernelResult> results;
    std::vector<FioRecord> fio {};
    std::vector<ReportText> reports {};
    std::string switchedBy {}; ///< the command that switched to it; empty where nothing was switched
    std::string check {}; ///< the command that told that the switch took; empty where what it writes was read back
    std::optional<double> delayNs {}; ///< busy-wait added to each iteration, where a variant had one
};

/// One invocation: what `patchscale-runner run` or `ab` leaves behind.
struct RunRecord
{
    ToolFacts tool;
    MachineFacts machine;
    std::string started; ///< ISO 8601, UTC
    std::string directory; ///< where the kernels put their files, and the file system there: "/tmp (tmpfs)"
    std::vector<VariantRecord> variants; ///< one for `run`, two for `ab`
    std::uint64_t seed = 0; ///< that `order` was drawn from
    std::vector<std::string> order; ///< "round 1 before pipe": what was measured when
    std::vector<BenchWarning> warnings;
    std::optional<std::string>
        ended; ///< why the run ended, where rounds were not fixed: "interval ±0.4 %", "20 rounds"
};

}
