// SPDX-License-Identifier: GPL-3.0-or-later
// A program that runs beside a test, which reads what it prints and sends it signals.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace patchscale::testing_app {

class StartedProgram
{
public:
    /// Starts @p argv in @p folder with @p environment; both its outputs go into one pipe.
    StartedProgram(std::vector<std::string> argv, std::vector<std::string> environment,
                   const std::filesystem::path& folder);
    StartedProgram(const StartedProgram&) = delete;
    StartedProgram& operator=(const StartedProgram&) = delete;
    /// Kills it if it still runs.
    ~StartedProgram();

    /// Reads until it has printed @p text @p times; false when it ends without.
    bool waitFor(std::string_view text, int times = 1);
    void kill(int signal) const;
    /// Reads to the end and waits for it: its exit status, or 128 + signal.
    int wait();
    /// What it has printed so far.
    [[nodiscard]] const std::string& printed() const
    {
        return m_printed;
    }
    [[nodiscard]] pid_t id() const
    {
        return m_id;
    }

private:
    bool readMore();

    pid_t m_id = -1;
    int m_output = -1;
    std::string m_printed;
};

/// Looks again and again for up to ten seconds whether @p condition holds: what other processes do takes its time.
bool comesTrue(const std::function<bool()>& condition);

/// No process has @p word in its arguments and @p folder is empty.
bool isClean(std::string_view word, const std::filesystem::path& folder);

}
