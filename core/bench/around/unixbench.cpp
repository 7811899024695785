// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/around/unixbench.h"

#include "core/base/posix.h"
#include "core/bench/command.h"
#include "core/bench/guard.h"
#include "core/bench/process.h"

#include <format>
#include <system_error>

#include <unistd.h>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

/// Where the report begins in what `Run` printed: behind what it told of its progress.
std::string_view reportIn(std::string_view printed)
{
    constexpr std::string_view kRule = "------------------------------------------------------------------------\n";
    const auto rule = printed.find(kRule);
    return rule == std::string_view::npos ? printed : printed.substr(rule);
}

}

Result<fs::path> findUnixBench(const fs::path& folder)
{
    std::error_code error;
    const auto program = fs::absolute(folder, error) / "Run";
    if (fs::is_regular_file(program, error) && access(program.c_str(), X_OK) == 0) {
        return program;
    }
    return std::unexpected(
        Error {.code = Errc::Usage,
               .message = std::format("there is no program 'Run' in '{}'", folder.string()),
               .where = {},
               .hints = {"name the folder 'UnixBench' of the source of byte-unixbench, after 'make'"}});
}

Result<UnixBenchOutput> runUnixBench(const UnixBenchRequest& request, Guard& guard, const Job& job)
{
    const auto program = findUnixBench(request.folder);
    if (!program) {
        return std::unexpected(program.error());
    }
    std::error_code error;
    const auto results = guard.makeFolder(fs::temp_directory_path(error));
    if (!results) {
        return std::unexpected(results.error());
    }
    const ScratchPath removed(*results);
    std::vector<std::string> argv {program->string()};
    for (const auto copies : request.copies) {
        argv.insert(argv.end(), {"-c", std::to_string(copies)});
    }
    if (request.iterations > 0) {
        argv.insert(argv.end(), {"-i", std::to_string(request.iterations)});
    }
    argv.insert(argv.end(), request.tests.begin(), request.tests.end());
    constexpr double kLongest = 7.0 * 86400;
    const auto outcome = runCommand({.argv = std::move(argv),
                                     .environment = {guard.mark(), "UB_RESULTDIR=" + results->string(), "LC_ALL=C"},
                                     .cpus = {},
                                     .timeout = kLongest,
                                     .observer = nullptr,
                                     .folder = program->parent_path()},
                                    job);
    if (!outcome) {
        return std::unexpected(outcome.error());
    }
    UnixBenchOutput output;
    for (const auto& entry : fs::directory_iterator(*results, error)) {
        const auto kind = entry.path().extension();
        if (kind == ".log") {
            output.log = readSmallFile(entry.path()).value_or("");
        } else if (kind != ".html" && kind != ".csv") {
            output.report = readSmallFile(entry.path()).value_or("");
        }
    }
    if (output.report.empty()) {
        output.report = reportIn(outcome->output);
    }
    if (outcome->status != 0 || trimmedText(output.report).empty()) {
        return std::unexpected(
            Error {.code = Errc::Io,
                   .message = std::format("UnixBench {}{}",
                                          outcome->status != 0 ? describeStatus(outcome->status) : "wrote no report",
                                          saidLine(*outcome)),
                   .where = {},
                   .hints = {}});
    }
    return output;
}

}
