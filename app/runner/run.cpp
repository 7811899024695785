// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/around.h"
#include "app/runner/measure.h"
#include "app/runner/options.h"
#include "app/runner/session.h"

#include <memory>

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
    std::string label = "run";
    std::string role;
};

int runRun(const Options& options)
{
    auto plan = readPlan(options.plan, options.until);
    if (!plan) {
        report(plan.error());
        return statusValue(ExitStatus::BadInput);
    }
    const auto warnings = prepareAround(options.around, options.output, *plan);
    if (!warnings) {
        report(warnings.error());
        return statusValue(ExitStatus::BadInput);
    }
    if (!options.plan.command.empty() && !options.output.document.empty()) {
        plan->commandLog = options.output.document;
        plan->commandLog.replace_extension("command.log");
    }
    ExperimentPlan single;
    single.run = *plan;
    single.variants = {{.label = options.label, .role = {}, .command = {}, .delayNs = plan->delayNs}};
    if (!options.role.empty()) {
        single.variants.front().role = options.role == "baseline" ? Role::Baseline : Role::Candidate;
    }
    single.policy = policyOf(options.until);
    return measure(options.output, *plan, {options.label}, [&](Bench& bench, RunRecord& record) -> Result<void> {
        for (const auto& warning : *warnings) {
            bench.progress.warned(warning);
            record.warnings.push_back(warning);
        }
        const auto around = [&](std::vector<VariantRecord>& variants, const SwitchTo& switchTo) {
            runAround(options.around, single, options.plan.command, bench, record, variants, switchTo);
        };
        auto outcome = runExperiment(single, bench.guard, takeRoundOf(options.plan.command, bench), bench.progress,
                                     bench.job, around);
        if (!outcome) {
            return std::unexpected(outcome.error());
        }
        record.variants = std::move(outcome->variants);
        record.order = std::move(outcome->order);
        record.ended = std::move(outcome->ended);
        return {};
    });
}

}

void addRun(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("run", "Run kernels and keep what they measure");
    auto options = std::make_shared<Options>();
    addPlanOptions(*command, options->plan);
    addUntilOptions(*command, options->until, false);
    addDisturbOptions(*command, options->plan);
    addAroundOptions(*command, options->around);
    addOutputOptions(*command, options->output);
    command->add_option("--label", options->label, "what is measured: before, after, v2, 6.12-rc1")
        ->capture_default_str()
        ->type_name("LABEL");
    command->add_option("--role", options->role, "what this run is in the comparison that it is for")
        ->check(CLI::IsMember({"baseline", "candidate"}))
        ->type_name("ROLE");
    command->footer("Behind -- a command is timed instead of kernels.\n"
                    "INT or TERM stops the run and keeps what was measured; USR1 pauses it, USR2 goes on.\n"
                    "Examples:\n"
                    "  patchscale-runner run pipe syscall --copies 1,8 --pin cpu\n"
                    "  patchscale-runner run --index --label before --role baseline -o before.json\n"
                    "  patchscale-runner run --until 1 pipe --disturb busy --duty 90\n"
                    "  patchscale-runner run --rounds 10 -- make -C /src/linux -s clean\n"
                    "  patchscale-runner run --fio rand-read,rand-write --fio-dir /mnt/test -o disk.json");
    command->callback([&session, options] {
        options->plan.command = session.command;
        options->plan.mayBeNone = measuresAlone(options->around);
        options->around.rounds = options->plan.rounds;
        session.run = [options] { return runRun(*options); };
    });
}

}
