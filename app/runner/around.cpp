// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/around.h"

#include "app/runner/progress.h"

#include "core/base/json_tree.h"
#include "core/bench/around/fio.h"
#include "core/bench/around/perf_record.h"
#include "core/bench/around/ready.h"
#include "core/bench/around/unixbench.h"
#include "core/bench/rounds.h"
#include "core/bench/timed_command.h"

#include <algorithm>
#include <cctype>
#include <format>
#include <fstream>

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
    After(const OutputOptions& output, Bench& bench, RunRecord& record)
        : m_output(output)
        , m_bench(bench)
        , m_record(record)
    {
    }

    void recordProfile(const AroundOptions& options, const RunPlan& plan, const std::vector<std::string>& command)
    {
        const auto folder = m_bench.guard.makeFolder(fs::temp_directory_path());
        if (!folder) {
            warn("perf-record-failed", folder.error());
            return;
        }
        for (const auto& slot : slotsOf(plan)) {
            if (m_bench.job.isCancelled()) {
                break;
            }
            const auto& choice = plan.kernels[slot.kernel];
            const auto data = *folder / "perf.data";
            m_bench.progress.logged(std::format("perf record: one more round of {}", choice.kernel.name));
            PerfProcess perf(perfRecordRequest(eventsOf(options.perfRecord).value_or(""), data, m_bench.guard.mark()));
            const auto sample = command.empty()
                ? m_bench.launcher.runRound(choice, slot.copies, plan, m_bench.job, &perf)
                : timeCommand(command, label(), plan, m_bench.guard, m_bench.job, &perf);
            if (!sample) {
                warn("perf-record-failed", sample.error());
                continue;
            }
            const auto text =
                perf.finish().and_then([&] { return perfReport(data, m_bench.guard.mark(), m_bench.job); });
            if (!text) {
                warn("perf-record-failed", text.error());
                continue;
            }
            const auto mode = choice.mode.empty() ? std::string() : '-' + choice.mode;
            const auto copies = slot.copies == 1 ? std::string() : std::format("-{}-copies", slot.copies);
            keep(std::format("{}{}{}.perf-report.txt", choice.kernel.id, mode, copies),
                 withHeading(*text, heading(), choice.kernel.name + (choice.mode.empty() ? "" : ", " + choice.mode),
                             machine()));
            std::error_code ignored;
            fs::remove(data, ignored);
        }
        std::error_code ignored;
        fs::remove_all(*folder, ignored);
    }

    void runFioJobs(const AroundOptions& options)
    {
        auto& records = m_record.variants.front().fio;
        std::vector<FioJob> jobs;
        for (const auto& word : options.fio) {
            if (auto job = findFioJob(word, findFioPresets(options.fioPresets))) {
                records.push_back({.name = job->name, .rounds = {}, .failed = {}});
                jobs.push_back(std::move(*job));
            }
        }
        int order = 0;
        for (int round = 1; round <= options.rounds; ++round) {
            for (std::size_t at = 0; at < jobs.size() && !m_bench.job.isCancelled(); ++at) {
                if (!records[at].failed) {
                    runFioRound(jobs[at], options, {.boot = {}, .round = round, .order = ++order, .report = {}},
                                records[at]);
                }
            }
        }
    }

    void runUnixBenchSuite(const AroundOptions& options)
    {
        m_bench.progress.logged("UnixBench runs now; it tells nothing before its end");
        const auto done = runUnixBench({.folder = options.unixBench,
                                        .tests = options.unixBenchTests,
                                        .copies = options.unixBenchCopies,
                                        .iterations = options.unixBenchIterations},
                                       m_bench.guard, m_bench.job);
        if (!done) {
            warn("unixbench-failed", done.error());
            return;
        }
        keep("unixbench.txt", std::format("UnixBench on {}\n\n{}:\n\n{}", machine(), heading(), done->report));
        if (!done->log.empty()) {
            write(besideDocument("unixbench.log"), done->log);
        }
    }

private:
    [[nodiscard]] std::string label() const
    {
        return m_record.variants.front().label;
    }

    /// The variant as a heading that readers of texts understand: the label where it tells the side, else what the role
    /// means.
    [[nodiscard]] std::string heading() const
    {
        const auto role = m_record.variants.front().role;
        if (!role || label() == "before" || label() == "after") {
            return label();
        }
        return *role == Role::Baseline ? "before" : "after";
    }

    [[nodiscard]] std::string machine() const
    {
        const auto name = m_record.machine.values.find("machine.name");
        return name == m_record.machine.values.end() ? "this machine" : name->second;
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

    void runFioRound(const FioJob& job, const AroundOptions& options, FioRound round, FioRecord& record)
    {
        m_bench.progress.gate();
        const auto done = runFio(job, options.fioFolder, m_bench.guard, m_bench.job, round);
        if (!round.report.empty()) {
            m_bench.progress.logged(std::format("{:>3}/{:<3} fio {}: {}", round.round, options.rounds, job.name,
                                                bandwidthsIn(round.report)));
            record.rounds.push_back(std::move(round));
        }
        if (!done && done.error().code != Errc::Cancelled) {
            record.failed = done.error().message;
            m_bench.progress.logged(*record.failed);
        }
    }

    /// "read 1.234 GB/s, write 12.50 MB/s": the sum over all jobs of a report.
    static std::string bandwidthsIn(const std::string& report)
    {
        const auto json = readJson(report);
        const auto* jobs = json ? json->member("jobs") : nullptr;
        std::string text;
        for (const auto* const direction : {"read", "write", "trim", "mixed"}) {
            double bytes = 0;
            for (const auto& job : jobs == nullptr ? std::vector<JsonValue> {} : jobs->children) {
                const auto* side = job.member(direction);
                bytes += side == nullptr ? 0 : side->numberOf("bw_bytes").value_or(0);
            }
            if (bytes > 0) {
                text += std::format("{}{} {}B/s", text.empty() ? "" : ", ", direction, shortNumber(bytes));
            }
        }
        return text.empty() ? "nothing was transferred" : text;
    }

    [[nodiscard]] fs::path besideDocument(const std::string& ending) const
    {
        auto name = m_output.document.stem().string();
        return m_output.document.parent_path() / (name + '.' + ending);
    }

    /// Writes a text that is imported together with the document.
    void keep(const std::string& ending, const std::string& text)
    {
        const auto path = besideDocument(ending);
        if (write(path, text)) {
            m_record.files.push_back(path.filename().string());
        }
    }

    bool write(const fs::path& path, const std::string& text)
    {
        std::ofstream file(path, std::ios::binary);
        file << text;
        file.close();
        if (!file) {
            warn("text-failed",
                 {.code = Errc::Io,
                  .message = std::format("cannot write '{}'", path.string()),
                  .where = {},
                  .hints = {}});
        }
        return file.good();
    }

    const OutputOptions& m_output;
    Bench& m_bench;
    RunRecord& m_record;
};

}

void addAroundOptions(CLI::App& command, AroundOptions& options)
{
    command.add_flag("--perf-stat{default}", options.perfStat,
                     "count events beside each sample: perf's default events, or --perf-stat=EVENTS");
    command.add_flag("--perf-record{default}", options.perfRecord,
                     "one more round of each kernel with perf record; its report is kept beside the document");
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
        return refuse("--unixbench and --perf-record keep texts beside the document, and there is none",
                      "name it with --output FILE");
    }
    if (plan.kernels.empty() && (!options.perfStat.empty() || !options.perfRecord.empty())) {
        return refuse("perf looks at kernels and at commands behind --, and none is named",
                      "name some, or leave out --perf-stat and --perf-record");
    }
    for (const auto& word : options.fio) {
        if (const auto job = findFioJob(word, findFioPresets(options.fioPresets)); !job) {
            return std::unexpected(job.error());
        }
    }
    plan.perfStat = eventsOf(options.perfStat);
    return checkAround({.perfStat = plan.perfStat,
                        .perfRecord = eventsOf(options.perfRecord),
                        .haveFio = !options.fio.empty(),
                        .unixBench = options.unixBench},
                       {});
}

void runAround(const AroundOptions& options, const OutputOptions& output, const RunPlan& plan,
               const std::vector<std::string>& command, Bench& bench, RunRecord& record)
{
    After after(output, bench, record);
    if (!options.perfRecord.empty() && !bench.job.isCancelled()) {
        after.recordProfile(options, plan, command);
    }
    if (!options.fio.empty() && !bench.job.isCancelled()) {
        after.runFioJobs(options);
    }
    if (!options.unixBench.empty() && !bench.job.isCancelled()) {
        after.runUnixBenchSuite(options);
    }
}

}
