// SPDX-License-Identifier: GPL-3.0-or-later
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
    std::string label = "run";
    std::string role;
};

int runRun(const Options& options)
{
    const auto plan =
        findKernelFolder(options.plan.kernelFolder).and_then(readKernels).and_then([&](const auto& found) {
            for (const auto& problem : found.problems) {
                report(problem);
            }
            return makePlan(options.plan, found);
        });
    if (!plan) {
        report(plan.error());
        return statusValue(ExitStatus::BadInput);
    }
    auto labelled = *plan;
    labelled.label = options.label;
    if (!options.role.empty()) {
        labelled.role = options.role == "baseline" ? Role::Baseline : Role::Candidate;
    }
    return measure(options.output, labelled, {labelled.label}, [&labelled](Bench& bench, RunRecord& record) {
        return bench.launcher.runPlan(labelled, bench.progress, bench.job).transform([&record](auto variant) {
            record.variants.push_back(std::move(variant));
        });
    });
}

}

void addRun(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("run", "Run kernels and keep what they measure");
    auto options = std::make_shared<Options>();
    addPlanOptions(*command, options->plan);
    addOutputOptions(*command, options->output);
    command->add_option("--label", options->label, "what is measured: before, after, v2, 6.12-rc1")
        ->capture_default_str()
        ->type_name("LABEL");
    command->add_option("--role", options->role, "what this run is in the comparison that it is for")
        ->check(CLI::IsMember({"baseline", "candidate"}))
        ->type_name("ROLE");
    command->footer("INT or TERM stops the run and keeps what was measured; USR1 pauses it, USR2 goes on.\n"
                    "Examples:\n"
                    "  patchscale-runner run pipe syscall --copies 1,8 --pin cpu\n"
                    "  patchscale-runner run --index --label before --role baseline -o before.json");
    command->callback([&session, options] { session.run = [options] { return runRun(*options); }; });
}

}
