// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runner_program.h"

#include "app/cli/child_program.h"
#include "app/cli/relay.h"
#include "app/workbench/runner_place.h"
#include "core/base/posix.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <format>

#include <csignal>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace patchscale::cli {
namespace {

namespace fs = std::filesystem;

/// A folder for the document of a run that is only imported.
Result<ScratchPath> temporaryFolder()
{
    std::error_code error;
    auto pattern = (fs::temp_directory_path(error) / "patchscale-run-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        return std::unexpected(systemError("make a temporary folder", errno));
    }
    return ScratchPath(pattern);
}

/// Tells a document of this run from one that was there before.
struct FileState
{
    ino_t inode = 0;
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;

    static FileState of(const fs::path& path)
    {
        struct stat info {};
        if (::stat(path.c_str(), &info) != 0) {
            return {};
        }
        return {.inode = info.st_ino, .seconds = info.st_mtim.tv_sec, .nanoseconds = info.st_mtim.tv_nsec};
    }
    friend bool operator==(const FileState&, const FileState&) = default;
};

/// Passes on what @p child prints until it has closed both, and the signals that come.
void relay(ChildProgram& child, StopSignals& signals, const std::string& skipped)
{
    LineRelay out(STDOUT_FILENO, {});
    LineRelay err(STDERR_FILENO, skipped);
    while (child.output().isOpen() || child.errors().isOpen()) {
        std::array<pollfd, 3> waits {{{.fd = child.output().get(), .events = POLLIN, .revents = 0},
                                      {.fd = child.errors().get(), .events = POLLIN, .revents = 0},
                                      {.fd = signals.descriptor(), .events = POLLIN, .revents = 0}}};
        ::poll(waits.data(), waits.size(), -1);
        while (const auto number = signals.take()) {
            // The terminal has told the runner already, others that send signals have not; twice does no harm.
            child.signal(*number);
        }
        if (child.output().isOpen()) {
            const auto bytes = readSome(child.output().get());
            if (bytes && (bytes->empty() || !out.pass(*bytes))) {
                child.output().close(); // a runner that tells its progress there stops
            }
        }
        if (child.errors().isOpen()) {
            const auto bytes = readSome(child.errors().get());
            if (bytes && (bytes->empty() || !err.pass(*bytes))) {
                child.errors().close();
            }
        }
    }
    out.flush();
    err.flush();
}

}

Result<RunEnding> runHere(const RunnerPrograms& programs, std::vector<std::string> arguments, const fs::path& output)
{
    const auto runner = findRunner(programs.runner);
    if (!runner) {
        return std::unexpected(runner.error());
    }
    const auto temporary = output.empty() ? temporaryFolder() : Result<ScratchPath>(ScratchPath());
    if (!temporary) {
        return std::unexpected(temporary.error());
    }
    const auto document = output.empty() ? temporary->path() / "run.json" : output;
    // Before what the user wrote, because everything behind "--" is a command to time.
    std::vector<std::string> own {"--output", document.string()};
    if (!programs.kernels.empty()) {
        own.insert(own.end(), {"--kernels", programs.kernels.string()});
    }
    arguments.insert(arguments.begin() + 1, own.begin(), own.end());
    arguments.insert(arguments.begin(), runner->string());
    const auto earlier = FileState::of(document);
    StopSignals signals;
    auto child = ChildProgram::start({.argv = std::move(arguments), .signalAtOurEnd = SIGTERM});
    if (!child) {
        return std::unexpected(child.error());
    }
    relay(*child, signals, output.empty() ? document.string() : std::string());
    RunEnding ending {.status = child->wait(), .document = {}};
    if (FileState::of(document) != earlier) {
        ending.document = readSmallFile(document).value_or("");
    }
    if (signals.first() != 0 && ending.status < 128) {
        ending.status = 128 + signals.first();
    }
    return ending;
}

}
