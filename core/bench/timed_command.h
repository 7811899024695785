// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that are timed in place of kernels: `-- CMD…`.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/bench/plan.h"
#include "core/bench/record.h"

#include <string>
#include <vector>

namespace patchscale {

class Guard;
class Observer;

/// A command to time as a kernel is timed: `-- CMD…`.
KernelInfo commandAsKernel(const std::vector<std::string>& argv);

/// One sample of a command: the warm-up is one run that does not count, then it runs once; rate and wallRate are its
/// wall time in seconds. "{variant}" in its arguments becomes @p variant, which also is $PATCHSCALE_VARIANT: so two
/// binaries (./bench-{variant}), or a script that enters a control group, are variants without a switch. An error when
/// it ends with another status than 0. With @p observer, perf stat is left out.
Result<RoundSample> timeCommand(const std::vector<std::string>& argv, const std::string& variant, const RunPlan& plan,
                                const Guard& guard, const Job& job, Observer* observer = nullptr);

}
