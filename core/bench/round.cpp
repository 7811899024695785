// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/round.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <format>
#include <functional>
#include <optional>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale {
namespace {

constexpr int kNotPossible = 77;
constexpr std::size_t kMostOutput = 1U << 20U;
/// How long output that a stray holds open is waited for after the copy itself has ended.
constexpr double kGrace = 0.2;
/// Descriptors that are polled for each copy.
constexpr std::size_t kPerCopy = 4;

struct Copy
{
    Child child;
    Descriptor ready; ///< reading end; closed once the byte came or cannot come
    std::string output {};
    std::string errors {};
    double started = 0;
    double readyAt = 0;
    std::optional<double> endedAt {}; ///< when its output ended
    bool isReady = false;
    bool isOutputOpen = true;
    bool areErrorsOpen = true;
    bool hasEnded = false;
    double goneAt = 0; ///< when the process itself ended
};

/// Wakes a poll() when the job is stopped.
class StopSignal
{
public:
    explicit StopSignal(const std::stop_token& stop)
        : m_event(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
        , m_callback(stop, [this] { eventfd_write(m_event.get(), 1); })
    {
    }
    [[nodiscard]] int descriptor() const
    {
        return m_event.get();
    }

private:
    Descriptor m_event;
    std::stop_callback<std::function<void()>> m_callback;
};

std::string_view firstLine(std::string_view text)
{
    text = trimmedText(text);
    return trimmedText(text.substr(0, text.find('\n')));
}

class Round
{
public:
    Round(const RoundRequest& request, const Job& job)
        : m_request(request)
        , m_job(job)
        , m_stop(job.stop)
    {
    }

    Result<std::vector<CopyOutcome>> run()
    {
        auto done = start();
        if (done) {
            done = waitUntil([](const Copy& copy) { return copy.isReady; }, "get ready");
        }
        if (done && m_request.observer != nullptr) {
            done = m_request.observer->begin();
        }
        if (done) {
            m_released = monotonicSeconds();
            m_go.write.close();
            done = waitUntil([](const Copy& copy) { return copy.endedAt.has_value() && copy.hasEnded; }, "end");
        }
        for (auto& copy : m_copies) {
            if (!done) {
                copy.child.kill();
            }
            copy.child.finish();
        }
        if (!done) {
            return std::unexpected(done.error());
        }
        return outcomes();
    }

private:
    Result<void> start()
    {
        auto go = makePipe();
        if (!go) {
            return std::unexpected(go.error());
        }
        m_go = std::move(*go);
        Pipe hold;
        if (m_request.observer != nullptr) {
            auto made = makePipe();
            if (!made) {
                return std::unexpected(made.error());
            }
            hold = std::move(*made);
        }
        m_copies.reserve(m_request.cpus.size());
        for (const auto& cpus : m_request.cpus) {
            auto ready = makePipe();
            if (!ready) {
                return std::unexpected(ready.error());
            }
            ChildRequest child {.argv = m_request.argv,
                                .environment = m_request.environment,
                                .cpus = cpus,
                                .folder = {},
                                .kept = {m_go.read.get(), ready->write.get()},
                                .controlGroup = m_request.controlGroup,
                                .hold = hold.read.get()};
            child.argv.insert(
                child.argv.end(),
                {"--go-fd", std::to_string(m_go.read.get()), "--ready-fd", std::to_string(ready->write.get())});
            const auto started = monotonicSeconds();
            auto process = Child::start(child);
            if (!process) {
                return std::unexpected(process.error());
            }
            fcntl(ready->read.get(), F_SETFL, O_NONBLOCK);
            m_copies.push_back({.child = std::move(*process), .ready = std::move(ready->read), .started = started});
        }
        m_go.read.close();
        return m_request.observer == nullptr ? Result<void>() : observe(hold);
    }

    /// Lets the observer look at the copies, which wait at the pipe @p hold, and lets them go.
    Result<void> observe(const Pipe& hold)
    {
        std::vector<pid_t> processes;
        for (const auto& copy : m_copies) {
            processes.push_back(copy.child.id());
        }
        if (auto attached = m_request.observer->attach(processes); !attached) {
            return std::unexpected(attached.error());
        }
        for (auto& copy : m_copies) {
            copy.started = monotonicSeconds(); // the wait was none of its own
        }
        if (!writeAll(hold.write.get(), std::string(m_copies.size(), '.'))) {
            return std::unexpected(systemError("let the copies go", errno));
        }
        return {};
    }

    /// "cannot measure 'pipe': copy 2 of 4 …".
    [[nodiscard]] Error failure(std::size_t copy, std::string_view what, Errc code = Errc::Io) const
    {
        const auto which =
            m_copies.size() > 1 ? std::format("copy {} of {} ", copy + 1, m_copies.size()) : std::string("it ");
        auto message = std::format("cannot measure '{}': {}{}", m_request.name, which, what);
        if (const auto said = firstLine(m_copies[copy].errors); !said.empty()) {
            message += std::format(": {}", said.substr(0, 300));
        }
        return {.code = code, .message = std::move(message), .where = {}, .hints = {}};
    }

    /// Serves all pipes until @p isDone holds for each copy.
    template<class Predicate>
    Result<void> waitUntil(Predicate isDone, std::string_view what)
    {
        const auto end = monotonicSeconds() + m_request.timeout;
        while (true) {
            std::size_t open = m_copies.size();
            for (std::size_t i = 0; i < m_copies.size(); ++i) {
                if (isDone(m_copies[i])) {
                    --open;
                    continue;
                }
                if (m_copies[i].hasEnded && !m_copies[i].isReady && m_copies[i].endedAt) {
                    return std::unexpected(endedEarly(i));
                }
            }
            if (open == 0) {
                return {};
            }
            if (m_job.isCancelled()) {
                return std::unexpected(Error {.code = Errc::Cancelled, .message = "stopped", .where = {}, .hints = {}});
            }
            if (monotonicSeconds() > end) {
                const auto late = std::ranges::find_if_not(m_copies, isDone);
                return std::unexpected(
                    failure(static_cast<std::size_t>(late - m_copies.begin()),
                            std::format("did not {} within {:.3g} s and was killed", what, m_request.timeout)));
            }
            serve(end);
        }
    }

    [[nodiscard]] Error endedEarly(std::size_t copy)
    {
        auto& child = m_copies[copy].child;
        child.finish();
        if (WIFEXITED(child.status()) && WEXITSTATUS(child.status()) == kNotPossible) {
            return notPossible(copy);
        }
        return failure(copy, describeStatus(child.status()) + " before it was ready");
    }

    [[nodiscard]] Error notPossible(std::size_t copy) const
    {
        const auto reason = firstLine(m_copies[copy].errors);
        return {.code = Errc::Usage,
                .message = std::format("'{}' is not possible here: {}", m_request.name,
                                       reason.empty() ? "it gives no reason" : reason.substr(0, 300)),
                .where = {},
                .hints = {}};
    }

    void serve(double end)
    {
        m_polled.clear();
        m_polled.push_back({.fd = m_stop.descriptor(), .events = POLLIN, .revents = 0});
        bool isPolling = false;
        for (auto& copy : m_copies) {
            for (const auto descriptor :
                 {copy.ready.get(), copy.isOutputOpen ? copy.child.output() : -1,
                  copy.areErrorsOpen ? copy.child.errors() : -1, copy.hasEnded ? -1 : copy.child.ending()}) {
                m_polled.push_back({.fd = descriptor, .events = POLLIN, .revents = 0});
            }
            // Nothing tells that a stray holds the output open, or that a kernel ended where there are no pidfds.
            isPolling = isPolling || (copy.hasEnded && copy.isOutputOpen) || copy.child.ending() < 0;
        }
        constexpr double kPeriod = 0.02;
        const auto left = std::max(0.0, end - monotonicSeconds());
        poll(m_polled.data(), m_polled.size(),
             static_cast<int>(std::ceil((isPolling ? std::min(left, kPeriod) : left) * 1000)));
        const auto now = monotonicSeconds();
        for (std::size_t i = 0; i < m_copies.size(); ++i) {
            serveCopy(m_copies[i], &m_polled[1 + i * kPerCopy], now);
        }
    }

    /// @p polled has what poll() said of its barrier, output, errors and end.
    static void serveCopy(Copy& copy, const pollfd* polled, double now)
    {
        if (polled[0].revents != 0) {
            char byte = 0;
            const auto got = read(copy.ready.get(), &byte, 1);
            if (got == 1) {
                copy.isReady = true;
                copy.readyAt = now;
            }
            if (got >= 0) {
                copy.ready.close();
            }
        }
        if (polled[1].revents != 0) {
            copy.isOutputOpen = readAvailable(copy.child.output(), copy.output, kMostOutput);
        }
        if (polled[2].revents != 0) {
            copy.areErrorsOpen = readAvailable(copy.child.errors(), copy.errors, kMostOutput);
        }
        if (!copy.isOutputOpen && !copy.endedAt) {
            copy.endedAt = now;
        }
        const auto mayHaveEnded = polled[3].revents != 0 || copy.child.ending() < 0;
        if (!copy.hasEnded && mayHaveEnded && copy.child.hasEnded()) {
            copy.hasEnded = true;
            copy.goneAt = now;
        }
        if (copy.hasEnded && copy.isOutputOpen && now > copy.goneAt + kGrace) {
            copy.child.kill();
            copy.isOutputOpen = false;
            copy.endedAt = copy.goneAt;
        }
    }

    Result<std::vector<CopyOutcome>> outcomes()
    {
        std::vector<CopyOutcome> outcomes;
        for (std::size_t i = 0; i < m_copies.size(); ++i) {
            auto& copy = m_copies[i];
            readAvailable(copy.child.errors(), copy.errors, kMostOutput);
            const auto status = copy.child.status();
            if (WIFEXITED(status) && WEXITSTATUS(status) == kNotPossible) {
                return std::unexpected(notPossible(i));
            }
            if (status != 0) {
                return std::unexpected(failure(i, describeStatus(status)));
            }
            auto outcome = readOutcome(i);
            if (!outcome) {
                return std::unexpected(outcome.error());
            }
            outcomes.push_back(std::move(*outcome));
        }
        return outcomes;
    }

    Result<CopyOutcome> readOutcome(std::size_t index)
    {
        const auto& copy = m_copies[index];
        const auto line = trimmedText(copy.output);
        auto json = readJson(line);
        const auto count = json ? json->numberOf("count") : std::nullopt;
        const auto seconds = json ? json->numberOf("seconds") : std::nullopt;
        if (!count || !seconds) {
            return std::unexpected(
                failure(index,
                        line.empty() ? "printed no result"
                                     : std::format("printed '{}' instead of a result", firstLine(line).substr(0, 60))));
        }
        if (*count <= 0 || *seconds <= 0) {
            return std::unexpected(failure(index,
                                           std::format("did not finish one iteration in {:.3g} s; give it more "
                                                       "time",
                                                       *seconds)));
        }
        const auto& usage = copy.child.usage();
        CopyOutcome outcome {.result = {},
                             .count = *count,
                             .seconds = *seconds,
                             .per = json->numberOf("per").value_or(1),
                             .user = json->numberOf("user").value_or(secondsOf(usage.ru_utime)),
                             .system = json->numberOf("system").value_or(secondsOf(usage.ru_stime)),
                             .involuntarySwitches = static_cast<double>(usage.ru_nivcsw),
                             .wholeCpu = secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime)};
        const auto setUp = copy.readyAt - copy.started - json->numberOf("warmUp").value_or(m_request.warmUp);
        outcome.wallSeconds = std::max(0.0, setUp) + copy.endedAt.value_or(copy.goneAt) - m_released;
        outcome.result = std::move(*json);
        return outcome;
    }

    const RoundRequest& m_request;
    const Job& m_job;
    StopSignal m_stop;
    Pipe m_go;
    std::vector<Copy> m_copies;
    std::vector<pollfd> m_polled;
    double m_released = 0;
};

}

Result<std::vector<CopyOutcome>> runCopies(const RoundRequest& request, const Job& job)
{
    return Round(request, job).run();
}

}
