// SPDX-License-Identifier: GPL-3.0-or-later
// UnixBench as it is installed: its own `Run`.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace patchscale {

class Guard;

/// What `Run` is to do; what is left empty or 0 is its own choice.
struct UnixBenchRequest
{
    std::filesystem::path folder; ///< with `Run` in it
    std::vector<std::string> tests; ///< "syscall", "index"
    std::vector<int> copies;
    int iterations = 0;
};

/// What `Run` leaves behind.
struct UnixBenchOutput
{
    std::string report; ///< the text that it prints at the end
    std::string log; ///< what each test printed; empty where it kept none
};

/// The path of `Run` in @p folder, or why there is none.
Result<std::filesystem::path> findUnixBench(const std::filesystem::path& folder);

/// Runs it to its end. Its results go to a folder of ours and are taken from there; its own folder of results stays as
/// it was.
Result<UnixBenchOutput> runUnixBench(const UnixBenchRequest& request, Guard& guard, const Job& job);

}
