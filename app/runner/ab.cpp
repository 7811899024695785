// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/around.h"
#include "app/runner/findings.h"
#include "app/runner/measure.h"
#include "app/runner/options.h"
#include "app/runner/session.h"

#include "core/bench/command.h"
#include "core/bench/experiment.h"

#include <memory>
#include <optional>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

namespace patchscale::runner {
namespace {

struct Options
{
    PlanOptions plan;
    OutputOptions output;
    UntilOptions until;
    AroundOptions around;
    std::vector<std::string> labels {"before", "after"};
    std::string before;
    std::string after;
    std::string check;
    std::string restore;
    std::optional<double> delayAfter;
    bool isAa = false;
};

Result<ExperimentPlan> makeExperiment(const Options& options)
{
    const bool differs =
        !options.before.empty() || !options.after.empty() || options.delayAfter || !options.plan.command.empty();
    if (differs == options.isAa && options.plan.command.empty()) {
        return std::unexpected(
            Error {.code = Errc::Usage,
                   .message = options.isAa ? "--aa measures one state twice, so nothing can switch"
                                           : "nothing makes the two variants differ",
                   .where = {},
                   .hints = {options.isAa
                                 ? "leave out --aa, or the options that switch"
                                 : "give --before CMD and --after CMD, a command with {variant} behind --, or --aa"}});
    }
    auto plan = readPlan(options.plan, options.until);
    if (!plan) {
        return std::unexpected(plan.error());
    }
    ExperimentPlan made;
    made.run = std::move(*plan);
    made.variants = {
        {.label = options.labels[0], .role = Role::Baseline, .command = options.before, .delayNs = made.run.delayNs},
        {.label = options.labels[1],
         .role = Role::Candidate,
         .command = options.after,
         .delayNs = options.delayAfter.value_or(made.run.delayNs)}};
    made.check = options.check;
    made.restore = options.restore;
    made.policy = policyOf(options.until);
    return made;
}

int runAb(const Options& options)
{
    auto plan = makeExperiment(options);
    if (!plan) {
        report(plan.error());
        return statusValue(ExitStatus::BadInput);
    }
    const auto warnings = prepareAround(options.around, options.output, plan->run);
    if (!warnings) {
        report(warnings.error());
        return statusValue(ExitStatus::BadInput);
    }
    std::optional<ExperimentOutcome> outcome;
    const auto status =
        measure(options.output, plan->run, options.labels, [&](Bench& bench, RunRecord& record) -> Result<void> {
            for (const auto& warning : *warnings) {
                bench.progress.warned(warning);
                record.warnings.push_back(warning);
            }
            const auto around = [&](std::vector<VariantRecord>& variants, const SwitchTo& switchTo) {
                runAround(options.around, *plan, options.plan.command, bench, record, variants, switchTo);
            };
            auto done = runExperiment(*plan, bench.guard, takeRoundOf(options.plan.command, bench), bench.progress,
                                      bench.job, around);
            if (!done) {
                return std::unexpected(done.error());
            }
            record.variants = done->variants;
            record.order = done->order;
            record.ended = done->ended;
            for (const auto& finding : done->findings) {
                bench.progress.found(finding);
            }
            outcome = std::move(*done);
            return {};
        });
    if (!outcome) {
        return status;
    }
    if (!options.output.isJsonLines && !outcome->findings.empty()) {
        print('\n' + findingsText(*plan, *outcome));
    }
    if (outcome->broken) {
        report(*outcome->broken);
        return statusValue(ExitStatus::BadInput);
    }
    return status;
}

}

void addAb(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("ab", "Run kernels under two variants in interleaved rounds");
    auto options = std::make_shared<Options>();
    command->add_option("--before", options->before, "command that switches to the first variant (run by /bin/sh)")
        ->type_name("CMD");
    command->add_option("--after", options->after, "command that switches to the second variant")->type_name("CMD");
    command
        ->add_option(
            "--check", options->check,
            "command whose output tells the variants apart; not needed for 'sysctl name=value' and 'echo value "
            "> /file', which are read back")
        ->type_name("CMD");
    command
        ->add_option("--restore", options->restore,
                     "command that puts the first state back; not needed where it is read back, or is one of the two")
        ->type_name("CMD");
    command->add_option("--labels", options->labels, "what the variants are called")
        ->delimiter(',')
        ->expected(2)
        ->capture_default_str()
        ->type_name("A,B");
    command
        ->add_option("--delay-after", options->delayAfter,
                     "busy-wait added to each iteration of the second variant only, to simulate a change")
        ->check(CLI::Range(0.0, 1e9))
        ->type_name("NS");
    command->add_flag("--aa", options->isAa,
                      "measure the same twice, to see what is called a change where there is none");
    addUntilOptions(*command, options->until, true);
    addPlanOptions(*command, options->plan);
    addDisturbOptions(*command, options->plan);
    addAroundOptions(*command, options->around);
    addOutputOptions(*command, options->output);
    command->footer(
        "Each round has both variants of each kernel in drawn order. That each switch took is read back; the first\n"
        "state is put back at the end, also after a kill.\n"
        "Behind -- a command is timed instead of kernels; {variant} in it, and $PATCHSCALE_VARIANT, are the label.\n"
        "Examples:\n"
        "  patchscale-runner ab --before 'sysctl kernel.sched_autogroup_enabled=0' \\\n"
        "      --after 'sysctl kernel.sched_autogroup_enabled=1' --until 1 pipe context-switch\n"
        "  patchscale-runner ab --labels old,new --until 2 -- ./bench-{variant} --quick\n"
        "  patchscale-runner ab --labels a,b -- sh -c \\\n"
        "      'echo $$ > /sys/fs/cgroup/$PATCHSCALE_VARIANT/cgroup.procs; exec ./bench'");
    command->callback([&session, options] {
        options->plan.command = session.command;
        options->plan.mayBeNone = measuresAlone(options->around);
        options->around.rounds = options->plan.rounds;
        session.run = [options] { return runAb(*options); };
    });
}

}
