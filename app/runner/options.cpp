// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/options.h"

#include "app/runner/session.h"

#include "core/bench/disturb.h"
#include "core/bench/timed_command.h"
#include "core/bench/topology.h"

#include <algorithm>
#include <format>
#include <system_error>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

namespace patchscale::runner {
namespace {

Error usage(std::string message, std::string hint)
{
    return {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = {std::move(hint)}};
}

Result<void> placeBy(const std::string& pin, RunPlan& plan)
{
    if (pin == "none") {
        plan.placement = Placement::Free;
    } else if (pin == "cpu") {
        plan.placement = Placement::PerCpu;
    } else if (pin == "core") {
        plan.placement = Placement::PerPhysicalCore;
    } else if (pin == "node") {
        plan.placement = Placement::PerNumaNode;
    } else if (const auto cpus = parseCpuList(pin)) {
        plan.placement = Placement::List;
        plan.cpus = *cpus;
    } else {
        return std::unexpected(usage(std::format("'{}' is no way to pin copies", pin),
                                     "use none, cpu, core, node, or a list of CPUs such as 0-3,8"));
    }
    return {};
}

Result<void> chooseKernels(const PlanOptions& options, const KernelCatalogue& catalogue, RunPlan& plan)
{
    if (!options.command.empty()) {
        if (!options.kernels.empty() || options.isAll || options.isIndex || !options.disturber.empty()) {
            return std::unexpected(
                usage("behind '--' stands a command to time, so kernels and disturbers have no place",
                      "name kernels, or a command, in a run of its own"));
        }
        plan.kernels.push_back({.kernel = commandAsKernel(options.command), .mode = {}});
        return {};
    }
    for (const auto& kernel : catalogue.kernels) {
        // The null kernel measures the launcher, not the machine: it is run when named.
        if ((options.isAll && kernel.id != "null") || (options.isIndex && kernel.baseline)) {
            plan.kernels.push_back({.kernel = kernel, .mode = {}});
        }
    }
    for (const auto& word : options.kernels) {
        auto choice = chooseKernel(catalogue, word);
        if (!choice) {
            return std::unexpected(choice.error());
        }
        const auto isSame = [&choice](const KernelChoice& other) {
            return other.kernel.id == choice->kernel.id && other.mode == choice->mode;
        };
        if (std::ranges::none_of(plan.kernels, isSame)) {
            plan.kernels.push_back(std::move(*choice));
        }
    }
    if (plan.kernels.empty() && !options.mayBeNone) {
        return std::unexpected(usage("no kernel is named",
                                     "name some, or use --index or --all; 'patchscale-runner "
                                     "list' shows what there is"));
    }
    return {};
}

/// What timed commands are started with stands beside the kernels; without it all but their memory is measured.
std::filesystem::path findStarter(const std::filesystem::path& kernelFolder)
{
    const auto folder = findKernelFolder(kernelFolder);
    std::error_code error;
    if (folder && std::filesystem::is_regular_file(*folder / "patchscale-start", error)) {
        return *folder / "patchscale-start";
    }
    report({.code = Errc::Usage,
            .message = "the memory that the command needs is not measured: there is no patchscale-start",
            .where = {},
            .hints = {"it belongs into the folder of the kernels; name that with --kernels"}});
    return {};
}

}

void addKernelFolderOption(CLI::App& command, std::filesystem::path& folder)
{
    command
        .add_option("--kernels", folder,
                    "folder with the kernels (default: $PATCHSCALE_KERNELS, or 'kernels' beside this program)")
        ->type_name("FOLDER");
}

void addPlanOptions(CLI::App& command, PlanOptions& options)
{
    command.add_option("kernel", options.kernels, "kernels to run; a mode follows a colon (context-switch:same-cpu)")
        ->type_name("KERNEL[:MODE]");
    command.add_flag("--all", options.isAll, "run every kernel in its default mode");
    command.add_flag("--index", options.isIndex, "run the twelve kernels of the UnixBench index");
    command.add_option("--copies", options.copies, "run each kernel with each of these numbers of copies")
        ->delimiter(',')
        ->check(CLI::Range(1, 4096))
        ->type_name("N[,N]…");
    command.add_option("--rounds", options.rounds, "samples of each kernel")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str()
        ->type_name("N");
    command.add_option("--seconds", options.seconds, "length of a sample")
        ->check(CLI::Range(0.001, 86400.0))
        ->capture_default_str()
        ->type_name("S");
    command.add_option("--count", options.count, "iterations of a sample, in place of --seconds")
        ->check(CLI::Range(std::uint64_t {1}, std::uint64_t {1} << 62U))
        ->type_name("N");
    command.add_flag("--suite-times", options.hasSuiteTimes,
                     "as many rounds as long as UnixBench takes, in place of --rounds and --seconds");
    command.add_option("--warm-up", options.warmUp, "seconds that a copy runs before it counts")
        ->check(CLI::Range(0.0, 3600.0))
        ->capture_default_str()
        ->type_name("S");
    command
        .add_option("--pin", options.pin,
                    "where copies run: none, cpu (one CPU each), core (one physical core each), node (one NUMA node "
                    "each), or a list of CPUs")
        ->capture_default_str()
        ->type_name("HOW");
    command.add_option("--dir", options.folder, "folder for the files of kernels (default: the temporary folder)")
        ->check(CLI::ExistingDirectory)
        ->type_name("FOLDER");
    command.add_option("--seed", options.seed, "of the order within the rounds")->capture_default_str()->type_name("N");
    command
        .add_option("--timeout-factor", options.timeoutFactor,
                    "a copy is killed when it takes this many times as long as it should, at least 10 s")
        ->check(CLI::Range(1.0, 1000.0))
        ->capture_default_str()
        ->type_name("X");
    command.add_option("--delay-ns", options.delayNs, "busy-wait added to each iteration, to simulate a change")
        ->check(CLI::Range(0.0, 1e9))
        ->type_name("NS");
    addKernelFolderOption(command, options.kernelFolder);
}

void addDisturbOptions(CLI::App& command, PlanOptions& options)
{
    command
        .add_option(
            "--disturb", options.disturber,
            "load on the SMT sibling of the kernel's CPU, or on the same CPU where there is none: busy (a loop), "
            "pause (a loop of pause instructions), or a command")
        ->type_name("busy|pause|CMD");
    command.add_option("--duty", options.dutyPercent, "share of the time that the load runs")
        ->check(CLI::Range(0.1, 100.0))
        ->capture_default_str()
        ->type_name("PCT");
}

void addUntilOptions(CLI::App& command, UntilOptions& options, bool haveLimit)
{
    command
        .add_option("--until", options.percent,
                    haveLimit ? "go on until each interval of the change is narrower than ± PCT, in place of --rounds"
                              : "go on until each interval of the median is narrower than ± PCT, in place of --rounds")
        ->check(CLI::Range(0.001, 100.0))
        ->type_name("PCT");
    command.add_option("--max-rounds", options.maxRounds, "with --until: the most rounds")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str()
        ->type_name("N");
    command.add_option("--max-time", options.maxSeconds, "with --until: the most seconds")
        ->check(CLI::Range(0.1, 604800.0))
        ->capture_default_str()
        ->type_name("S");
    if (haveLimit) {
        command.add_option("--limit", options.limitPercent, "the change that matters")
            ->check(CLI::Range(0.001, 100.0))
            ->capture_default_str()
            ->type_name("PCT");
    }
}

void addOutputOptions(CLI::App& command, OutputOptions& options)
{
    command.add_option("-o,--output", options.document, "write the result document (JSON) to this file")
        ->type_name("FILE");
    command.add_flag("--json-lines", options.isJsonLines, "tell the progress as lines of JSON on standard output");
    command
        .add_option("--governor", options.governor,
                    "frequency governor during the run (performance); put back afterwards, also after a kill")
        ->type_name("NAME");
}

Result<RunPlan> makePlan(const PlanOptions& options, const KernelCatalogue& catalogue)
{
    RunPlan plan;
    plan.copies = options.copies;
    std::ranges::sort(plan.copies);
    plan.copies.erase(std::ranges::unique(plan.copies).begin(), plan.copies.end());
    plan.warmUp = options.warmUp;
    plan.count = options.count;
    plan.seconds = options.count > 0 || options.hasSuiteTimes ? 0 : options.seconds;
    plan.rounds = options.hasSuiteTimes ? 0 : options.rounds;
    plan.seed = options.seed;
    plan.timeoutFactor = options.timeoutFactor;
    plan.delayNs = options.delayNs;
    plan.directory = options.folder;
    if (!options.disturber.empty()) {
        plan.disturber = disturberOf(options.disturber, options.dutyPercent / 100);
    }
    if (auto placed = placeBy(options.pin, plan); !placed) {
        return std::unexpected(placed.error());
    }
    if (auto chosen = chooseKernels(options, catalogue, plan); !chosen) {
        return std::unexpected(chosen.error());
    }
    return plan;
}

Result<RunPlan> readPlan(const PlanOptions& options, const UntilOptions& until)
{
    Result<KernelCatalogue> catalogue;
    const auto isNone = options.mayBeNone && options.kernels.empty() && !options.isAll && !options.isIndex;
    if (options.command.empty() && !isNone) {
        catalogue = findKernelFolder(options.kernelFolder).and_then(readKernels);
        if (!catalogue) {
            return std::unexpected(catalogue.error());
        }
        for (const auto& problem : catalogue->problems) {
            report(problem);
        }
    }
    auto plan = makePlan(options, *catalogue);
    if (plan && !options.command.empty()) {
        plan->starter = findStarter(options.kernelFolder);
    }
    if (plan && until.percent) {
        plan->rounds = until.maxRounds;
    }
    return plan;
}

FindingPolicy policyOf(const UntilOptions& options)
{
    FindingPolicy policy {.limit = options.limitPercent / 100, .until = {}};
    if (options.percent) {
        policy.until =
            Until {.reach = *options.percent / 100, .maxRounds = options.maxRounds, .maxSeconds = options.maxSeconds};
    }
    return policy;
}

}
