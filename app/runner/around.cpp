// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/around.h"

#include "app/runner/progress.h"

#include "core/base/json_tree.h"
#include "core/base/posix.h"
#include "core/bench/around/fio.h"
#include "core/bench/around/perf_record.h"
#include "core/bench/around/ready.h"
#include "core/bench/around/unixbench.h"
#include "core/bench/rounds.h"
#include "core/bench/timed_command.h"

#include <algorithm>
#include <format>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

namespace patchscale::runner {
namespace {

namespace fs = std::filesystem;

/// What CLI11 gives for an option without events.
constexpr std::string_view kDefaultEvents = "default";

std::optional<std::string> eventsOf(const std::string& option)
{
    if (option.empty()) {
        return std::nullopt;
    }
    return option == kDefaultEvents ? std::string() : option;
}

/// What is measured after the rounds, with the record that it goes into.
class After
{
public:
    After(const AroundOptions& options, const ExperimentPlan& plan, Bench& bench, RunRecord& record,
          std::vector<VariantRecord>& variants, const SwitchTo& switchTo)
        : m_options(options)
        , m_plan(plan)
        , m_bench(bench)
        , m_record(record)
        , m_variants(variants)
        , m_switchTo(switchTo)
    {
    }

    void recordProfiles(const std::vector<std::string>& command)
    {
        const auto folder = m_bench.guard.makeFolder(fs::temp_directory_path());
        if (!folder) {
            warn("perf-record-failed", folder.error());
            return;
        }
        const ScratchPath removed(*folder);
        for (std::size_t variant = 0; variant < m_variants.size() && isOn(variant); ++variant) {
            for (const auto& slot : slotsOf(m_plan.run)) {
                if (m_bench.job.isCancelled()) {
                    return;
                }
                recordProfile(command, slot, variant, *folder / "perf.data");
            }
        }
    }

    void runFioJobs()
    {
        std::vector<FioJob> jobs;
        for (const auto& word : m_options.fio) {
            if (auto job = findFioJob(word, findFioPresets(m_options.fioPresets))) {
                for (auto& variant : m_variants) {
                    variant.fio.push_back({.name = job->name, .rounds = {}, .failed = {}});
                }
                jobs.push_back(std::move(*job));
            }
        }
        int order = 0;
        for (int round = 1; round <= m_options.rounds; ++round) {
            for (std::size_t at = 0; at < jobs.size(); ++at) {
                // A draw of its own for each pair, as the kernels have.
                const auto draw = round * static_cast<int>(jobs.size()) + static_cast<int>(at);
                for (const auto variant : shuffledOrder(m_variants.size(), m_plan.run.seed, draw)) {
                    auto& record = m_variants[variant].fio[at];
                    if (record.failed) {
                        continue;
                    }
                    if (m_bench.job.isCancelled() || !isOn(variant)) {
                        return;
                    }
                    const auto left = (m_options.rounds - round) * static_cast<int>(jobs.size() * m_variants.size())
                        + static_cast<int>(jobs.size() - at);
                    const RoundStart start {.variant = m_variants[variant].label,
                                            .kernel = "fio:" + jobs[at].name,
                                            .name = "fio " + jobs[at].name,
                                            .mode = {},
                                            .copies = 1,
                                            .round = round,
                                            .rounds = m_options.rounds,
                                            .secondsLeft = left * m_secondsOfFio};
                    runFioRound(jobs[at], {.boot = {}, .round = round, .order = ++order, .report = {}}, record, start);
                }
            }
        }
    }

    void runUnixBenchSuite()
    {
        for (std::size_t variant = 0; variant < m_variants.size() && isOn(variant); ++variant) {
            m_bench.progress.logged("UnixBench runs now; it tells nothing before its end");
            auto done = runUnixBench({.folder = m_options.unixBench,
                                      .tests = m_options.unixBenchTests,
                                      .copies = m_options.unixBenchCopies,
                                      .iterations = m_options.unixBenchIterations},
                                     m_bench.guard, m_bench.job);
            if (!done) {
                warn("unixbench-failed", done.error());
                return;
            }
            m_variants[variant].reports.push_back({.name = "report of UnixBench",
                                                   .parameters = {},
                                                   .text = std::move(done->report),
                                                   .log = std::move(done->log)});
        }
    }

private:
    /// Whether @p variant could be switched to.
    bool isOn(std::size_t variant)
    {
        return !m_bench.job.isCancelled() && m_switchTo(variant);
    }

    void recordProfile(const std::vector<std::string>& command, const RoundSlot& slot, std::size_t variant,
                       const fs::path& data)
    {
        const auto& choice = m_plan.run.kernels[slot.kernel];
        const auto result = emptyResult(m_plan.run, slot);
        const auto& label = m_variants[variant].label;
        m_bench.progress.logged(std::format("perf record: one more round of {}{}{}", choice.kernel.name,
                                            m_variants.size() > 1 ? ", " : "", m_variants.size() > 1 ? label : ""));
        auto plan = m_plan.run;
        plan.delayNs = m_plan.variants[variant].delayNs;
        PerfProcess perf(perfRecordRequest(eventsOf(m_options.perfRecord).value_or(""), data, m_bench.guard.mark()));
        const auto sample = command.empty() ? m_bench.launcher.runRound(choice, slot.copies, plan, m_bench.job, &perf)
                                            : timeCommand(command, label, plan, m_bench.guard, m_bench.job, &perf);
        if (!sample) {
            warn("perf-record-failed", sample.error());
            return;
        }
        auto text = perf.finish().and_then([&] { return perfReport(data, m_bench.guard.mark(), m_bench.job); });
        if (!text) {
            warn("perf-record-failed", text.error());
            return;
        }
        ReportText report {.name = std::format("perf report of {}", result.name),
                           .parameters = {{"command", result.name}, {"copies", std::to_string(slot.copies)}},
                           .text = std::move(*text)};
        if (!result.mode.empty()) {
            report.parameters["mode"] = result.mode;
        }
        m_variants[variant].reports.push_back(std::move(report));
        std::error_code ignored;
        fs::remove(data, ignored);
    }

    void warn(std::string code, const Error& error)
    {
        if (error.code == Errc::Cancelled) {
            return;
        }
        const BenchWarning warning {.code = std::move(code),
                                    .message = error.message,
                                    .mend = error.hints.empty() ? std::string() : error.hints.front()};
        m_bench.progress.warned(warning);
        m_record.warnings.push_back(warning);
    }

    void runFioRound(const FioJob& job, FioRound round, FioRecord& record, const RoundStart& start)
    {
        m_bench.progress.roundStarted(start);
        const auto begin = monotonicSeconds();
        const auto done = runFio(job, m_options.fioFolder, m_bench.guard, m_bench.job, round);
        m_secondsOfFio = monotonicSeconds() - begin;
        if (!round.report.empty()) {
            RoundSample sample;
            sample.round = round.round;
            sample.order = round.order;
            sample.seconds = m_secondsOfFio;
            sample.rate = bandwidthIn(round.report);
            m_bench.progress.sampleTaken(start, sample);
            record.rounds.push_back(std::move(round));
        }
        if (!done && done.error().code != Errc::Cancelled) {
            record.failed = done.error().message;
            m_bench.progress.kernelFailed(start, *record.failed);
        }
    }

    /// Bytes a second over all jobs and directions of a report, for who looks on; the document keeps the report.
    static double bandwidthIn(const std::string& report)
    {
        const auto json = readJson(report);
        const auto* jobs = json ? json->member("jobs") : nullptr;
        double bytes = 0;
        for (const auto& job : jobs == nullptr ? std::vector<JsonValue> {} : jobs->children) {
            for (const auto* const direction : {"read", "write", "trim", "mixed"}) {
                const auto* side = job.member(direction);
                bytes += side == nullptr ? 0 : side->numberOf("bw_bytes").value_or(0);
            }
        }
        return bytes;
    }

    const AroundOptions& m_options;
    const ExperimentPlan& m_plan;
    Bench& m_bench;
    RunRecord& m_record;
    std::vector<VariantRecord>& m_variants;
    const SwitchTo& m_switchTo;
    double m_secondsOfFio = kSecondsOfFio;
};

}

void addAroundOptions(CLI::App& command, AroundOptions& options)
{
    command.add_flag("--perf-stat{default}", options.perfStat,
                     "count events beside each sample: perf's default events, or --perf-stat=EVENTS");
    command.add_flag("--perf-record{default}", options.perfRecord,
                     "one more round of each kernel with perf record; its report goes into the document");
    command
        .add_option("--fio", options.fio,
                    "run fio with a preset (seq-read, seq-write, rand-read, rand-write) or a file")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("PRESET|JOBFILE");
    command.add_option("--fio-dir", options.fioFolder, "folder for fio's files (default: the temporary folder)")
        ->check(CLI::ExistingDirectory)
        ->type_name("FOLDER");
    command.add_option("--fio-presets", options.fioPresets, "folder with the presets")
        ->check(CLI::ExistingDirectory)
        ->type_name("FOLDER");
    command.add_option("--unixbench", options.unixBench, "run UnixBench: the folder with its Run")->type_name("FOLDER");
    command.add_option("--unixbench-tests", options.unixBenchTests, "its tests (default: all of its index)")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("TEST[,TEST]…");
    command
        .add_option("--unixbench-copies", options.unixBenchCopies, "its numbers of copies (default: 1 and all CPUs)")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(1, 4096))
        ->type_name("N[,N]…");
    command.add_option("--unixbench-iterations", options.unixBenchIterations, "how often it runs each test")
        ->check(CLI::Range(1, 1000))
        ->type_name("N");
}

bool measuresAlone(const AroundOptions& options)
{
    return !options.fio.empty() || !options.unixBench.empty();
}

Result<std::vector<BenchWarning>> prepareAround(const AroundOptions& options, const OutputOptions& output,
                                                RunPlan& plan)
{
    const auto refuse = [](std::string message, std::string hint) {
        return std::unexpected(
            Error {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = {std::move(hint)}});
    };
    if ((!options.unixBench.empty() || !options.perfRecord.empty()) && output.document.empty()) {
        return refuse("what --unixbench and --perf-record report goes into the document, and there is none",
                      "name it with --output FILE");
    }
    if (plan.kernels.empty() && (!options.perfStat.empty() || !options.perfRecord.empty())) {
        return refuse("perf looks at kernels and at commands behind --, and none is named",
                      "name some, or leave out --perf-stat and --perf-record");
    }
    for (const auto& word : options.fio) {
        const auto job = findFioJob(word, findFioPresets(options.fioPresets));
        if (!job) {
            return std::unexpected(job.error());
        }
        plan.fio.push_back(job->name);
    }
    plan.fioRounds = options.rounds;
    plan.perfStat = eventsOf(options.perfStat);
    return checkAround({.perfStat = plan.perfStat,
                        .perfRecord = eventsOf(options.perfRecord),
                        .haveFio = !options.fio.empty(),
                        .unixBench = options.unixBench},
                       {});
}

void runAround(const AroundOptions& options, const ExperimentPlan& plan, const std::vector<std::string>& command,
               Bench& bench, RunRecord& record, std::vector<VariantRecord>& variants, const SwitchTo& switchTo)
{
    After after(options, plan, bench, record, variants, switchTo);
    if (!options.perfRecord.empty() && !bench.job.isCancelled()) {
        after.recordProfiles(command);
    }
    if (!options.fio.empty() && !bench.job.isCancelled()) {
        after.runFioJobs();
    }
    if (!options.unixBench.empty() && !bench.job.isCancelled()) {
        after.runUnixBenchSuite();
    }
}

}
