// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include <csignal>

namespace patchscale::runner {

/// Turns signals into stop and pause. INT, TERM and HUP stop: the sample that is being taken is dropped, those before
/// it are kept. USR1 pauses between two samples and USR2 goes on; TSTP (Ctrl-Z) stops the program itself between two
/// samples, so that no sample is spoilt, and CONT goes on.
class Control
{
public:
    /// Blocks the signals for this thread and those that it starts; so it comes before any other thread.
    Control();
    Control(const Control&) = delete;
    Control& operator=(const Control&) = delete;
    ~Control();

    /// Starts the thread that waits for signals; to be called after processes that must outlive us were forked.
    void listen();

    [[nodiscard]] std::stop_token token() const
    {
        return m_stop.get_token();
    }
    void stop()
    {
        stopBy(0);
    }
    /// The signal that stopped us, or 0.
    [[nodiscard]] int signal() const
    {
        return m_signal;
    }
    /// Returns when there is no pause; @p tell hears of its begin (true) and its end (false).
    void waitWhilePaused(const std::function<void(bool isPaused)>& tell);

private:
    void stopBy(int signal);
    void listenTo();

    sigset_t m_signals {};
    std::stop_source m_stop;
    std::atomic<int> m_signal = 0;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isPaused = false;
    bool m_mustSuspend = false;
    std::thread m_listener;
};

}
