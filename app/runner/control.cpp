// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/control.h"

#include <unistd.h>

namespace patchscale::runner {
namespace {

/// Ends the listening thread.
int wakeUp()
{
    return SIGRTMIN;
}

}

Control::Control()
{
    sigemptyset(&m_signals);
    for (const auto signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGTSTP, wakeUp()}) {
        sigaddset(&m_signals, signal);
    }
    pthread_sigmask(SIG_BLOCK, &m_signals, nullptr);
}

Control::~Control()
{
    if (m_listener.joinable()) {
        pthread_kill(m_listener.native_handle(), wakeUp());
        m_listener.join();
    }
}

void Control::listen()
{
    m_listener = std::thread([this] { listenTo(); });
}

void Control::listenTo()
{
    while (true) {
        int signal = 0;
        if (sigwait(&m_signals, &signal) != 0) {
            continue;
        }
        if (signal == wakeUp()) {
            return;
        }
        if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) {
            stopBy(signal);
            continue;
        }
        const std::lock_guard lock(m_mutex);
        if (signal == SIGTSTP) {
            m_mustSuspend = true;
        } else {
            m_isPaused = signal == SIGUSR1;
        }
        m_changed.notify_all();
    }
}

void Control::stopBy(int signal)
{
    int none = 0;
    m_signal.compare_exchange_strong(none, signal);
    m_stop.request_stop();
    const std::lock_guard lock(m_mutex);
    m_changed.notify_all();
}

void Control::waitWhilePaused(const std::function<void(bool)>& tell)
{
    std::unique_lock lock(m_mutex);
    if (!m_isPaused && !m_mustSuspend) {
        return;
    }
    tell(true);
    while ((m_isPaused || m_mustSuspend) && !m_stop.stop_requested()) {
        if (m_mustSuspend) {
            m_mustSuspend = false;
            kill(getpid(), SIGSTOP);
            continue;
        }
        m_changed.wait(lock);
    }
    tell(false);
}

}
