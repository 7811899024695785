// SPDX-License-Identifier: GPL-3.0-or-later
// Runs kernels. A kernel is a program of its own that honours this contract:
//
//   ps-x [--mode M] (--seconds S | --count N) [--warm-up S] [--delay-ns N] [--dir D] [--go-fd R --ready-fd W]
//   ps-x --describe           one line of JSON: what KernelInfo holds
//
// Barrier: after its set-up and warm-up a copy writes one byte to W and waits for a byte or the end of R; then its
// clock starts. So all copies of a round start measuring together, however long their set-up takes. Result: one line of
// JSON on stdout,
//   {"kernel":"pipe","mode":"default","count":123456,"seconds":1.000012,"user":0.31,"system":0.69,"unit":"lps","per":1}
// where the rate is count × per / seconds, optionally with "metrics":{"p99_ns":1234}. Exit status 0; 77 when the kernel
// is not possible here, anything else when it failed, both with one line on stderr that says why.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/bench/plan.h"
#include "core/bench/record.h"

#include <filesystem>
#include <map>
#include <string>

namespace patchscale {

class Guard;
class Observer;

class Launcher
{
public:
    /// @p guard must outlive the launcher.
    explicit Launcher(Guard& guard);

    /// One round: @p copies copies of the kernel, each in a process group of its own, released together; of @p plan it
    /// takes everything but kernels, copies, rounds and seed. `round` and `order` of the sample are the caller's to
    /// fill in. When this returns nothing of the round is left, neither processes nor files. Errors: Errc::Usage when
    /// the kernel says that it is not possible here, Errc::Cancelled when @p job stopped it, otherwise what failed,
    /// with kernel, copy, how it ended and the first line of its stderr; a copy that took too long has been killed.
    /// With @p observer, perf stat is left out.
    Result<RoundSample> runRound(const KernelChoice& choice, int copies, const RunPlan& plan, const Job& job,
                                 Observer* observer = nullptr);

private:
    Result<std::filesystem::path> folderBelow(const std::filesystem::path& parent);

    Guard& m_guard;
    std::string m_boot;
    std::map<std::filesystem::path, std::filesystem::path> m_folders; ///< ours, by the folder that it was made in
    int m_rounds = 0;
};

}
