// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote_run.h"

#include "app/cli/child_program.h"
#include "app/cli/relay.h"
#include "app/cli/remote_bundle.h"
#include "app/cli/remote_fio.h"
#include "app/cli/remote_script.h"
#include "app/cli/ssh_failure.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <format>
#include <optional>
#include <string_view>

#include <poll.h>
#include <unistd.h>

namespace patchscale::cli {
namespace {

constexpr int kSshFailed = 255; ///< the exit status that ssh has for itself

class Connection
{
public:
    Connection(std::string host, ChildProgram ssh, std::string script, RemoteBundle bundle)
        : m_host(std::move(host))
        , m_ssh(std::move(ssh))
        , m_bundle(std::move(bundle))
        , m_toSend(std::move(script))
    {
    }

    Result<RunEnding> run(StopSignals& signals)
    {
        while (m_ssh.output().isOpen() || m_ssh.errors().isOpen()) {
            step(signals);
        }
        m_ssh.input().close();
        RunEnding ending {.status = m_ssh.wait(), .document = {}};
        m_out.flush();
        if (m_isReady) {
            m_err.flush();
        }
        if (m_failure) {
            return std::unexpected(*m_failure);
        }
        if (signals.first() != 0) {
            ending.status = 128 + signals.first();
        } else if (!m_isReady) {
            return std::unexpected(sshFailure(m_host, m_saidBefore));
        } else if (ending.status == kSshFailed) {
            return std::unexpected(Error {
                .code = Errc::Io,
                .message = std::format("the connection to '{}' broke; what was measured there is lost", m_host),
                .where = {},
                .hints = {"the run there ends by itself and removes its files; on a shaky line make shorter runs"}});
        }
        if (m_documentBytes && m_document.size() == *m_documentBytes) {
            ending.document = std::move(m_document);
        } else if (m_documentBytes && signals.first() == 0) {
            return std::unexpected(Error {.code = Errc::Io,
                                          .message = std::format("the document from '{}' ends early", m_host),
                                          .where = {},
                                          .hints = {"run it again"}});
        }
        return ending;
    }

private:
    void step(StopSignals& signals)
    {
        const bool hasToSend = !m_toSend.empty() && m_ssh.input().isOpen();
        std::array<pollfd, 4> waits {{{.fd = m_ssh.output().get(), .events = POLLIN, .revents = 0},
                                      {.fd = m_ssh.errors().get(), .events = POLLIN, .revents = 0},
                                      {.fd = signals.descriptor(), .events = POLLIN, .revents = 0},
                                      {.fd = hasToSend ? m_ssh.input().get() : -1, .events = POLLOUT, .revents = 0}}};
        ::poll(waits.data(), waits.size(), -1);
        while (signals.take()) {
            stop();
        }
        if (hasToSend && waits[3].revents != 0) {
            send();
        }
        if (m_ssh.output().isOpen()) {
            if (const auto bytes = readSome(m_ssh.output().get())) {
                bytes->empty() ? m_ssh.output().close() : takeOutput(*bytes);
            }
        }
        if (m_ssh.errors().isOpen()) {
            if (const auto bytes = readSome(m_ssh.errors().get())) {
                bytes->empty() ? m_ssh.errors().close() : takeErrors(*bytes);
            }
        }
    }

    /// The first time the run is asked to end, then the connection is cut.
    void stop()
    {
        if (m_isReady && !m_isStopping) {
            m_isStopping = true;
            m_toSend += "stop\n";
            return;
        }
        m_ssh.input().close();
        m_ssh.signal(SIGTERM);
    }

    void send()
    {
        const auto sent = ::write(m_ssh.input().get(), m_toSend.data() + m_sent, m_toSend.size() - m_sent);
        if (sent < 0) {
            if (errno != EAGAIN && errno != EINTR) {
                m_ssh.input().close(); // ssh has ended; it says why
            }
            return;
        }
        m_sent += static_cast<std::size_t>(sent);
        if (m_sent == m_toSend.size()) {
            m_toSend.clear();
            m_sent = 0;
        }
    }

    void takeErrors(std::string_view bytes)
    {
        if (m_isReady) {
            m_err.pass(bytes);
            return;
        }
        constexpr std::size_t kEnough = 65536;
        m_saidBefore += bytes.substr(0, kEnough - std::min(kEnough, m_saidBefore.size()));
    }

    void takeOutput(std::string_view bytes)
    {
        while (!bytes.empty() && !m_documentBytes) {
            const auto end = bytes.find('\n');
            m_line += bytes.substr(0, end);
            if (end == std::string_view::npos) {
                return;
            }
            takeLine(m_line);
            m_line.clear();
            bytes.remove_prefix(end + 1);
        }
        if (m_documentBytes) {
            m_document += bytes.substr(0, *m_documentBytes - m_document.size());
        }
    }

    void takeLine(std::string_view line)
    {
        if (!line.starts_with(kRemoteMark)) {
            // Before, it is what that user's shell greets with.
            if (m_isReady) {
                m_out.pass(std::format("{}\n", line));
            }
            return;
        }
        line.remove_prefix(kRemoteMark.size());
        const auto blank = line.find(' ');
        const auto word = line.substr(0, blank);
        const auto rest = blank == std::string_view::npos ? std::string_view() : line.substr(blank + 1);
        if (word == "hello") {
            greet(rest);
        } else if (word == "folder") {
            m_err.setSkipped(std::format("{}/result.json", rest));
        } else if (word == "ready") {
            m_isReady = true;
        } else if (word == "failed") {
            fail(remoteFailure(m_host, rest));
        } else if (word == "document") {
            std::size_t bytes = 0;
            std::from_chars(rest.data(), rest.data() + rest.size(), bytes);
            m_documentBytes = bytes;
        }
    }

    /// The other machine tells its system and architecture; only then it gets programs.
    void greet(std::string_view rest)
    {
        const auto blank = std::min(rest.find(' '), rest.size());
        const auto system = rest.substr(0, blank);
        const auto machine = rest.substr(std::min(blank + 1, rest.size()));
        if (system != "Linux" || !runsOn(m_bundle.architecture, machine)) {
            fail(otherArchitecture(m_host, system, machine, m_bundle.architecture));
            m_ssh.input().close();
            return;
        }
        m_toSend += m_bundle.tar;
        m_bundle.tar.clear();
    }

    void fail(Error error)
    {
        if (!m_failure) {
            m_failure = std::move(error);
        }
    }

    std::string m_host;
    ChildProgram m_ssh;
    RemoteBundle m_bundle;
    std::string m_toSend;
    std::size_t m_sent = 0;
    LineRelay m_out {STDOUT_FILENO, {}};
    LineRelay m_err {STDERR_FILENO, {}};
    std::string m_line;
    std::string m_saidBefore;
    std::string m_document;
    std::optional<std::size_t> m_documentBytes;
    std::optional<Error> m_failure;
    bool m_isReady = false;
    bool m_isStopping = false;
};

/// "me@box:2222" as "me@box" and "2222"; an address with colons keeps them, unless it stands in brackets.
std::pair<std::string, std::string> hostAndPort(std::string_view text)
{
    const auto at = text.find('@');
    const auto name = at == std::string_view::npos ? 0 : at + 1;
    const auto user = text.substr(0, name);
    const auto rest = text.substr(name);
    if (rest.starts_with('[') && rest.contains(']')) {
        const auto end = rest.find(']');
        const auto behind = rest.substr(end + 1);
        return {std::format("{}{}", user, rest.substr(1, end - 1)),
                std::string(behind.starts_with(':') ? behind.substr(1) : std::string_view())};
    }
    const auto colon = rest.find(':');
    if (colon == std::string_view::npos || rest.find(':', colon + 1) != std::string_view::npos) {
        return {std::string(text), {}};
    }
    return {std::format("{}{}", user, rest.substr(0, colon)), std::string(rest.substr(colon + 1))};
}

}

Result<std::vector<std::string>> sshArguments(const RemoteHost& host)
{
    const auto [name, port] = hostAndPort(host.host);
    const bool isPort = port.empty() ? !host.host.ends_with(':')
                                     : port.size() < 6 && port.find_first_not_of("0123456789") == std::string::npos;
    if (name.empty() || name.starts_with('-') || name.ends_with('@') || !isPort) {
        return std::unexpected(Error {.code = Errc::Usage,
                                      .message = std::format("'{}' names no machine", host.host),
                                      .where = {},
                                      .hints = {"write user@host or user@host:port"}});
    }
    std::vector<std::string> arguments {"ssh"};
    // The first of several equal options counts, so the user's come before ours.
    for (const auto& option : host.sshOptions) {
        if (!option.starts_with('-')) {
            arguments.emplace_back("-o");
        }
        arguments.push_back(option);
    }
    for (const auto* const option : {"ConnectTimeout=20", "ServerAliveInterval=15", "ServerAliveCountMax=4",
                                     "ClearAllForwardings=yes", "Compression=yes", "LogLevel=ERROR"}) {
        arguments.insert(arguments.end(), {"-o", option});
    }
    arguments.insert(arguments.end(), {"-T", "-a", "-x"});
    if (!port.empty()) {
        arguments.insert(arguments.end(), {"-p", port});
    }
    arguments.insert(arguments.end(), {"--", name});
    return arguments;
}

Result<RunEnding> runElsewhere(const RemoteHost& host, const RunnerPrograms& programs,
                               const std::vector<std::string>& arguments)
{
    auto words = sshArguments(host);
    if (!words) {
        return std::unexpected(words.error());
    }
    const auto along = takeFioAlong(arguments);
    if (!along) {
        return std::unexpected(along.error());
    }
    auto bundle = makeBundle(programs, along->files);
    if (!bundle) {
        return std::unexpected(bundle.error());
    }
    auto script = remoteScript(along->arguments, bundle->tar.size(), !along->files.empty());
    words->push_back(remoteCommand(script.size()));
    StopSignals signals;
    auto ssh = ChildProgram::start({.argv = std::move(*words), .hasInput = true, .isSheltered = true});
    if (!ssh) {
        auto error = ssh.error();
        error.hints.emplace_back("install openssh-client");
        return std::unexpected(std::move(error));
    }
    return Connection(host.host, std::move(*ssh), std::move(script), std::move(*bundle)).run(signals);
}

}
