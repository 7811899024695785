// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <format>
#include <string_view>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <linux/sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale {
namespace {

using Mask = std::vector<unsigned long>;

constexpr std::size_t kBits = 8 * sizeof(unsigned long);
constexpr std::size_t kMostCpus = 8192;
constexpr int kNotStarted = 127;

Mask maskOf(const std::vector<int>& cpus)
{
    Mask mask;
    for (const auto cpu : cpus) {
        const auto at = static_cast<std::size_t>(cpu);
        mask.resize(std::max(mask.size(), at / kBits + 1));
        mask[at / kBits] |= 1UL << (at % kBits);
    }
    return mask;
}

/// What the child needs between fork and exec, where it must not allocate.
struct Prepared
{
    std::vector<char*> argv;
    std::vector<char*> environment;
    Mask mask;
    int output = -1;
    int errors = -1;
    pid_t parent = -1;
};

std::vector<char*> pointersTo(const std::vector<std::string>& words)
{
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (const auto& word : words) {
        pointers.push_back(const_cast<char*>(word.c_str()));
    }
    pointers.push_back(nullptr);
    return pointers;
}

/// Says on the child's standard error why it could not start.
[[noreturn]] void giveUp(const char* what)
{
    const char* const why = strerrordesc_np(errno);
    for (const auto* const part : {what, ": ", why, "\n"}) {
        std::ignore = writeAll(STDERR_FILENO, part);
    }
    _exit(kNotStarted);
}

/// The child's way from fork to exec: system calls only.
[[noreturn]] void become(const ChildRequest& request, const Prepared& prepared)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != prepared.parent) {
        _exit(kNotStarted); // the parent died before the line above
    }
    for (int signal = 1; signal < NSIG; ++signal) {
        std::signal(signal, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const auto input = open("/dev/null", O_RDONLY);
    dup2(input, STDIN_FILENO);
    dup2(prepared.output, STDOUT_FILENO);
    dup2(prepared.errors, STDERR_FILENO);
    if (input > STDERR_FILENO) {
        close(input);
    }
    for (const auto descriptor : request.kept) {
        fcntl(descriptor, F_SETFD, 0);
    }
    if (!prepared.mask.empty()
        && syscall(SYS_sched_setaffinity, 0, prepared.mask.size() * sizeof(unsigned long), prepared.mask.data()) < 0) {
        giveUp("cannot pin to the chosen CPUs");
    }
    if (!request.folder.empty() && chdir(request.folder.c_str()) != 0) {
        giveUp("cannot enter the working folder");
    }
    char byte = 0;
    while (request.hold >= 0 && read(request.hold, &byte, 1) < 0 && errno == EINTR) { }
    execve(prepared.argv.front(), prepared.argv.data(), prepared.environment.data());
    giveUp("cannot be started");
}

/// fork() with a descriptor of the child and into a control group, as far as this kernel can do it.
pid_t forkChild(int controlGroup, int& ending)
{
    clone_args arguments {};
    arguments.flags = CLONE_PIDFD;
    arguments.pidfd = reinterpret_cast<std::uintptr_t>(&ending);
    arguments.exit_signal = SIGCHLD;
    if (controlGroup >= 0) {
        arguments.flags |= CLONE_INTO_CGROUP;
        arguments.cgroup = static_cast<std::uint64_t>(controlGroup);
        const auto child = syscall(SYS_clone3, &arguments, sizeof arguments);
        if (child >= 0) {
            return static_cast<pid_t>(child);
        }
        arguments.flags = CLONE_PIDFD;
        arguments.cgroup = 0;
    }
    const auto child = syscall(SYS_clone3, &arguments, static_cast<std::size_t>(CLONE_ARGS_SIZE_VER0));
    if (child >= 0) {
        return static_cast<pid_t>(child);
    }
    ending = -1;
    const auto forked = fork();
    if (forked > 0) {
        ending = static_cast<int>(syscall(SYS_pidfd_open, forked, 0));
    }
    return forked;
}

}

Child::Child(Child&& other) noexcept
    : m_id(std::exchange(other.m_id, -1))
    , m_status(other.m_status)
    , m_usage(other.m_usage)
    , m_ending(std::move(other.m_ending))
    , m_output(std::move(other.m_output))
    , m_errors(std::move(other.m_errors))
{
}

Child::~Child()
{
    kill();
    finish();
}

Result<Child> Child::start(const ChildRequest& request)
{
    auto output = makePipe();
    auto errors = makePipe();
    if (!output || !errors) {
        return std::unexpected(output ? errors.error() : output.error());
    }
    Prepared prepared {.argv = pointersTo(request.argv),
                       .environment = pointersTo(request.environment),
                       .mask = maskOf(request.cpus),
                       .output = output->write.get(),
                       .errors = errors->write.get(),
                       .parent = getpid()};
    int ending = -1;
    const auto id = forkChild(request.controlGroup, ending);
    if (id == 0) {
        become(request, prepared);
    }
    if (id < 0) {
        return std::unexpected(systemError(std::format("start '{}'", request.argv.front()), errno));
    }
    setpgid(id, id); // also in the child: whoever comes first
    Child child;
    child.m_id = id;
    child.m_ending = Descriptor(ending);
    child.m_output = std::move(output->read);
    child.m_errors = std::move(errors->read);
    for (const auto descriptor : {child.output(), child.errors()}) {
        fcntl(descriptor, F_SETFL, O_NONBLOCK);
    }
    return child;
}

bool Child::hasEnded() const
{
    siginfo_t info {};
    return waitid(P_PID, static_cast<id_t>(m_id), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == m_id;
}

void Child::kill() const
{
    if (m_id > 0) {
        ::kill(-m_id, SIGKILL);
    }
}

void Child::finish()
{
    if (m_id <= 0) {
        return;
    }
    siginfo_t info {};
    while (waitid(P_PID, static_cast<id_t>(m_id), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) { }
    // While the leader is not reaped, nobody else can get its number, so this reaches its group and no other.
    kill();
    while (wait4(m_id, &m_status, 0, &m_usage) < 0 && errno == EINTR) { }
    // Its descendants are ours to wait for where we are their subreaper; elsewhere this finds nobody.
    while (waitpid(-m_id, nullptr, 0) > 0 || errno == EINTR) { }
    m_id = -1;
}

std::string describeStatus(int status)
{
    if (WIFSIGNALED(status)) {
        const char* const name = sigdescr_np(WTERMSIG(status));
        return std::format("was killed by signal {} ({})", WTERMSIG(status), name == nullptr ? "unknown" : name);
    }
    return std::format("ended with status {}", WEXITSTATUS(status));
}

std::vector<std::string> smallEnvironment()
{
    constexpr std::array<std::string_view, 12> kKept {
        "PATH=",   "HOME=",  "LANG=", "LANGUAGE=",       "LC_",     "LD_",
        "TMPDIR=", "SHELL=", "TERM=", "GLIBC_TUNABLES=", "MALLOC_", "TZ="};
    std::vector<std::string> kept;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        if (std::ranges::any_of(kKept, [entry](auto name) { return std::string_view(*entry).starts_with(name); })) {
            kept.emplace_back(*entry);
        }
    }
    return kept;
}

std::vector<int> affinityOf(pid_t process)
{
    Mask mask(kMostCpus / kBits);
    std::vector<int> cpus;
    const auto bytes = syscall(SYS_sched_getaffinity, process, mask.size() * sizeof(unsigned long), mask.data());
    for (std::size_t at = 0; bytes > 0 && at < static_cast<std::size_t>(bytes) * 8; ++at) {
        if ((mask[at / kBits] >> (at % kBits) & 1U) != 0) {
            cpus.push_back(static_cast<int>(at));
        }
    }
    return cpus;
}

}
