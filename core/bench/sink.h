// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/record.h"

#include <string_view>

namespace patchscale {

/// What is being measured now.
struct RoundStart
{
    std::string variant;
    std::string kernel;
    std::string name;
    std::string mode;
    int copies = 1;
    int round = 1;
    int rounds = 1; ///< planned; with `--until` the most that there may be
    double secondsLeft = 0; ///< estimate for the whole run
};

/// Told of everything while a plan runs, in the thread that runs it. The runner prints it, the tests collect it.
class RunSink
{
public:
    RunSink() = default;
    RunSink(const RunSink&) = delete;
    RunSink& operator=(const RunSink&) = delete;
    virtual ~RunSink() = default;

    virtual void roundStarted(const RoundStart& start) = 0;
    virtual void sampleTaken(const RoundStart& start, const RoundSample& sample) = 0;
    virtual void kernelFailed(const RoundStart& start, std::string_view reason) = 0;
    virtual void warned(const BenchWarning& warning) = 0;
    /// Anything worth a line in the log: "switched to after: kernel.sched_x = 0, read back 0".
    virtual void logged(std::string_view line) = 0;
};

}
