// SPDX-License-Identifier: GPL-3.0-or-later
// Measures one variant until it is known well enough, or two variants against each other: randomised interleaved
// rounds, with the variants switched while the machine runs.
//
// Each round takes every kernel in drawn order, and of each kernel both variants, one right after the other and in
// drawn order, so that whatever drifts meets both alike. What makes the variants:
//  - two commands (`--before`, `--after`), see variant_switch.h;
//  - the word {variant} or $PATCHSCALE_VARIANT in a timed command (`-- ./bench-{variant}`), see timed_command.h;
//  - a busy-wait in one of them (`--delay-after NS`), to see what this machine and these rounds can tell apart;
//  - nothing: A/A, to see what they call different that is the same.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/bench/finding.h"
#include "core/bench/plan.h"
#include "core/bench/record.h"
#include "core/bench/sink.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

class Guard;

/// One side of an experiment.
struct VariantPlan
{
    std::string label; ///< "before"
    std::optional<Role> role;
    std::string command; ///< switches to it; empty where nothing is switched
    double delayNs = 0; ///< busy-wait added to each iteration
};

/// What is to be found out.
struct ExperimentPlan
{
    RunPlan run; ///< `rounds` counts without `until`; the delay is the variants'
    std::vector<VariantPlan> variants; ///< one, or two: the first is the baseline
    std::string check; ///< see SwitchPlan
    std::string restore;
    FindingPolicy policy;
};

/// Takes one sample of a kernel; `round` and `order` are filled in by the experiment. Launcher::runRound() or
/// timeCommand().
using TakeRound = std::function<Result<RoundSample>(const KernelChoice& choice, int copies, const RunPlan& plan,
                                                    const std::string& variant, const Job& job)>;

/// Makes a variant the current one; false where that did not work, and then nothing more is to be measured.
using SwitchTo = std::function<bool(std::size_t variant)>;

/// Measures what is no kernel after the rounds, before the first state is put back.
using AfterRounds = std::function<void(std::vector<VariantRecord>& variants, const SwitchTo& switchTo)>;

/// What was found out.
struct ExperimentOutcome
{
    std::vector<VariantRecord> variants; ///< in the order of the plan
    std::vector<std::string> order; ///< "round 1 before pipe"
    std::vector<Finding> findings; ///< one per result; empty with one variant
    std::optional<std::string> ended; ///< why the whole ended, where rounds were not fixed
    std::optional<Error> broken; ///< why it ended early: a switch did not take. What was measured before is sound
};

/// Runs @p plan. The first state of what is switched is read before the first switch and is back when this returns; if
/// this process dies before, @p guard puts it back. An error when a switch fails or does not take before the first
/// sample: then nothing was measured. When @p job is stopped, what was measured until then is returned. A plan without
/// kernels is for @p after alone.
Result<ExperimentOutcome> runExperiment(const ExperimentPlan& plan, Guard& guard, const TakeRound& takeRound,
                                        RunSink& sink, const Job& job, const AfterRounds& after = {});

}
