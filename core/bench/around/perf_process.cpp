// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/around/perf_process.h"

#include "core/base/join.h"
#include "core/bench/command.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <format>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace patchscale {
namespace {

/// perf on a busy machine takes a while to open an event on each of many processes.
constexpr double kPatience = 30;
constexpr int kPeriodMs = 10;

}

std::string perfReason(std::string_view text)
{
    constexpr std::array<std::string_view, 5> kNotices {"Events disabled", "Events enabled",
                                                        "Error:", "Usage:", "Warning:"};
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = trimmedText(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line.empty() && std::ranges::find(kNotices, line) == kNotices.end()) {
            constexpr std::size_t kMost = 200;
            return std::string(line.substr(0, kMost));
        }
    }
    return {};
}

PerfProcess::PerfProcess(PerfRequest request)
    : m_request(std::move(request))
{
}

Result<void> PerfProcess::attach(const std::vector<pid_t>& processes)
{
    const auto program = findProgram("perf");
    if (!program) {
        return std::unexpected(program.error());
    }
    auto commands = makePipe();
    auto answers = makePipe();
    if (!commands || !answers) {
        return std::unexpected(commands ? answers.error() : commands.error());
    }
    m_commands = std::move(*commands);
    m_answers = std::move(*answers);
    ChildRequest wanted {.argv = {*program},
                         .environment = smallEnvironment(),
                         .cpus = {},
                         .folder = {},
                         .kept = {m_commands.read.get(), m_answers.write.get()},
                         .controlGroup = -1};
    // Numbers with a decimal point, whatever the user's language.
    std::erase_if(wanted.environment, [](const std::string& entry) { return entry.starts_with("LC_"); });
    wanted.environment.insert(wanted.environment.end(), {"LC_ALL=C", m_request.mark});
    wanted.argv.insert(wanted.argv.end(), m_request.arguments.begin(), m_request.arguments.end());
    wanted.argv.insert(wanted.argv.end(),
                       {"-D", "-1", "--control", std::format("fd:{},{}", m_commands.read.get(), m_answers.write.get()),
                        "-o", m_request.output.string(), "-p",
                        join(processes, ",", [](pid_t process) { return std::to_string(process); })});
    auto perf = Child::start(wanted);
    if (!perf) {
        return std::unexpected(perf.error());
    }
    m_perf.emplace(std::move(*perf));
    // The end of its answers tells that perf has ended. The reading end of the commands stays open here, so that
    // writing to a perf that has ended is no signal.
    m_answers.write.close();
    // It answers once its events are open; they are disabled already.
    return tell("disable");
}

Result<void> PerfProcess::begin()
{
    return tell("enable");
}

Result<void> PerfProcess::finish()
{
    if (!m_perf) {
        return {};
    }
    ::kill(m_perf->id(), SIGINT);
    const auto end = monotonicSeconds() + kPatience;
    while (!m_perf->hasEnded()) {
        if (monotonicSeconds() > end) {
            return std::unexpected(failure("did not end when asked to"));
        }
        pollfd polled {.fd = m_perf->ending(), .events = POLLIN, .revents = 0};
        poll(&polled, 1, kPeriodMs);
    }
    std::error_code error;
    if (!std::filesystem::exists(m_request.output, error)) {
        return std::unexpected(failure("wrote nothing"));
    }
    m_perf.reset();
    return {};
}

Result<void> PerfProcess::tell(std::string_view command)
{
    constexpr std::string_view kAnswer = "ack\n";
    if (!writeAll(m_commands.write.get(), std::string(command) + '\n')) {
        return std::unexpected(systemError("talk to perf", errno));
    }
    std::string answer;
    const auto end = monotonicSeconds() + kPatience;
    while (!answer.contains(kAnswer)) {
        pollfd polled {.fd = m_answers.read.get(), .events = POLLIN, .revents = 0};
        poll(&polled, 1, kPeriodMs);
        if (polled.revents != 0) {
            std::array<char, 16> buffer {};
            const auto got = read(m_answers.read.get(), buffer.data(), buffer.size());
            if (got == 0) {
                return std::unexpected(failure("ended"));
            }
            answer.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        }
        if (monotonicSeconds() > end) {
            return std::unexpected(failure("does not answer; perf 5.10 or later is needed"));
        }
    }
    return {};
}

Error PerfProcess::failure(std::string_view what)
{
    m_perf->kill();
    constexpr std::size_t kMost = 1U << 16U;
    std::string text;
    readAvailable(m_perf->errors(), text, kMost);
    auto said = perfReason(text);
    if (said.empty()) {
        text.clear();
        readAvailable(m_perf->output(), text, kMost);
        said = perfReason(text);
    }
    m_perf.reset();
    return {.code = Errc::Io,
            .message = std::format("perf {} {}{}{}", m_request.arguments.front(), what, said.empty() ? "" : ": ", said),
            .where = {},
            .hints = {"'patchscale-runner doctor' tells what perf may do here"}};
}

}
