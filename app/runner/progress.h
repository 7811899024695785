// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/finding.h"
#include "core/bench/plan.h"
#include "core/bench/sink.h"

#include <functional>
#include <string>
#include <vector>

namespace patchscale::runner {

/// How a run came to its end.
struct FinishNotice
{
    std::string status; ///< "done", "stopped" or "failed"
    std::string reason; ///< why it ended, where that needs a word
    std::string document; ///< where the results are; empty for nowhere
    int samples = 0;
};

/// A sink that also hears of what is around the rounds.
class Progress : public RunSink
{
public:
    /// @p variants has one label for `run`, two for `ab`.
    virtual void planned(const RunPlan& plan, const std::vector<std::string>& variants) = 0;
    virtual void paused(bool isPaused) = 0;
    /// Of `ab`, after its last sample, one a result.
    virtual void found(const Finding& finding) = 0;
    virtual void finished(const FinishNotice& notice) = 0;

    /// Called before each round: returns when it may start.
    std::function<void()> gate = [] { };
};

/// Lines for people on standard error.
class HumanProgress final : public Progress
{
public:
    void planned(const RunPlan& plan, const std::vector<std::string>& variants) override;
    void roundStarted(const RoundStart& start) override;
    void sampleTaken(const RoundStart& start, const RoundSample& sample) override;
    void kernelFailed(const RoundStart& start, std::string_view reason) override;
    void warned(const BenchWarning& warning) override;
    void logged(std::string_view line) override;
    void paused(bool isPaused) override;
    /// Nothing: the table of findings is printed at the end.
    void found(const Finding& finding) override;
    void finished(const FinishNotice& notice) override;

private:
    [[nodiscard]] std::string unitOf(const RoundStart& start) const;

    bool m_hasVariants = false;
    std::vector<KernelInfo> m_kernels;
};

/// "1.234 M", "12.5".
std::string shortNumber(double number);

/// "2 min 05 s", "12 s".
std::string durationText(double seconds);

}
