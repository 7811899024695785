// SPDX-License-Identifier: GPL-3.0-or-later
// fio as it is installed: job files run by it, its JSON kept as it wrote it.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/bench/record.h"

#include <filesystem>
#include <string>
#include <vector>

namespace patchscale {

class Guard;

/// A job file and what it is called in results.
struct FioJob
{
    std::string name; ///< "seq-read"
    std::filesystem::path file; ///< absolute
};

/// Where the presets are: @p chosen if given, else ../share/patchscale/fio beside this program, else resources/fio
/// above it (a build tree).
std::filesystem::path findFioPresets(const std::filesystem::path& chosen);

/// A preset as its first comment tells it: "Random read: 16 jobs, each …".
struct FioPreset
{
    std::string id; ///< "rand-read"
    std::string name; ///< "Random read"; the id where there is no comment
    std::string description;
};

/// The presets of a folder, by id.
std::vector<FioPreset> listFioPresets(const std::filesystem::path& presets);

/// The preset or the job file that @p word names. A preset comes first; "./seq-read" is a file for certain.
Result<FioJob> findFioJob(const std::string& word, const std::filesystem::path& presets);

/// One round of @p job, with its files in a new folder below @p folder (empty: the temporary folder) that is gone
/// afterwards. `round` and `order` are the caller's to fill in. What fio reported before it failed is in @p report also
/// when an error is returned.
Result<void> runFio(const FioJob& job, const std::filesystem::path& folder, Guard& guard, const Job& stop,
                    FioRound& report);

}
