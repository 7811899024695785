// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/timed_command.h"

#include "core/base/join.h"
#include "core/base/posix.h"
#include "core/bench/around/perf_stat.h"
#include "core/bench/command.h"
#include "core/bench/guard.h"
#include "core/bench/journal.h"
#include "core/bench/process.h"
#include "core/bench/topology.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <format>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> forVariant(std::vector<std::string> argv, const std::string& variant)
{
    constexpr std::string_view kPlace = "{variant}";
    for (auto& word : argv) {
        for (auto at = word.find(kPlace); at != std::string::npos; at = word.find(kPlace, at + variant.size())) {
            word.replace(at, kPlace.size(), variant);
        }
    }
    return argv;
}

/// Where perf is to count; nowhere where it is not asked to.
Result<ScratchPath> countsFile(const RunPlan& plan, bool isCounting)
{
    if (!isCounting) {
        return ScratchPath();
    }
    std::error_code error;
    return makeScratchFile(plan.directory.empty() ? fs::temp_directory_path(error) : plan.directory, "patchscale-perf");
}

/// What @p outcome printed, added to @p log under a line that tells how it ended.
Result<void> addToLog(const fs::path& log, const CommandRequest& request, const CommandOutcome& outcome)
{
    const Descriptor file(open(log.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
    auto text = std::format("### {} ({}, {:.6f} s)\n", join(request.argv, " "), describeStatus(outcome.status),
                            outcome.wallSeconds);
    for (const auto& [title, said] : {std::pair {"output", &outcome.output}, std::pair {"errors", &outcome.errors}}) {
        if (!said->empty()) {
            text += std::format("## {}\n{}{}", title, *said, said->ends_with('\n') ? "" : "\n");
        }
    }
    if (!file.isOpen() || !writeAll(file.get(), text)) {
        return std::unexpected(systemError(std::format("write '{}'", log.string()), errno));
    }
    return {};
}

/// The last lines of what a command said, for someone who asks why it ended so.
std::vector<std::string> lastLines(const CommandOutcome& outcome)
{
    constexpr std::size_t kMost = 8;
    constexpr std::size_t kLongest = 300;
    auto text = trimmedText(outcome.errors);
    if (text.empty()) {
        text = trimmedText(outcome.output);
    }
    std::vector<std::string> lines;
    while (!text.empty() && lines.size() < kMost) {
        const auto begin = text.rfind('\n');
        lines.emplace_back(text.substr(begin == std::string_view::npos ? 0 : begin + 1).substr(0, kLongest));
        text = text.substr(0, begin == std::string_view::npos ? 0 : begin);
    }
    std::ranges::reverse(lines);
    return lines;
}

/// One execution, which must end with status 0; what it printed goes to the log of @p plan.
Result<CommandOutcome> runLogged(const CommandRequest& request, const RunPlan& plan, const Job& job)
{
    auto outcome = runCommand(request, job);
    if (!outcome) {
        return outcome;
    }
    if (!plan.commandLog.empty()) {
        if (auto added = addToLog(plan.commandLog, request, *outcome); !added) {
            return std::unexpected(added.error());
        }
    }
    if (outcome->status != 0) {
        return std::unexpected(Error {.code = Errc::Io,
                                      .message = std::format("cannot time '{}': it {}{}", join(request.argv, " "),
                                                             describeStatus(outcome->status), saidLine(*outcome)),
                                      .where = {},
                                      .hints = lastLines(*outcome)});
    }
    return outcome;
}

}

KernelInfo commandAsKernel(const std::vector<std::string>& argv)
{
    KernelInfo info;
    info.id = "command";
    info.name = join(argv, " ");
    info.group = "Commands";
    info.unit = "s";
    info.better = Better::Lower;
    info.exercises = "whatever the command does";
    info.description = "wall time of one execution";
    return info;
}

Result<RoundSample> timeCommand(const std::vector<std::string>& argv, const std::string& variant, const RunPlan& plan,
                                const Guard& guard, const Job& job, Observer* observer)
{
    constexpr double kLongest = 86400;
    const auto places = placeCopies(readTopology(affinityOf(0)), plan.placement, plan.cpus, 1);
    if (!places) {
        return std::unexpected(places.error());
    }
    CommandRequest request {.argv = forVariant(argv, variant),
                            .environment = {guard.mark(), "PATCHSCALE_VARIANT=" + variant},
                            .cpus = places->front(),
                            .timeout = kLongest,
                            .observer = nullptr,
                            .folder = {},
                            .starter = plan.starter};
    if (plan.warmUp > 0) {
        if (auto warm = runLogged(request, plan, job); !warm) {
            return std::unexpected(warm.error());
        }
    }
    const auto events = observer == nullptr ? plan.perfStat : std::nullopt;
    const auto file = countsFile(plan, events.has_value());
    if (!file) {
        return std::unexpected(file.error());
    }
    EventCounts counts(events, file->path(), guard.mark());
    request.observer = observer == nullptr ? counts.observer() : observer;
    const auto outcome = runLogged(request, plan, job);
    if (!outcome) {
        return std::unexpected(outcome.error());
    }
    RoundSample sample;
    sample.boot = bootId();
    sample.rate = outcome->wallSeconds;
    sample.wallRate = outcome->wallSeconds;
    sample.count = 1;
    sample.seconds = outcome->wallSeconds;
    sample.user = outcome->user;
    sample.system = outcome->system;
    sample.copyRates = {outcome->wallSeconds};
    sample.cpus = request.cpus;
    if (outcome->maxRssBytes) {
        sample.metrics = {{"max_rss_bytes", *outcome->maxRssBytes}};
    }
    if (auto counted = counts.addTo(sample); !counted) {
        return std::unexpected(counted.error());
    }
    return sample;
}

}
