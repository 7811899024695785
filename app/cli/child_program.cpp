// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/child_program.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <format>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale::cli {
namespace {

constexpr std::array kStopSignals {SIGINT, SIGTERM, SIGHUP};

sigset_t stopSignals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int number : kStopSignals) {
        sigaddset(&set, number);
    }
    return set;
}

/// In the child: becomes the program, or writes errno to @p failure.
[[noreturn]] void become(char* const* argv, const ChildRequest& request, int input, int output, int errors, int failure,
                         pid_t parent)
{
    if (request.signalAtOurEnd != 0) {
        ::prctl(PR_SET_PDEATHSIG, request.signalAtOurEnd);
        if (::getppid() != parent) {
            ::_exit(128 + request.signalAtOurEnd);
        }
    }
    for (const int number : {SIGINT, SIGHUP}) {
        std::signal(number, request.isSheltered ? SIG_IGN : SIG_DFL);
    }
    for (const int number : {SIGTERM, SIGPIPE, SIGXFSZ}) {
        std::signal(number, SIG_DFL);
    }
    const auto none = sigset_t {};
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (input >= 0) {
        ::dup2(input, STDIN_FILENO);
    }
    ::dup2(output, STDOUT_FILENO);
    ::dup2(errors, STDERR_FILENO);
    ::execvp(argv[0], argv);
    const int error = errno;
    static_cast<void>(!::write(failure, &error, sizeof error));
    ::_exit(127);
}

}

Result<ChildProgram> ChildProgram::start(const ChildRequest& request)
{
    auto input = request.hasInput ? makePipe() : Result<Pipe>(Pipe {});
    auto output = makePipe();
    auto errors = makePipe();
    auto failure = makePipe();
    for (const auto* const pipe : {&input, &output, &errors, &failure}) {
        if (!*pipe) {
            return std::unexpected(pipe->error());
        }
    }
    auto words = request.argv;
    std::vector<char*> argv;
    for (auto& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    const auto parent = ::getpid();
    const auto id = ::fork();
    if (id < 0) {
        return std::unexpected(systemError(std::format("start '{}'", words[0]), errno));
    }
    if (id == 0) {
        become(argv.data(), request, input->read.get(), output->write.get(), errors->write.get(), failure->write.get(),
               parent);
    }
    failure->write.close();
    ChildProgram child;
    child.m_id = id;
    child.m_input = std::move(input->write);
    child.m_output = std::move(output->read);
    child.m_errors = std::move(errors->read);
    int error = 0;
    if (::read(failure->read.get(), &error, sizeof error) == sizeof error) {
        child.wait();
        return std::unexpected(systemError(std::format("start '{}'", words[0]), error));
    }
    for (const auto* const end : {&child.m_input, &child.m_output, &child.m_errors}) {
        if (end->isOpen()) {
            ::fcntl(end->get(), F_SETFL, ::fcntl(end->get(), F_GETFL) | O_NONBLOCK);
        }
    }
    return child;
}

ChildProgram::ChildProgram(ChildProgram&& other) noexcept
    : m_id(std::exchange(other.m_id, -1))
    , m_input(std::move(other.m_input))
    , m_output(std::move(other.m_output))
    , m_errors(std::move(other.m_errors))
{
}

ChildProgram::~ChildProgram()
{
    signal(SIGKILL);
    wait();
}

void ChildProgram::signal(int number) const
{
    if (m_id > 0) {
        ::kill(m_id, number);
    }
}

int ChildProgram::wait()
{
    if (m_id <= 0) {
        return -1;
    }
    int status = 0;
    while (::waitpid(m_id, &status, 0) < 0 && errno == EINTR) { }
    m_id = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

StopSignals::StopSignals()
{
    const auto set = stopSignals();
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    m_descriptor = Descriptor(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

StopSignals::~StopSignals()
{
    while (take()) { }
    const auto set = stopSignals();
    ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

std::optional<int> StopSignals::take()
{
    signalfd_siginfo info {};
    if (::read(m_descriptor.get(), &info, sizeof info) != sizeof info) {
        return std::nullopt;
    }
    const auto number = static_cast<int>(info.ssi_signo);
    m_first = m_first == 0 ? number : m_first;
    return number;
}

std::optional<std::string> readSome(int descriptor)
{
    std::string bytes(65536, '\0');
    const auto got = ::read(descriptor, bytes.data(), bytes.size());
    if (got < 0) {
        return errno == EAGAIN || errno == EINTR ? std::nullopt : std::optional<std::string>("");
    }
    bytes.resize(static_cast<std::size_t>(got));
    return bytes;
}

}
