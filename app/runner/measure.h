// SPDX-License-Identifier: GPL-3.0-or-later
// The frame around every measurement: guard, signals, progress, result document. `run` and `ab` fill it.
#pragma once

#include "app/runner/options.h"
#include "app/runner/progress.h"

#include "core/base/job.h"
#include "core/bench/experiment.h"
#include "core/bench/guard.h"
#include "core/bench/launcher.h"
#include "core/bench/record.h"

#include <functional>

namespace patchscale::runner {

/// What a measurement works with.
struct Bench
{
    Guard& guard;
    Launcher& launcher;
    Progress& progress;
    const Job& job;
};

/// How samples are taken: by the launcher, or of @p command where one is to be timed. The bench must outlive it.
TakeRound takeRoundOf(const std::vector<std::string>& command, Bench& bench);

/// Runs @p body, which fills in variants (and order and ended) of the record, within the frame; returns the exit
/// status. What earlier runs left is mended first. The document is written also when the run was stopped.
int measure(const OutputOptions& output, const RunPlan& plan, const std::vector<std::string>& variants,
            const std::function<Result<void>(Bench& bench, RunRecord& record)>& body);

}
