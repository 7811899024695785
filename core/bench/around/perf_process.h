// SPDX-License-Identifier: GPL-3.0-or-later
// `perf stat` and `perf record` beside what is measured. perf attaches to the processes before their first instruction,
// so that it follows all their children, and counts from the moment on at which the measuring begins: neither set-up
// nor warm-up is in its numbers, and the start of perf is in nobody's time.
#pragma once

#include "core/base/posix.h"
#include "core/bench/around/observer.h"
#include "core/bench/process.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// Which perf is to be started.
struct PerfRequest
{
    std::vector<std::string> arguments; ///< "stat", "-j", …: what is said of files, processes and delays is ours to add
    std::filesystem::path output; ///< where it writes
    std::string mark; ///< Guard::mark()
};

/// The line of what perf said that tells what is wrong: not its notices, not the frame around a message.
std::string perfReason(std::string_view text);

/// A perf that looks at processes. Needs perf 5.10 or later, which can be told when to begin.
class PerfProcess final : public Observer
{
public:
    explicit PerfProcess(PerfRequest request);

    Result<void> attach(const std::vector<pid_t>& processes) override;
    Result<void> begin() override;
    /// Ends it; then its output is complete.
    Result<void> finish();

private:
    Result<void> tell(std::string_view command);
    [[nodiscard]] Error failure(std::string_view what);

    PerfRequest m_request;
    Pipe m_commands;
    Pipe m_answers;
    std::optional<Child> m_perf;
};

}
