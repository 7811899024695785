// SPDX-License-Identifier: GPL-3.0-or-later
// The options that `run` and `ab` share, and what they come to.
#pragma once

#include "core/base/result.h"
#include "core/bench/finding.h"
#include "core/bench/kernel_catalogue.h"
#include "core/bench/plan.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace patchscale::runner {

/// What is to be measured, as written.
struct PlanOptions
{
    std::filesystem::path kernelFolder;
    std::vector<std::string> kernels; ///< "pipe", "context-switch:same-cpu"
    bool isAll = false;
    bool isIndex = false;
    std::vector<int> copies {1};
    int rounds = 5;
    double seconds = 2;
    bool hasSuiteTimes = false;
    std::uint64_t count = 0;
    double warmUp = 0.5;
    std::string pin = "none";
    std::uint64_t seed = 1;
    double timeoutFactor = 5;
    double delayNs = 0;
    std::filesystem::path folder;
    std::string disturber;
    double dutyPercent = 100;
    bool mayBeNone = false; ///< something else is measured, so no kernel need be named
    std::vector<std::string> command; ///< to be timed instead of kernels: what stands behind "--"
};

/// When a run ends whose rounds are not fixed.
struct UntilOptions
{
    std::optional<double> percent;
    int maxRounds = 100;
    double maxSeconds = 1800;
    double limitPercent = 1;
};

/// Where results go, and what is changed on the machine for the time of the run.
struct OutputOptions
{
    std::filesystem::path document;
    bool isJsonLines = false;
    std::string governor;
};

void addKernelFolderOption(CLI::App& command, std::filesystem::path& folder);
void addPlanOptions(CLI::App& command, PlanOptions& options);
void addDisturbOptions(CLI::App& command, PlanOptions& options);
/// @p haveLimit: two variants are judged.
void addUntilOptions(CLI::App& command, UntilOptions& options, bool haveLimit);
void addOutputOptions(CLI::App& command, OutputOptions& options);

/// The plan that @p options ask for. Label and role are the caller's to fill in.
Result<RunPlan> makePlan(const PlanOptions& options, const KernelCatalogue& catalogue);

/// The same with the kernels that are found; what is wrong with some of them is reported. With @p until, `rounds` is
/// the most that there may be.
Result<RunPlan> readPlan(const PlanOptions& options, const UntilOptions& until);

FindingPolicy policyOf(const UntilOptions& options);

}
