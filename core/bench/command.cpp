// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command.h"

#include "core/bench/around/perf_stat.h"
#include "core/bench/guard.h"
#include "core/bench/journal.h"
#include "core/bench/posix.h"
#include "core/bench/process.h"
#include "core/bench/topology.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <format>
#include <optional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOutput = 1U << 20U;
/// How often a stop is looked for; the end of the command itself wakes us.
constexpr int kPeriodMs = 20;

std::vector<std::string> ourEnvironment()
{
    std::vector<std::string> variables;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        variables.emplace_back(*entry);
    }
    return variables;
}

/// A later "NAME=value" replaces an earlier one.
void setVariable(std::vector<std::string>& environment, const std::string& variable)
{
    const auto name = variable.substr(0, variable.find('=') + 1);
    std::erase_if(environment, [&name](const std::string& other) { return other.starts_with(name); });
    environment.push_back(variable);
}

/// Reads what there is; false at the end.
bool drain(int descriptor, std::string& text)
{
    std::array<char, 4096> buffer {};
    while (true) {
        const auto got = read(descriptor, buffer.data(), buffer.size());
        if (got > 0) {
            text.append(buffer.data(), std::min(static_cast<std::size_t>(got), kMostOutput - text.size()));
        } else if (got == 0 || errno != EINTR) {
            return got != 0 && errno == EAGAIN;
        }
    }
}

double secondsOf(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

std::string joined(const std::vector<std::string>& argv)
{
    std::string text;
    for (const auto& word : argv) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

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

}

Result<std::string> findProgram(const std::string& name)
{
    if (name.contains('/')) {
        return name;
    }
    const char* const path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
    while (true) {
        const auto end = rest.find(':');
        const auto folder = rest.substr(0, end);
        const auto candidate = fs::path(folder.empty() ? "." : folder) / name;
        if (access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate)) {
            return candidate.string();
        }
        if (end == std::string_view::npos) {
            break;
        }
        rest.remove_prefix(end + 1);
    }
    return std::unexpected(Error {.code = Errc::Usage,
                                  .message = std::format("there is no program '{}'", name),
                                  .where = {},
                                  .hints = {"give its path, or put its folder into PATH"}});
}

Result<CommandOutcome> runCommand(const CommandRequest& request, const Job& job)
{
    ChildRequest wanted {.argv = request.argv,
                         .environment = ourEnvironment(),
                         .cpus = request.cpus,
                         .folder = request.folder,
                         .kept = {},
                         .controlGroup = -1};
    const auto program = findProgram(request.argv.front());
    if (!program) {
        return std::unexpected(program.error());
    }
    wanted.argv.front() = *program;
    for (const auto& variable : request.environment) {
        setVariable(wanted.environment, variable);
    }
    Pipe hold;
    if (request.observer != nullptr) {
        auto made = makePipe();
        if (!made) {
            return std::unexpected(made.error());
        }
        hold = std::move(*made);
        wanted.hold = hold.read.get();
    }
    auto begin = monotonicSeconds();
    auto child = Child::start(wanted);
    if (!child) {
        return std::unexpected(child.error());
    }
    if (request.observer != nullptr) {
        const auto observed =
            request.observer->attach({child->id()}).and_then([&] { return request.observer->begin(); });
        if (!observed) {
            return std::unexpected(observed.error());
        }
        begin = monotonicSeconds();
        if (!writeAll(hold.write.get(), ".")) {
            return std::unexpected(systemError("let the command go", errno));
        }
    }
    CommandOutcome outcome;
    bool isOutputOpen = true;
    bool areErrorsOpen = true;
    while (!child->hasEnded()) {
        if (job.isCancelled()) {
            return std::unexpected(Error {.code = Errc::Cancelled, .message = "stopped", .where = {}, .hints = {}});
        }
        if (monotonicSeconds() - begin > request.timeout) {
            return std::unexpected(Error {.code = Errc::Io,
                                          .message = std::format("'{}' did not end within {:.3g} s and was killed",
                                                                 joined(request.argv), request.timeout),
                                          .where = {},
                                          .hints = {}});
        }
        std::array<pollfd, 3> polled {{{.fd = child->ending(), .events = POLLIN, .revents = 0},
                                       {.fd = isOutputOpen ? child->output() : -1, .events = POLLIN, .revents = 0},
                                       {.fd = areErrorsOpen ? child->errors() : -1, .events = POLLIN, .revents = 0}}};
        poll(polled.data(), polled.size(), kPeriodMs);
        if (polled[1].revents != 0) {
            isOutputOpen = drain(child->output(), outcome.output);
        }
        if (polled[2].revents != 0) {
            areErrorsOpen = drain(child->errors(), outcome.errors);
        }
    }
    outcome.wallSeconds = monotonicSeconds() - begin;
    drain(child->output(), outcome.output);
    drain(child->errors(), outcome.errors);
    child->finish();
    outcome.status = child->status();
    outcome.user = secondsOf(child->usage().ru_utime);
    outcome.system = secondsOf(child->usage().ru_stime);
    outcome.maxRssBytes = static_cast<double>(child->usage().ru_maxrss) * 1024;
    return outcome;
}

std::string saidLine(const CommandOutcome& outcome)
{
    constexpr std::size_t kMost = 300;
    auto text = trimmedText(outcome.errors);
    if (text.empty()) {
        text = trimmedText(outcome.output);
    }
    const auto line = trimmedText(text.substr(0, text.find('\n'))).substr(0, kMost);
    return line.empty() ? std::string() : std::format(": {}", line);
}

namespace {

/// A file that is removed again.
class ScratchFile
{
public:
    explicit ScratchFile(fs::path path)
        : m_path(std::move(path))
    {
    }
    ScratchFile(ScratchFile&& other) noexcept
        : m_path(std::exchange(other.m_path, {}))
    {
    }
    ScratchFile& operator=(ScratchFile&&) = delete;
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    ~ScratchFile()
    {
        if (!m_path.empty()) {
            unlink(m_path.c_str());
        }
    }
    [[nodiscard]] const fs::path& path() const
    {
        return m_path;
    }

private:
    fs::path m_path;
};

Result<ScratchFile> makeCountsFile(const RunPlan& plan)
{
    if (!plan.perfStat) {
        return ScratchFile({});
    }
    std::error_code error;
    const auto folder = plan.directory.empty() ? fs::temp_directory_path(error) : plan.directory;
    auto name = (folder / "patchscale-perf-XXXXXX").string();
    const Descriptor made(mkostemp(name.data(), O_CLOEXEC));
    if (!made.isOpen()) {
        return std::unexpected(systemError(std::format("make a file in '{}'", folder.string()), errno));
    }
    return ScratchFile(name);
}

/// What @p outcome printed, added to @p log under a line that tells how it ended.
Result<void> addToLog(const fs::path& log, const CommandRequest& request, const CommandOutcome& outcome)
{
    const Descriptor file(open(log.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
    auto text = std::format("### {} ({}, {:.6f} s)\n", joined(request.argv), describeStatus(outcome.status),
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
                                      .message = std::format("cannot time '{}': it {}{}", joined(request.argv),
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
    info.name = joined(argv);
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
                            .timeout = kLongest};
    if (plan.warmUp > 0) {
        if (auto warm = runLogged(request, plan, job); !warm) {
            return std::unexpected(warm.error());
        }
    }
    std::optional<PerfProcess> perf;
    const auto counts = makeCountsFile(plan);
    request.observer = observer;
    if (plan.perfStat && observer == nullptr) {
        if (!counts) {
            return std::unexpected(counts.error());
        }
        perf.emplace(perfStatRequest(*plan.perfStat, counts->path(), guard.mark()));
        request.observer = &*perf;
    }
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
    sample.metrics = {{"max_rss_bytes", outcome->maxRssBytes}};
    if (perf) {
        auto objects = endPerfStat(*perf, counts->path());
        if (!objects) {
            return std::unexpected(objects.error());
        }
        sample.perfStat = std::move(*objects);
    }
    return sample;
}

}
