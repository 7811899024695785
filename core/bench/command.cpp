// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command.h"

#include "core/base/join.h"
#include "core/bench/around/observer.h"

#include "core/base/posix.h"
#include "core/bench/process.h"
#include "core/bench/starter/start_report.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
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

/// One command from its start to its end.
class Execution
{
public:
    Execution(const CommandRequest& request, const Job& job)
        : m_request(request)
        , m_job(job)
    {
    }

    Result<CommandOutcome> run(const std::string& program)
    {
        return start(program).and_then([this] { return observe(); }).and_then([this] { return wait(); });
    }

private:
    Result<void> start(const std::string& program)
    {
        ChildRequest wanted {.argv = m_request.argv,
                             .environment = ourEnvironment(),
                             .cpus = m_request.cpus,
                             .folder = m_request.folder,
                             .kept = {},
                             .controlGroup = -1};
        wanted.argv.front() = program;
        for (const auto& variable : m_request.environment) {
            setVariable(wanted.environment, variable);
        }
        if (m_request.observer != nullptr) {
            auto made = makePipe();
            if (!made) {
                return std::unexpected(made.error());
            }
            m_hold = std::move(*made);
        }
        if (m_request.starter.empty()) {
            wanted.hold = m_hold.read.get();
        } else {
            auto made = makePipe();
            if (!made) {
                return std::unexpected(made.error());
            }
            m_report = std::move(*made);
            wanted.argv.insert(
                wanted.argv.begin(),
                {m_request.starter.string(), std::to_string(m_report.write.get()), std::to_string(m_hold.read.get())});
            wanted.kept = {m_report.write.get()};
            if (m_hold.read.isOpen()) {
                wanted.kept.push_back(m_hold.read.get());
            }
        }
        m_begin = monotonicSeconds();
        auto child = Child::start(wanted);
        if (!child) {
            return std::unexpected(child.error());
        }
        m_child.emplace(std::move(*child));
        m_report.write.close();
        return {};
    }

    /// Lets the observer look at the command, which waits before its first instruction, and lets it go.
    Result<void> observe()
    {
        if (m_request.observer == nullptr) {
            return {};
        }
        HeldCommand held {.id = m_child->id()};
        if (!m_request.starter.empty() && !readReport(held)) {
            return {}; // it could not be held; how it ended is told below
        }
        const auto observed =
            m_request.observer->attach({held.id}).and_then([&] { return m_request.observer->begin(); });
        if (!observed) {
            return observed;
        }
        m_begin = monotonicSeconds();
        return writeAll(m_hold.write.get(), ".") ? Result<void>()
                                                 : std::unexpected(systemError("let the command go", errno));
    }

    Result<CommandOutcome> wait()
    {
        CommandOutcome outcome;
        bool isOutputOpen = true;
        bool areErrorsOpen = true;
        while (!m_child->hasEnded()) {
            if (m_job.isCancelled()) {
                return std::unexpected(Error {.code = Errc::Cancelled, .message = "stopped", .where = {}, .hints = {}});
            }
            if (monotonicSeconds() - m_begin > m_request.timeout) {
                return std::unexpected(Error {.code = Errc::Io,
                                              .message = std::format("'{}' did not end within {:.3g} s and was killed",
                                                                     join(m_request.argv, " "), m_request.timeout),
                                              .where = {},
                                              .hints = {}});
            }
            std::array<pollfd, 3> polled {
                {{.fd = m_child->ending(), .events = POLLIN, .revents = 0},
                 {.fd = isOutputOpen ? m_child->output() : -1, .events = POLLIN, .revents = 0},
                 {.fd = areErrorsOpen ? m_child->errors() : -1, .events = POLLIN, .revents = 0}}};
            poll(polled.data(), polled.size(), kPeriodMs);
            if (polled[1].revents != 0) {
                isOutputOpen = readAvailable(m_child->output(), outcome.output, kMostOutput);
            }
            if (polled[2].revents != 0) {
                areErrorsOpen = readAvailable(m_child->errors(), outcome.errors, kMostOutput);
            }
        }
        outcome.wallSeconds = monotonicSeconds() - m_begin;
        readAvailable(m_child->output(), outcome.output, kMostOutput);
        readAvailable(m_child->errors(), outcome.errors, kMostOutput);
        m_child->finish();
        outcome.status = m_child->status();
        auto usage = m_child->usage();
        if (StartReport report; !m_request.starter.empty() && readReport(report)) {
            outcome.status = report.status;
            outcome.wallSeconds = report.wallSeconds;
            usage = report.usage;
            outcome.maxRssBytes = static_cast<double>(usage.ru_maxrss) * 1024;
        }
        outcome.user = secondsOf(usage.ru_utime);
        outcome.system = secondsOf(usage.ru_stime);
        return outcome;
    }

    /// What the starter tells next; false where it has ended without.
    template<class Message>
    bool readReport(Message& message)
    {
        std::array<char, sizeof(Message)> bytes {};
        std::size_t got = 0;
        while (got < bytes.size()) {
            const auto more = read(m_report.read.get(), bytes.data() + got, bytes.size() - got);
            if (more < 0 && errno == EINTR) {
                continue;
            }
            if (more <= 0) {
                return false;
            }
            got += static_cast<std::size_t>(more);
        }
        std::memcpy(&message, bytes.data(), bytes.size());
        return true;
    }

    const CommandRequest& m_request;
    const Job& m_job;
    Pipe m_hold;
    Pipe m_report;
    std::optional<Child> m_child;
    double m_begin = 0;
};

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
    const auto program = findProgram(request.argv.front());
    if (!program) {
        return std::unexpected(program.error());
    }
    return Execution(request, job).run(*program);
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
