// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/launcher.h"

#include "core/bench/around/perf_stat.h"
#include "core/bench/disturb.h"
#include "core/bench/guard.h"
#include "core/bench/journal.h"
#include "core/bench/posix.h"
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

/// A folder that is removed with all that is in it.
class RoundFolder
{
public:
    explicit RoundFolder(fs::path path)
        : m_path(std::move(path))
    {
    }
    RoundFolder(const RoundFolder&) = delete;
    RoundFolder& operator=(const RoundFolder&) = delete;
    ~RoundFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }

private:
    fs::path m_path;
};

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
    for (const auto& copy : copies) {
        sample.rate += copy.rate();
        sample.count += copy.count;
        sample.seconds += copy.seconds;
        sample.user += copy.user;
        sample.system += copy.system;
        sample.copyRates.push_back(copy.rate());
        wall += copy.wallSeconds;
        work += copy.count * copy.per;
        if (const auto* const metrics = copy.result.find("metrics")) {
            for (std::size_t i = 0; i < metrics->names.size(); ++i) {
                sample.metrics[metrics->names[i]] += metrics->items[i].number / static_cast<double>(copies.size());
            }
        }
    }
    const auto count = static_cast<double>(copies.size());
    sample.seconds /= count;
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

/// Guesses how long the rest of a plan takes: what is not measured yet takes what the plan says.
class TimeLeft
{
public:
    TimeLeft(const RunPlan& plan, const std::vector<RoundSlot>& slots)
    {
        for (const auto& slot : slots) {
            m_seconds.push_back(secondsOfRound(plan, plan.kernels[slot.kernel].kernel));
            m_rounds.push_back(roundsOf(plan, plan.kernels[slot.kernel].kernel));
        }
    }

    [[nodiscard]] double seconds() const
    {
        double left = 0;
        for (std::size_t slot = 0; slot < m_seconds.size(); ++slot) {
            left += m_seconds[slot] * m_rounds[slot];
        }
        return left;
    }
    void took(std::size_t slot, double seconds)
    {
        m_seconds[slot] = seconds;
        --m_rounds[slot];
    }
    void drop(std::size_t slot)
    {
        m_rounds[slot] = 0;
    }

private:
    std::vector<double> m_seconds; ///< of one round
    std::vector<int> m_rounds; ///< that are left
};

Result<void> checkPlan(const RunPlan& plan)
{
    const auto refuse = [](std::string message) {
        return std::unexpected(Error {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = {}});
    };
    if (plan.kernels.empty()) {
        return refuse("there is no kernel to run");
    }
    if (plan.copies.empty() || std::ranges::any_of(plan.copies, [](int copies) { return copies < 1; })) {
        return refuse("a kernel runs with one copy at least");
    }
    const auto cpus = readTopology(affinityOf(0));
    if (const auto placed = placeCopies(cpus, plan.placement, plan.cpus, plan.copies.front()); !placed) {
        return std::unexpected(placed.error());
    }
    if (plan.disturber.kind != Disturbance::None) {
        if (const auto place = placeDisturber(plan, cpus); !place) {
            return std::unexpected(place.error());
        }
    }
    return {};
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
    const RoundFolder removed(folder);
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
    std::optional<PerfProcess> perf;
    const auto counts = folder / "perf-stat.json";
    request.observer = observer;
    if (plan.perfStat && observer == nullptr) {
        perf.emplace(perfStatRequest(*plan.perfStat, counts, m_guard.mark()));
        request.observer = &*perf;
    }
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
    if (perf) {
        auto objects = endPerfStat(*perf, counts);
        if (!objects) {
            return std::unexpected(objects.error());
        }
        sample.perfStat = std::move(*objects);
    }
    if (disturber) {
        sample.metrics["disturber_duty"] = *duty;
    }
    for (const auto& ofCopy : request.cpus) {
        sample.cpus.insert(sample.cpus.end(), ofCopy.begin(), ofCopy.end());
    }
    return sample;
}

Result<VariantRecord> Launcher::runPlan(const RunPlan& plan, RunSink& sink, const Job& job)
{
    if (auto checked = checkPlan(plan); !checked) {
        return std::unexpected(checked.error());
    }
    const auto slots = slotsOf(plan);
    VariantRecord record {.label = plan.label, .role = plan.role, .results = {}};
    int rounds = 0;
    for (const auto& slot : slots) {
        record.results.push_back(emptyResult(plan, slot));
        rounds = std::max(rounds, roundsOf(plan, plan.kernels[slot.kernel].kernel));
    }
    TimeLeft left(plan, slots);
    const auto all = left.seconds();
    int order = 0;
    for (int round = 1; round <= rounds && !job.isCancelled(); ++round) {
        for (const auto at : shuffledOrder(slots.size(), plan.seed, round)) {
            const auto& choice = plan.kernels[slots[at].kernel];
            auto& result = record.results[at];
            const auto planned = roundsOf(plan, choice.kernel);
            if (result.failed || round > planned) {
                continue;
            }
            const RoundStart start {.variant = plan.label,
                                    .kernel = result.kernel,
                                    .name = result.name,
                                    .mode = result.mode,
                                    .copies = result.copies,
                                    .round = round,
                                    .rounds = planned,
                                    .secondsLeft = left.seconds()};
            sink.roundStarted(start);
            if (job.isCancelled()) {
                break;
            }
            const auto begin = monotonicSeconds();
            auto sample = runRound(choice, result.copies, plan, job);
            if (sample) {
                sample->round = round;
                sample->order = ++order;
                left.took(at, monotonicSeconds() - begin);
                result.samples.push_back(*sample);
                sink.sampleTaken(start, *sample);
            } else if (sample.error().code == Errc::Cancelled) {
                break;
            } else {
                left.drop(at);
                result.failed = sample.error().message;
                sink.kernelFailed(start, *result.failed);
            }
            job.report(1 - left.seconds() / all, result.name);
        }
    }
    for (std::size_t at = 0; at < slots.size(); ++at) {
        combineSamples(record.results[at], plan.kernels[slots[at].kernel].kernel);
    }
    return record;
}

}
