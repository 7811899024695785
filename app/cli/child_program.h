// SPDX-License-Identifier: GPL-3.0-or-later
// Another program, started with pipes, and the signals that are passed on to it.
#pragma once

#include "core/base/posix.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace patchscale::cli {

/// How a program is started.
struct ChildRequest
{
    std::vector<std::string> argv; ///< argv[0] is a path, or a name to look for in PATH
    bool hasInput = false; ///< its standard input is a pipe; else it reads ours
    /// Ctrl-C and the end of the terminal reach us only, so that we decide what becomes of it.
    bool isSheltered = false;
    int signalAtOurEnd = 0; ///< sent to it when this process dies; 0 for none
};

/// A program whose standard output and standard error are pipes.
class ChildProgram
{
public:
    /// Fails when there is no such program or it cannot be started.
    static Result<ChildProgram> start(const ChildRequest& request);

    ChildProgram(ChildProgram&& other) noexcept;
    ChildProgram& operator=(ChildProgram&&) = delete;
    ChildProgram(const ChildProgram&) = delete;
    ChildProgram& operator=(const ChildProgram&) = delete;
    /// Kills it if it still runs, and waits for its end.
    ~ChildProgram();

    /// The writing end of its standard input, not blocking; not open where it reads ours.
    [[nodiscard]] Descriptor& input()
    {
        return m_input;
    }
    [[nodiscard]] Descriptor& output()
    {
        return m_output;
    }
    [[nodiscard]] Descriptor& errors()
    {
        return m_errors;
    }

    void signal(int number) const;
    /// Waits for its end. Its exit status, or 128 + the signal that killed it.
    int wait();

private:
    ChildProgram() = default;

    pid_t m_id = -1;
    Descriptor m_input;
    Descriptor m_output;
    Descriptor m_errors;
};

/// While it lives INT, TERM and HUP do not end this program but can be read.
class StopSignals
{
public:
    StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    ~StopSignals();

    /// Readable when a signal has come.
    [[nodiscard]] int descriptor() const
    {
        return m_descriptor.get();
    }
    /// Takes the next signal that has come.
    std::optional<int> take();
    /// The first signal that was taken, or 0.
    [[nodiscard]] int first() const
    {
        return m_first;
    }

private:
    Descriptor m_descriptor;
    int m_first = 0;
};

/// What @p descriptor has to read now, up to 64 KiB; empty at its end, nothing when there is nothing yet.
std::optional<std::string> readSome(int descriptor);

}
