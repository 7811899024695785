// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runner_program.h"

#include "app/cli/child_program.h"
#include "app/cli/relay.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <format>
#include <fstream>
#include <iterator>
#include <sstream>

#include <csignal>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace patchscale::cli {
namespace {

namespace fs = std::filesystem;

constexpr auto kName = "patchscale-runner";

bool isProgram(const fs::path& path)
{
    std::error_code error;
    return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

/// A folder for the document of a run that is only imported.
class TemporaryFolder
{
public:
    TemporaryFolder()
    {
        std::error_code error;
        auto pattern = (fs::temp_directory_path(error) / "patchscale-run-XXXXXX").string();
        if (::mkdtemp(pattern.data()) != nullptr) {
            m_path = pattern;
        }
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder()
    {
        std::error_code error;
        if (!m_path.empty()) {
            fs::remove_all(m_path, error);
        }
    }
    [[nodiscard]] const fs::path& path() const
    {
        return m_path;
    }

private:
    fs::path m_path;
};

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
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

Result<fs::path> findRunner(const fs::path& wanted)
{
    std::vector<fs::path> places;
    const char* const fromEnvironment = std::getenv("PATCHSCALE_RUNNER");
    if (!wanted.empty()) {
        places.push_back(wanted);
    } else if (fromEnvironment != nullptr && *fromEnvironment != '\0') {
        places.emplace_back(fromEnvironment);
    } else {
        std::error_code error;
        const auto own = fs::read_symlink("/proc/self/exe", error).parent_path();
        places = {own / kName, own / "../libexec/patchscale" / kName};
    }
    std::string looked;
    for (const auto& place : places) {
        if (isProgram(place)) {
            std::error_code error;
            return fs::absolute(place, error).lexically_normal();
        }
        looked += std::format("{}'{}'", looked.empty() ? "" : " and ", place.lexically_normal().string());
    }
    if (places.size() > 1) {
        const char* const path = std::getenv("PATH");
        std::istringstream folders(path == nullptr ? "" : path);
        for (std::string folder; std::getline(folders, folder, ':');) {
            if (!folder.empty() && isProgram(fs::path(folder) / kName)) {
                return fs::path(folder) / kName;
            }
        }
        looked += " and in PATH";
    }
    return std::unexpected(Error {.code = Errc::Usage,
                                  .message = std::format("cannot find {}: looked for {}", kName, looked),
                                  .where = {},
                                  .hints = {"name it with --runner or PATCHSCALE_RUNNER"}});
}

Result<RunEnding> runHere(const RunnerPrograms& programs, std::vector<std::string> arguments, const fs::path& output)
{
    const auto runner = findRunner(programs.runner);
    if (!runner) {
        return std::unexpected(runner.error());
    }
    const TemporaryFolder temporary;
    const auto document = output.empty() ? temporary.path() / "run.json" : output;
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
        ending.document = contentOf(document);
    }
    if (signals.first() != 0 && ending.status < 128) {
        ending.status = 128 + signals.first();
    }
    return ending;
}

}
