// SPDX-License-Identifier: GPL-3.0-or-later
// The copies of one round, from start to result.
#pragma once

#include "core/base/job.h"
#include "core/base/json_tree.h"
#include "core/base/result.h"
#include "core/bench/around/observer.h"
#include "core/bench/process.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace patchscale {

/// What Round needs to know.
struct RoundRequest
{
    std::string name; ///< of the kernel, for messages
    std::vector<std::string> argv; ///< without the descriptors of the barrier
    std::vector<std::string> environment;
    std::vector<std::vector<int>> cpus; ///< one entry per copy; an empty one does not pin
    int controlGroup = -1;
    double warmUp = 0;
    double timeout = 10; ///< seconds for set-up and warm-up, and again for measuring
    Observer* observer = nullptr; ///< looks at the copies from the barrier on
};

/// What one copy measured.
struct CopyOutcome
{
    JsonValue result; ///< the line that the kernel printed
    double count = 0;
    double seconds = 0; ///< by the kernel's own clock
    double per = 1;
    double wallSeconds = 0; ///< from before its start to the end of its output, without warm-up and waiting for others
    double user = 0;
    double system = 0;
    double involuntarySwitches = 0; ///< of the process and the children that it waited for, from its start on
    double wholeCpu = 0; ///< CPU seconds in which they happened

    [[nodiscard]] double rate() const
    {
        return count * per / seconds;
    }
};

/// Starts a copy for each entry of `cpus`, releases them together and collects what they measured. When one of them
/// fails, all are killed and the error says which and why. Nothing of their process groups is left afterwards.
Result<std::vector<CopyOutcome>> runCopies(const RoundRequest& request, const Job& job);

}
