// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command.h"

#include "core/base/join.h"
#include "core/bench/around/observer.h"

#include "core/base/posix.h"
#include "core/bench/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <format>
#include <optional>
#include <string_view>
#include <utility>

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
                                                                 join(request.argv, " "), request.timeout),
                                          .where = {},
                                          .hints = {}});
        }
        std::array<pollfd, 3> polled {{{.fd = child->ending(), .events = POLLIN, .revents = 0},
                                       {.fd = isOutputOpen ? child->output() : -1, .events = POLLIN, .revents = 0},
                                       {.fd = areErrorsOpen ? child->errors() : -1, .events = POLLIN, .revents = 0}}};
        poll(polled.data(), polled.size(), kPeriodMs);
        if (polled[1].revents != 0) {
            isOutputOpen = readAvailable(child->output(), outcome.output, kMostOutput);
        }
        if (polled[2].revents != 0) {
            areErrorsOpen = readAvailable(child->errors(), outcome.errors, kMostOutput);
        }
    }
    outcome.wallSeconds = monotonicSeconds() - begin;
    readAvailable(child->output(), outcome.output, kMostOutput);
    readAvailable(child->errors(), outcome.errors, kMostOutput);
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

}
