// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/launcher.h"

#include "core/base/posix.h"
#include "core/bench/around/perf_stat.h"
#include "core/bench/disturb.h"
#include "core/bench/guard.h"
#include "core/bench/journal.h"
#include "core/bench/process.h"
#include "core/bench/round.h"
#include "core/bench/rounds.h"
#include "core/bench/topology.h"

#include <algorithm>
#include <cerrno>
#include <format>
#include <system_error>

#include <sys/stat.h>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

double timeoutOf(const RunPlan& plan, const KernelInfo& kernel)
{
    constexpr double kShortest = 10;
    // How long a count takes is not known before.
    constexpr double kForCount = 60;
    const auto measuring = plan.count > 0 ? kForCount : secondsOf(plan, kernel);
    return std::max(kShortest, (plan.warmUp + measuring) * plan.timeoutFactor);
}

std::vector<std::string> commandLine(const KernelChoice& choice, const RunPlan& plan, const fs::path& folder)
{
    std::vector<std::string> argv {choice.kernel.program.string()};
    const auto add = [&argv](const char* option, std::string value) {
        argv.emplace_back(option);
        argv.push_back(std::move(value));
    };
    if (!choice.mode.empty()) {
        add("--mode", choice.mode);
    }
    if (plan.count > 0) {
        add("--count", std::to_string(plan.count));
    } else {
        add("--seconds", std::format("{}", secondsOf(plan, choice.kernel)));
    }
    if (plan.warmUp > 0) {
        add("--warm-up", std::format("{}", plan.warmUp));
    }
    if (plan.delayNs > 0) {
        add("--delay-ns", std::format("{:.0f}", plan.delayNs));
    }
    add("--dir", folder.string());
    return argv;
}

RoundSample sampleOf(const std::vector<CopyOutcome>& copies, const KernelInfo& kernel)
{
    RoundSample sample;
    double wall = 0;
    double work = 0;
    double switches = 0;
    double cpu = 0;
    for (const auto& copy : copies) {
        sample.rate += copy.rate();
        sample.count += copy.count;
        sample.seconds += copy.seconds;
        sample.user += copy.user;
        sample.system += copy.system;
        sample.copyRates.push_back(copy.rate());
        wall += copy.wallSeconds;
        work += copy.count * copy.per;
        switches += copy.involuntarySwitches;
        cpu += copy.wholeCpu;
        if (const auto* const metrics = copy.result.member("metrics")) {
            for (const auto& metric : metrics->children) {
                sample.metrics[metric.name] += metric.number / static_cast<double>(copies.size());
            }
        }
    }
    const auto count = static_cast<double>(copies.size());
    sample.seconds /= count;
    sample.involuntarySwitches = cpu > 0 ? switches / cpu : 0;
    // UnixBench takes the time that a test tells, if it tells one, else the wall time; counts added, times averaged.
    sample.wallRate = kernel.timebase == 0 ? work / sample.seconds : work / (wall / count);
    return sample;
}

/// Starts the disturber of @p plan and pins the copy to the CPU beside it.
Result<RunningDisturber> startDisturber(const RunPlan& plan, const std::vector<LogicalCpu>& cpus,
                                        const std::string& mark, std::vector<std::vector<int>>& places)
{
    const auto place = placeDisturber(plan, cpus);
    if (!place) {
        return std::unexpected(place.error());
    }
    places = {{place->measured}};
    return RunningDisturber::start(plan.disturber, place->disturbed, mark);
}

}

Launcher::Launcher(Guard& guard)
    : m_guard(guard)
    , m_boot(bootId())
{
}

Result<fs::path> Launcher::folderBelow(const fs::path& parent)
{
    std::error_code error;
    const auto base = parent.empty() ? fs::temp_directory_path(error) : parent;
    if (error) {
        return std::unexpected(systemError("find the temporary folder", error.value()));
    }
    const auto known = m_folders.find(base);
    if (known != m_folders.end()) {
        return known->second;
    }
    auto made = m_guard.makeFolder(base);
    if (made) {
        m_folders.emplace(base, *made);
    }
    return made;
}

Result<RoundSample> Launcher::runRound(const KernelChoice& choice, int copies, const RunPlan& plan, const Job& job,
                                       Observer* observer)
{
    const auto base = folderBelow(plan.directory);
    if (!base) {
        return std::unexpected(base.error());
    }
    const auto number = ++m_rounds;
    const auto folder = *base / std::format("{}-{}", choice.kernel.id, number);
    if (mkdir(folder.c_str(), S_IRWXU) != 0) {
        return std::unexpected(systemError(std::format("make the folder '{}'", folder.string()), errno));
    }
    const ScratchPath removed(folder);
    const auto cpus = readTopology(affinityOf(0));
    auto places = placeCopies(cpus, plan.placement, plan.cpus, copies);
    if (!places) {
        return std::unexpected(places.error());
    }
    std::optional<RunningDisturber> disturber;
    if (plan.disturber.kind != Disturbance::None) {
        auto running = startDisturber(plan, cpus, m_guard.mark(), *places);
        if (!running) {
            return std::unexpected(running.error());
        }
        disturber.emplace(std::move(*running));
    }
    const auto roundMark =
        std::format("PATCHSCALE_ROUND={}-{}", m_guard.mark().substr(m_guard.mark().find('=') + 1), number);
    RoundRequest request {.name = choice.kernel.id,
                          .argv = commandLine(choice, plan, folder),
                          .environment = smallEnvironment(),
                          .cpus = std::move(*places),
                          .controlGroup = m_guard.controlGroup(),
                          .warmUp = plan.warmUp,
                          .timeout = timeoutOf(plan, choice.kernel)};
    request.environment.push_back(m_guard.mark());
    request.environment.push_back(roundMark);
    EventCounts counts(observer == nullptr ? plan.perfStat : std::nullopt, folder / "perf-stat.json", m_guard.mark());
    request.observer = observer == nullptr ? counts.observer() : observer;
    auto outcomes = runCopies(request, job);
    const auto duty = disturber ? disturber->stop() : Result<double>(0);
    m_guard.killStrays(roundMark);
    if (!outcomes) {
        return std::unexpected(outcomes.error());
    }
    if (!duty) {
        return std::unexpected(duty.error());
    }
    auto sample = sampleOf(*outcomes, choice.kernel);
    sample.boot = m_boot;
    if (auto counted = counts.addTo(sample); !counted) {
        return std::unexpected(counted.error());
    }
    if (disturber) {
        sample.metrics["disturber_duty"] = *duty;
    }
    for (const auto& ofCopy : request.cpus) {
        sample.cpus.insert(sample.cpus.end(), ofCopy.begin(), ofCopy.end());
    }
    return sample;
}

}
