// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command.h"

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
#include <string_view>

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

Result<CommandOutcome> runCommand(const CommandRequest& request, const Job& job)
{
    ChildRequest wanted {.argv = request.argv,
                         .environment = ourEnvironment(),
                         .cpus = request.cpus,
                         .folder = {},
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
    const auto begin = monotonicSeconds();
    auto child = Child::start(wanted);
    if (!child) {
        return std::unexpected(child.error());
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
                                const Guard& guard, const Job& job)
{
    constexpr double kLongest = 86400;
    const auto places = placeCopies(readTopology(affinityOf(0)), plan.placement, plan.cpus, 1);
    if (!places) {
        return std::unexpected(places.error());
    }
    const CommandRequest request {.argv = forVariant(argv, variant),
                                  .environment = {guard.mark(), "PATCHSCALE_VARIANT=" + variant},
                                  .cpus = places->front(),
                                  .timeout = kLongest};
    Result<CommandOutcome> outcome;
    for (int left = plan.warmUp > 0 ? 2 : 1; left > 0; --left) {
        outcome = runCommand(request, job);
        if (!outcome) {
            return std::unexpected(outcome.error());
        }
        if (outcome->status != 0) {
            return std::unexpected(Error {.code = Errc::Io,
                                          .message = std::format("cannot time '{}': it {}{}", joined(request.argv),
                                                                 describeStatus(outcome->status), saidLine(*outcome)),
                                          .where = {},
                                          .hints = {}});
        }
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
    return sample;
}

}
