// SPDX-License-Identifier: GPL-3.0-or-later
// Starts programs the way a measurement needs it: pinned before their first instruction, in a process group of their
// own, killed when this process dies.
#pragma once

#include "core/base/posix.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

namespace patchscale {

/// A program to start.
struct ChildRequest
{
    std::vector<std::string> argv; ///< argv[0] is the path of the program
    std::vector<std::string> environment; ///< "NAME=value"
    std::vector<int> cpus; ///< empty: where this process may run
    std::filesystem::path folder; ///< working folder; empty for ours
    std::vector<int> kept; ///< descriptors that the program gets under the same numbers, besides 0, 1 and 2
    int controlGroup = -1; ///< of version 2, or -1; tried only
    int hold = -1; ///< waits for a byte from this descriptor before its first instruction; -1 does not wait
};

/// A started program: leader of its process group, reading /dev/null, its output on two pipes.
class Child
{
public:
    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    /// Kills its process group and waits for it.
    ~Child();

    static Result<Child> start(const ChildRequest& request);

    [[nodiscard]] pid_t id() const
    {
        return m_id;
    }
    /// Readable when the program has ended; -1 on kernels that cannot tell (before Linux 5.3).
    [[nodiscard]] int ending() const
    {
        return m_ending.get();
    }
    /// The reading end of its standard output, not blocking.
    [[nodiscard]] int output() const
    {
        return m_output.get();
    }
    /// The reading end of its standard error, not blocking.
    [[nodiscard]] int errors() const
    {
        return m_errors.get();
    }

    [[nodiscard]] bool hasEnded() const;
    /// Kills its process group.
    void kill() const;
    /// Waits for its end, then kills and reaps what is left of its process group; then status() and usage() are known.
    void finish();

    [[nodiscard]] int status() const
    {
        return m_status;
    }
    [[nodiscard]] const rusage& usage() const
    {
        return m_usage;
    }

private:
    Child() = default;

    pid_t m_id = -1;
    int m_status = 0;
    rusage m_usage {};
    Descriptor m_ending;
    Descriptor m_output;
    Descriptor m_errors;
};

/// "ended with status 3", "was killed by signal 11 (Segmentation fault)".
std::string describeStatus(int status);

/// The part of this process's environment that programs need (search path, home, locale, loader and malloc settings),
/// so that what an exec copies does not depend on the shell that started us.
std::vector<std::string> smallEnvironment();

/// The CPUs that @p process (0: this one) may run on, ascending.
std::vector<int> affinityOf(pid_t process);

}
