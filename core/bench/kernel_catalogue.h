// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/bench/plan.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// The kernels of a folder, and what was wrong with those that could not be used.
struct KernelCatalogue
{
    std::vector<KernelInfo> kernels; ///< those of the UnixBench index first, then by group and name
    std::vector<Error> problems;
};

/// Where kernels are looked for: @p wanted (an option) if it is not empty, else $PATCHSCALE_KERNELS, else "kernels"
/// beside this program, else ../libexec/patchscale/kernels from there. An error names the places when none of them is a
/// folder.
Result<std::filesystem::path> findKernelFolder(const std::filesystem::path& wanted);

/// Asks each program "ps-*" in @p folder with --describe what it is.
Result<KernelCatalogue> readKernels(const std::filesystem::path& folder);

/// A kernel as its `--describe` line tells it.
Result<KernelInfo> parseDescription(const std::filesystem::path& program, std::string_view line);

/// The kernel and mode that @p word ("context-switch:cross-cpu", "pipe") stands for.
Result<KernelChoice> chooseKernel(const KernelCatalogue& catalogue, std::string_view word);

}
