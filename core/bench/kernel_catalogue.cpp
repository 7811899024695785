// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/kernel_catalogue.h"

#include "core/base/join.h"
#include "core/base/json_tree.h"
#include "core/base/posix.h"
#include "core/bench/process.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <format>
#include <tuple>

#include <poll.h>
#include <unistd.h>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

Error catalogueError(std::string message)
{
    return {.code = Errc::MalformedInput, .message = std::move(message), .where = {}, .hints = {}};
}

/// What @p program prints when asked for its description, at most 64 KB and two seconds.
Result<std::string> describe(const fs::path& program)
{
    constexpr double kLongest = 2;
    constexpr std::size_t kMost = 65536;
    auto child = Child::start({.argv = {program.string(), "--describe"},
                               .environment = smallEnvironment(),
                               .cpus = {},
                               .folder = {},
                               .kept = {}});
    if (!child) {
        return std::unexpected(child.error());
    }
    std::string text;
    const auto end = monotonicSeconds() + kLongest;
    while (true) {
        const auto left = end - monotonicSeconds();
        pollfd output {.fd = child->output(), .events = POLLIN, .revents = 0};
        if (left <= 0 || poll(&output, 1, static_cast<int>(left * 1000) + 1) == 0) {
            return std::unexpected(catalogueError(
                std::format("cannot use '{}': it did not describe itself within {} s", program.string(), kLongest)));
        }
        std::array<char, 4096> buffer {};
        const auto got = read(child->output(), buffer.data(), buffer.size());
        if (got == 0 || text.size() > kMost) {
            break;
        }
        text.append(buffer.data(), static_cast<std::size_t>(std::max(got, ssize_t {0})));
    }
    child->kill();
    child->finish();
    if (text.empty()) {
        std::array<char, 300> said {};
        const auto length = read(child->errors(), said.data(), said.size());
        const auto line =
            trimmedText(std::string_view(said.data(), static_cast<std::size_t>(std::max(length, ssize_t {0}))));
        return std::unexpected(
            catalogueError(std::format("cannot use '{}': it {}{}{}", program.string(), describeStatus(child->status()),
                                       line.empty() ? "" : ": ", line.substr(0, line.find('\n')))));
    }
    return text;
}

std::string groupOf(const JsonValue& description, bool isInIndex)
{
    const auto group = description.textOf("group");
    if (!group.empty()) {
        return std::string(group);
    }
    return isInIndex ? "UnixBench index set" : "Others";
}

fs::path ownFolder()
{
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

}

Result<fs::path> findKernelFolder(const fs::path& wanted)
{
    std::vector<fs::path> places;
    const char* const fromEnvironment = std::getenv("PATCHSCALE_KERNELS");
    if (!wanted.empty()) {
        places.push_back(wanted);
    } else if (fromEnvironment != nullptr && *fromEnvironment != '\0') {
        places.emplace_back(fromEnvironment);
    } else {
        const auto own = ownFolder();
        places = {own / "kernels", own / "../libexec/patchscale/kernels"};
    }
    std::string looked;
    for (const auto& place : places) {
        std::error_code error;
        if (fs::is_directory(place, error)) {
            return fs::absolute(place, error).lexically_normal();
        }
        looked += looked.empty() ? "'" : " and '";
        looked += place.lexically_normal().string() + "'";
    }
    return std::unexpected(Error {.code = Errc::Usage,
                                  .message = std::format("cannot find the kernels: looked for a folder {}", looked),
                                  .where = {},
                                  .hints = {"name the folder with --kernels or PATCHSCALE_KERNELS"}});
}

Result<KernelCatalogue> readKernels(const fs::path& folder)
{
    std::vector<fs::path> programs;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (entry->path().filename().string().starts_with("ps-") && access(entry->path().c_str(), X_OK) == 0) {
            programs.push_back(entry->path());
        }
    }
    if (error) {
        return std::unexpected(systemError(std::format("read the folder '{}'", folder.string()), error.value()));
    }
    KernelCatalogue catalogue;
    for (const auto& program : programs) {
        auto kernel =
            describe(program).and_then([&program](const auto& text) { return parseDescription(program, text); });
        if (kernel) {
            catalogue.kernels.push_back(std::move(*kernel));
        } else {
            catalogue.problems.push_back(std::move(kernel.error()));
        }
    }
    std::ranges::sort(catalogue.kernels, {}, [](const KernelInfo& kernel) {
        return std::tuple(!kernel.baseline.has_value(), kernel.group, kernel.name, kernel.id);
    });
    return catalogue;
}

Result<KernelInfo> parseDescription(const fs::path& program, std::string_view line)
{
    const auto json = readJson(line);
    if (!json || json->textOf("id").empty() || json->textOf("unit").empty()) {
        return std::unexpected(catalogueError(
            std::format("cannot use '{}': it does not describe itself as a kernel does", program.string())));
    }
    KernelInfo kernel;
    kernel.program = program;
    kernel.id = json->textOf("id");
    kernel.name = json->textOf(json->textOf("unixbenchName").empty() ? "name" : "unixbenchName");
    if (kernel.name.empty()) {
        kernel.name = kernel.id;
    }
    kernel.unit = json->textOf("unit");
    kernel.better = json->textOf("better") == "lower" ? Better::Lower : Better::Higher;
    kernel.exercises = json->textOf("exercises");
    kernel.description = json->textOf("description");
    kernel.baseline = json->numberOf("baseline");
    kernel.group = groupOf(*json, kernel.baseline.has_value());
    kernel.suiteSeconds = json->numberOf("suiteSeconds").value_or(kernel.suiteSeconds);
    kernel.suitePasses = static_cast<int>(std::lround(json->numberOf("suitePasses").value_or(kernel.suitePasses)));
    kernel.timebase = static_cast<int>(std::lround(json->numberOf("timebase").value_or(kernel.timebase)));
    if (const auto* const modes = json->member("modes")) {
        for (const auto& mode : modes->children) {
            kernel.modes.push_back(mode.text);
        }
    }
    // One way to run it is no choice.
    if (kernel.modes.size() == 1) {
        kernel.modes.clear();
    }
    return kernel;
}

Result<KernelChoice> chooseKernel(const KernelCatalogue& catalogue, std::string_view word)
{
    const auto colon = word.find(':');
    const auto id = word.substr(0, colon);
    const auto kernel = std::ranges::find(catalogue.kernels, id, &KernelInfo::id);
    if (kernel == catalogue.kernels.end()) {
        return std::unexpected(
            Error {.code = Errc::Usage,
                   .message = std::format("there is no kernel '{}'", id),
                   .where = {},
                   .hints = {catalogue.kernels.empty()
                                 ? std::string("no kernel runs here: see 'patchscale-runner list'")
                                 : std::format("there are {}", join(catalogue.kernels, ", ", &KernelInfo::id))}});
    }
    KernelChoice choice {.kernel = *kernel, .mode = {}};
    if (colon == std::string_view::npos) {
        return choice;
    }
    choice.mode = word.substr(colon + 1);
    if (std::ranges::find(kernel->modes, choice.mode) == kernel->modes.end()) {
        const auto modes = join(kernel->modes, ", ");
        return std::unexpected(Error {.code = Errc::Usage,
                                      .message = std::format("kernel '{}' has no mode '{}'", id, choice.mode),
                                      .where = {},
                                      .hints = {modes.empty() ? std::format("it runs in one way only: name it '{}'", id)
                                                              : std::format("its modes are {}", modes)}});
    }
    return choice;
}

}
