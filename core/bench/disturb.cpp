// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/disturb.h"

#include "core/base/posix.h"
#include "core/bench/process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <format>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale {
namespace {

constexpr double kPeriod = 0.01;
constexpr int kNotPinned = 3;
constexpr int kNotStarted = 4;
constexpr int kCommandFailed = 5;

void pauseInstruction()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#else
    asm volatile("nop");
#endif
}

/// Runs on until @p end, looking at the clock so seldom that the loop is what keeps the CPU busy.
void spinUntil(double end, bool isPausing)
{
    constexpr int kBetweenLooks = 500;
    volatile unsigned work = 1;
    while (monotonicSeconds() < end) {
        for (int i = 0; i < kBetweenLooks; ++i) {
            if (isPausing) {
                pauseInstruction();
            } else {
                work = work * 1664525U + 1013904223U;
            }
        }
    }
}

timespec timespecOf(double seconds)
{
    const auto whole = static_cast<time_t>(seconds);
    return {.tv_sec = whole, .tv_nsec = static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
}

[[noreturn]] void loop(const Disturber& disturber)
{
    auto begin = monotonicSeconds();
    while (true) {
        spinUntil(begin + kPeriod * disturber.dutyCycle, disturber.kind == Disturbance::PauseLoop);
        begin += kPeriod;
        if (disturber.dutyCycle < 1) {
            const auto wake = timespecOf(begin);
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nullptr);
        }
        // Whoever was kept off the CPU does not make up for it.
        begin = std::max(begin, monotonicSeconds() - kPeriod);
    }
}

/// A command that is stopped and continued, by a process that does nothing else.
class Paced
{
public:
    Paced(const Disturber& disturber, int ready)
        : m_disturber(disturber)
        , m_ready(ready)
    {
        for (const auto& word : disturber.command) {
            m_argv.push_back(const_cast<char*>(word.c_str()));
        }
        m_argv.push_back(nullptr);
        sigemptyset(&m_signals);
        sigaddset(&m_signals, SIGTERM);
        sigaddset(&m_signals, SIGCHLD);
        sigprocmask(SIG_BLOCK, &m_signals, nullptr);
    }

    [[noreturn]] void run()
    {
        startCommand();
        tellReady();
        while (true) {
            signalCommand(SIGCONT);
            sleepFor(kPeriod * m_disturber.dutyCycle);
            if (m_disturber.dutyCycle < 1) {
                signalCommand(SIGSTOP);
                sleepFor(kPeriod * (1 - m_disturber.dutyCycle));
            }
            if (m_child < 0) {
                startCommand();
            }
        }
    }

private:
    void startCommand()
    {
        m_child = fork();
        if (m_child == 0) {
            setpgid(0, 0);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            sigprocmask(SIG_UNBLOCK, &m_signals, nullptr);
            execvp(m_argv.front(), m_argv.data());
            _exit(kNotStarted);
        }
        setpgid(m_child, m_child);
    }
    void tellReady() const
    {
        const char byte = 0;
        std::ignore = write(m_ready, &byte, 1);
        close(m_ready);
    }
    void signalCommand(int signal) const
    {
        if (m_child > 0) {
            kill(-m_child, signal);
        }
    }
    /// Sleeps until the time is over, serving signals.
    void sleepFor(double seconds)
    {
        const auto end = monotonicSeconds() + seconds;
        while (true) {
            const auto left = end - monotonicSeconds();
            if (left <= 0) {
                return;
            }
            const auto time = timespecOf(left);
            const auto signal = sigtimedwait(&m_signals, nullptr, &time);
            if (signal == SIGTERM) {
                finish();
            }
            if (signal == SIGCHLD) {
                reap();
            }
        }
    }
    void reap()
    {
        int status = 0;
        pid_t ended = 0;
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
            if (ended == m_child) {
                signalCommand(SIGKILL); // what it left in its group
                m_child = -1;
                m_status = status;
            }
        }
    }
    [[noreturn]] void finish()
    {
        reap();
        signalCommand(SIGKILL);
        while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR) { }
        _exit(m_status == 0 ? 0 : kCommandFailed);
    }

    const Disturber& m_disturber;
    int m_ready;
    std::vector<char*> m_argv;
    sigset_t m_signals {};
    pid_t m_child = -1;
    int m_status = 0; ///< of the last time that the command ended by itself
};

/// The life of the disturbing process after fork().
[[noreturn]] void disturb(const Disturber& disturber, int cpu, const std::string& mark, int ready, pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, "ps-disturber");
    if (getppid() != parent) {
        _exit(0);
    }
    for (int signal = 1; signal < NSIG; ++signal) {
        std::signal(signal, SIG_DFL);
    }
    // Whoever waits for signals in a thread has them blocked here, and stop() sends one.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const auto nothing = open("/dev/null", O_RDWR);
    for (const auto descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        dup2(nothing, descriptor);
    }
    dup2(ready, STDERR_FILENO + 1);
    closeRange(STDERR_FILENO + 2, ~0U);
    fcntl(STDERR_FILENO + 1, F_SETFD, FD_CLOEXEC);
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(cpu), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) {
        _exit(kNotPinned);
    }
    if (disturber.kind == Disturbance::Command) {
        // Its descendants come to this process, so that their processor time counts, and the guard finds them by this.
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        const auto equals = mark.find('=');
        setenv(mark.substr(0, equals).c_str(), mark.substr(equals + 1).c_str(), 1);
        Paced(disturber, STDERR_FILENO + 1).run();
    }
    const char byte = 0;
    std::ignore = write(STDERR_FILENO + 1, &byte, 1);
    close(STDERR_FILENO + 1);
    loop(disturber);
}

std::unexpected<Error> cannot(std::string message, std::string hint)
{
    return std::unexpected(
        Error {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = {std::move(hint)}});
}

int siblingOf(int cpu, const std::vector<LogicalCpu>& cpus)
{
    const auto self = std::ranges::find(cpus, cpu, &LogicalCpu::id);
    for (const auto& other : cpus) {
        if (self != cpus.end() && other.core == self->core && other.id != cpu) {
            return other.id;
        }
    }
    return cpu;
}

}

Result<DisturbedPlace> placeDisturber(const RunPlan& plan, const std::vector<LogicalCpu>& cpus)
{
    if (plan.copies != std::vector {1}) {
        return cannot("a disturber works beside a single copy of a kernel", "leave out --copies, or --disturb");
    }
    if (plan.placement == Placement::List && plan.cpus.size() == 1) {
        return DisturbedPlace {.measured = plan.cpus.front(), .disturbed = siblingOf(plan.cpus.front(), cpus)};
    }
    if (plan.placement != Placement::Free) {
        return cannot("a disturber works beside a kernel that stays on one CPU",
                      "list one CPU, or leave the placement out");
    }
    if (cpus.empty()) {
        return cannot("it is not known which CPUs there are", "list one CPU");
    }
    for (const auto& cpu : cpus) {
        if (const auto sibling = siblingOf(cpu.id, cpus); sibling != cpu.id) {
            return DisturbedPlace {.measured = cpu.id, .disturbed = sibling};
        }
    }
    return DisturbedPlace {.measured = cpus.back().id, .disturbed = cpus.back().id};
}

Parameters disturberParameters(const Disturber& disturber, const DisturbedPlace& place)
{
    std::string what;
    switch (disturber.kind) {
    case Disturbance::None:
        return {};
    case Disturbance::BusyLoop:
        what = "busy loop";
        break;
    case Disturbance::PauseLoop:
        what = "pause loop";
        break;
    case Disturbance::Command:
        what = disturber.command.back();
        break;
    }
    return {{"disturber", std::format("{}, {:.3g} %", what, disturber.dutyCycle * 100)},
            {"disturbed CPU", place.measured == place.disturbed ? "same CPU (no SMT)" : "SMT sibling"}};
}

Disturber disturberOf(std::string_view word, double dutyCycle)
{
    if (word == "busy" || word == "pause") {
        return {.kind = word == "busy" ? Disturbance::BusyLoop : Disturbance::PauseLoop,
                .command = {},
                .dutyCycle = dutyCycle};
    }
    return {.kind = Disturbance::Command, .command = {"/bin/sh", "-c", std::string(word)}, .dutyCycle = dutyCycle};
}

Result<RunningDisturber> RunningDisturber::start(const Disturber& disturber, int cpu, const std::string& mark)
{
    auto ready = makePipe();
    if (!ready) {
        return std::unexpected(ready.error());
    }
    const auto parent = getpid();
    const auto begin = monotonicSeconds();
    const auto process = fork();
    if (process < 0) {
        return std::unexpected(systemError("start the disturber", errno));
    }
    if (process == 0) {
        disturb(disturber, cpu, mark, ready->write.get(), parent);
    }
    setpgid(process, process);
    RunningDisturber running(process, begin);
    ready->write.close();
    char byte = 0;
    ssize_t got = 0;
    while ((got = read(ready->read.get(), &byte, 1)) < 0 && errno == EINTR) { }
    if (got != 1) {
        return cannot(std::format("cannot disturb CPU {}: this process may not run there", cpu),
                      "choose among the CPUs that this shell may use");
    }
    running.m_begin = monotonicSeconds();
    return running;
}

RunningDisturber::RunningDisturber(RunningDisturber&& other) noexcept
    : m_process(std::exchange(other.m_process, -1))
    , m_begin(other.m_begin)
{
}

RunningDisturber::~RunningDisturber()
{
    std::ignore = stop();
}

Result<double> RunningDisturber::stop()
{
    if (m_process < 0) {
        return 0.0;
    }
    // A loop dies of it; the keeper of a command ends that first.
    kill(m_process, SIGTERM);
    int status = 0;
    rusage usage {};
    const auto process = std::exchange(m_process, -1);
    while (wait4(process, &status, 0, &usage) < 0) {
        if (errno != EINTR) {
            return std::unexpected(systemError("wait for the disturber", errno));
        }
    }
    const auto passed = monotonicSeconds() - m_begin;
    if (WIFEXITED(status) && WEXITSTATUS(status) == kCommandFailed) {
        return cannot("the command that was to disturb ended with an error",
                      "run it by hand; it must end with status 0");
    }
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return passed > 0 ? (seconds(usage.ru_utime) + seconds(usage.ru_stime)) / passed : 0;
}

}
