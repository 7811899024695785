// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/measure.h"

#include "app/runner/control.h"
#include "app/runner/events.h"
#include "app/runner/session.h"
#include "app/runner/summary.h"

#include "core/bench/facts.h"
#include "core/bench/governor.h"
#include "core/bench/noise.h"
#include "core/bench/run_document.h"
#include "core/bench/timed_command.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <format>
#include <memory>

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

namespace patchscale::runner {
namespace {

namespace fs = std::filesystem;

/// Undoes what a run left that was killed together with its guardian.
void mendLeftBehind(Progress& progress)
{
    for (const auto& left : Guard::leftBehind(defaultJournals())) {
        const auto mended = Guard::mend(left);
        for (const auto& what : left.what) {
            progress.warned(
                {.code = "left-behind",
                 .message = std::format("an earlier run was killed: {}{}", what, mended ? "; this is done now" : ""),
                 .mend = {}});
        }
        if (!mended) {
            progress.warned({.code = "left-behind",
                             .message = mended.error().message,
                             .mend = mended.error().hints.empty() ? std::string() : mended.error().hints.front()});
        }
    }
}

/// Many copies need many pipes.
void allowManyDescriptors()
{
    rlimit limit {};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

std::string now()
{
    return std::format("{:%FT%TZ}", std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
}

int samplesIn(const RunRecord& record)
{
    std::size_t samples = 0;
    for (const auto& variant : record.variants) {
        for (const auto& result : variant.results) {
            samples += result.samples.size();
        }
        for (const auto& jobs : variant.fio) {
            samples += jobs.rounds.size();
        }
    }
    return static_cast<int>(samples);
}

bool hasReports(const RunRecord& record)
{
    return std::ranges::any_of(record.variants, [](const VariantRecord& variant) { return !variant.reports.empty(); });
}

bool hasFailures(const RunRecord& record)
{
    const auto isFailed = [](const auto& result) { return result.failed.has_value(); };
    return std::ranges::any_of(record.variants,
                               [&isFailed](const VariantRecord& variant) {
                                   return std::ranges::any_of(variant.results, isFailed)
                                       || std::ranges::any_of(variant.fio, isFailed);
                               })
        || std::ranges::any_of(record.warnings, [](const auto& warning) { return warning.code.ends_with("-failed"); });
}

/// The document is wanted after the run, so a place that cannot be written to is found before it.
Result<void> checkPlaceOf(const fs::path& document)
{
    std::error_code error;
    const auto folder = document.has_parent_path() ? document.parent_path() : fs::path(".");
    if (document.empty() || fs::is_directory(folder, error)) {
        return {};
    }
    return std::unexpected(
        Error {.code = Errc::Usage,
               .message = std::format("cannot write '{}': there is no folder '{}'", document.string(), folder.string()),
               .where = {},
               .hints = {}});
}

class Frame
{
public:
    explicit Frame(const OutputOptions& output)
        : m_output(output)
    {
        if (output.isJsonLines) {
            m_progress = std::make_unique<EventLines>([this] { m_control.stop(); });
        } else {
            m_progress = std::make_unique<HumanProgress>();
        }
        m_progress->gate = [this] {
            m_control.waitWhilePaused([this](bool isPaused) { m_progress->paused(isPaused); });
        };
    }

    int run(const RunPlan& plan, const std::vector<std::string>& variants,
            const std::function<Result<void>(Bench&, RunRecord&)>& body)
    {
        std::signal(SIGPIPE, SIG_IGN);
        allowManyDescriptors();
        if (auto checked = checkPlaceOf(m_output.document); !checked) {
            return fail(checked.error());
        }
        mendLeftBehind(*m_progress);
        auto guard = Guard::start(defaultJournals());
        if (!guard) {
            return fail(guard.error());
        }
        if (!m_output.governor.empty()) {
            if (auto set = setGovernor(**guard, m_output.governor); !set) {
                return fail(set.error());
            }
        }
        m_control.listen();
        RunRecord record;
        record.started = now();
        record.tool = readToolFacts("/");
        record.directory = plan.directory.empty() ? fs::temp_directory_path().string() : plan.directory.string();
        record.machine = readMachineFacts("/", record.directory);
        record.seed = plan.seed;
        lookForNoise(record);
        m_progress->planned(plan, variants);
        for (const auto& warning : record.warnings) {
            m_progress->warned(warning);
        }
        const auto before = takeNoiseSnapshot("/");
        Launcher launcher(**guard);
        const Job job {.stop = m_control.token()};
        Bench bench {.guard = **guard, .launcher = launcher, .progress = *m_progress, .job = job};
        if (auto done = body(bench, record); !done) {
            return fail(done.error());
        }
        warnOfNoiseSince(before, record);
        if (m_control.token().stop_requested()) {
            record.ended = "stopped before the end";
        }
        const auto status = write(record);
        if (auto undone = (*guard)->finish(); !undone) {
            report(undone.error());
            return statusValue(ExitStatus::Fault);
        }
        return status;
    }

private:
    /// What makes numbers doubtful before there are any.
    static void lookForNoise(RunRecord& record)
    {
        constexpr int kMilliseconds = 300;
        const auto begin = takeNoiseSnapshot("/");
        poll(nullptr, 0, kMilliseconds);
        const auto end = takeNoiseSnapshot("/");
        addBusyProcesses(record.machine, busyProcesses(begin, end, getpid()));
        record.warnings = warningsOf(checksBefore(record.machine, begin, end, getpid()));
    }

    void warnOfNoiseSince(const NoiseSnapshot& before, RunRecord& record)
    {
        auto found = warningsBetween(before, takeNoiseSnapshot("/"));
        for (const auto& variant : record.variants) {
            for (const auto& result : variant.results) {
                std::ranges::move(warningsOfSamples(result), std::back_inserter(found));
            }
        }
        for (const auto& warning : found) {
            m_progress->warned(warning);
        }
        record.warnings.insert(record.warnings.end(), found.begin(), found.end());
    }

    int fail(const Error& error)
    {
        report(error);
        if (m_output.isJsonLines) {
            m_progress->finished({.status = "failed", .reason = error.message, .document = {}, .samples = 0});
        }
        return statusValue(ExitStatus::BadInput);
    }

    int write(const RunRecord& record)
    {
        const auto isStopped = m_control.token().stop_requested();
        if (!m_output.document.empty()) {
            if (auto saved = saveRunDocument(m_output.document, record); !saved) {
                return fail(saved.error());
            }
        }
        if (!m_output.isJsonLines) {
            print(summaryText(record));
        }
        m_progress->finished({.status = isStopped ? "stopped" : "done",
                              .reason = record.ended.value_or(""),
                              .document = m_output.document.string(),
                              .samples = samplesIn(record)});
        if (isStopped) {
            return statusValue(ExitStatus::StoppedBySignal) + m_control.signal();
        }
        return statusValue(hasFailures(record) || (samplesIn(record) == 0 && !hasReports(record)) ? ExitStatus::BadInput
                                                                                                  : ExitStatus::Done);
    }

    const OutputOptions& m_output;
    Control m_control;
    std::unique_ptr<Progress> m_progress;
};

}

TakeRound takeRoundOf(const std::vector<std::string>& command, Bench& bench)
{
    if (!command.empty()) {
        return [command, &bench](const KernelChoice&, int, const RunPlan& plan, const std::string& variant,
                                 const Job& job) {
            auto sample = timeCommand(command, variant, plan, bench.guard, job);
            for (const auto& line : sample ? std::vector<std::string> {} : sample.error().hints) {
                bench.progress.logged("| " + line);
            }
            return sample;
        };
    }
    return [&bench](const KernelChoice& choice, int copies, const RunPlan& plan, const std::string&, const Job& job) {
        return bench.launcher.runRound(choice, copies, plan, job);
    };
}

int measure(const OutputOptions& output, const RunPlan& plan, const std::vector<std::string>& variants,
            const std::function<Result<void>(Bench&, RunRecord&)>& body)
{
    return Frame(output).run(plan, variants, body);
}

}
