// SPDX-License-Identifier: GPL-3.0-or-later
// What other programs measure in a run: perf beside the kernels, fio and UnixBench after them.
#pragma once

#include "app/runner/measure.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace patchscale::runner {

struct AroundOptions
{
    std::string perfStat; ///< events, kDefaultEvents, or empty where it is not wanted
    std::string perfRecord;
    std::vector<std::string> fio; ///< presets and job files
    std::filesystem::path fioFolder;
    std::filesystem::path fioPresets;
    std::filesystem::path unixBench;
    std::vector<std::string> unixBenchTests;
    std::vector<int> unixBenchCopies;
    int unixBenchIterations = 0;
    int rounds = 1; ///< of fio: as many as the kernels have
};

void addAroundOptions(CLI::App& command, AroundOptions& options);

/// True if @p options measure something without any kernel.
bool measuresAlone(const AroundOptions& options);

/// Looks whether all of it can be done, before anything is started, and takes perf stat into @p plan; gives warnings.
Result<std::vector<BenchWarning>> prepareAround(const AroundOptions& options, const OutputOptions& output,
                                                RunPlan& plan);

/// What is measured after the rounds of @p plan, under each variant of it: perf record, fio, UnixBench. What fails
/// becomes a warning, or stands in the record; what was reported goes into @p variants. @p switchTo is the
/// experiment's.
void runAround(const AroundOptions& options, const ExperimentPlan& plan, const std::vector<std::string>& command,
               Bench& bench, RunRecord& record, std::vector<VariantRecord>& variants, const SwitchTo& switchTo);

}
