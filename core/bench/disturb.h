// SPDX-License-Identifier: GPL-3.0-or-later
// Load beside the measured kernel: on the SMT sibling of its hardware thread, or on the same CPU where no core has a
// second thread for us.
#pragma once

#include "core/base/result.h"
#include "core/bench/plan.h"
#include "core/bench/topology.h"
#include "core/model/run.h"

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace patchscale {

/// Where the kernel runs and where its disturber.
struct DisturbedPlace
{
    int measured = 0;
    int disturbed = 0; ///< the same CPU where there is no sibling

    friend bool operator==(const DisturbedPlace&, const DisturbedPlace&) = default;
};

/// The one listed CPU of @p plan, or the first of @p cpus that has a sibling, or the last of them. An error when the
/// plan wants several copies or another placement: the kernel must stay on one hardware thread.
Result<DisturbedPlace> placeDisturber(const RunPlan& plan, const std::vector<LogicalCpu>& cpus);

/// What is kept with a result: "disturber": "busy loop, 90 %", "disturbed CPU": "SMT sibling".
Parameters disturberParameters(const Disturber& disturber, const DisturbedPlace& place);

/// The disturber of `--disturb WORD`: "busy", "pause", or a command that /bin/sh runs.
Disturber disturberOf(std::string_view word, double dutyCycle);

/// A disturber at work. It runs in periods of 10 ms, of which it takes its duty cycle: loops sleep for the rest, a
/// command is stopped and continued by signals, and started again when it ends. It dies with this process.
class RunningDisturber
{
public:
    /// Starts it on @p cpu; when this returns it runs. @p mark is Guard::mark().
    static Result<RunningDisturber> start(const Disturber& disturber, int cpu, const std::string& mark);

    RunningDisturber(RunningDisturber&& other) noexcept;
    RunningDisturber& operator=(RunningDisturber&&) = delete;
    RunningDisturber(const RunningDisturber&) = delete;
    RunningDisturber& operator=(const RunningDisturber&) = delete;
    /// stop(), where nobody wants to know.
    ~RunningDisturber();

    /// Ends it. The duty cycle that it really had: processor time over time, so on a CPU that it shares with the kernel
    /// it may be less than what it was asked for. An error when its command could not be run or ended with another
    /// status than 0 at its last start.
    Result<double> stop();

private:
    RunningDisturber(pid_t process, double begin)
        : m_process(process)
        , m_begin(begin)
    {
    }

    pid_t m_process; ///< -1 when it has been stopped
    double m_begin;
};

}
