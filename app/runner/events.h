// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runner/progress.h"

namespace patchscale {
class JsonWriter;
}

namespace patchscale::runner {

/// Progress as lines of JSON on standard output: docs/run-events.md has them. When nobody reads them any more, @p gone
/// is called: a run whose watcher died must not go on for hours.
class EventLines final : public Progress
{
public:
    explicit EventLines(std::function<void()> gone);

    void planned(const RunPlan& plan, const std::vector<std::string>& variants) override;
    void roundStarted(const RoundStart& start) override;
    void sampleTaken(const RoundStart& start, const RoundSample& sample) override;
    void kernelFailed(const RoundStart& start, std::string_view reason) override;
    void warned(const BenchWarning& warning) override;
    void logged(std::string_view line) override;
    void paused(bool isPaused) override;
    void found(const Finding& finding) override;
    void finished(const FinishNotice& notice) override;

private:
    void event(std::string_view name, const std::function<void(JsonWriter&)>& fill);

    std::function<void()> m_gone;
};

}
