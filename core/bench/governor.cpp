// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/governor.h"

#include "core/base/posix.h"
#include "core/bench/guard.h"

#include <algorithm>
#include <format>
#include <string>
#include <tuple>
#include <vector>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

Error governorError(std::string message, std::string hint)
{
    return {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = {std::move(hint)}};
}

std::vector<fs::path> policies(const fs::path& system)
{
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator entry(system / "devices/system/cpu/cpufreq", error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (entry->path().filename().string().starts_with("policy")) {
            found.push_back(entry->path());
        }
    }
    std::ranges::sort(found);
    return found;
}

}

Result<void> setGovernor(Guard& guard, std::string_view governor, const fs::path& system)
{
    const auto found = policies(system);
    if (found.empty()) {
        return std::unexpected(governorError("cannot set the governor: this machine does not let frequencies be chosen",
                                             "leave --governor out; in a virtual machine the host decides"));
    }
    for (const auto& policy : found) {
        const auto file = policy / "scaling_governor";
        const auto available = readSmallFile(policy / "scaling_available_governors").value_or("");
        if (!(' ' + std::string(trimmedText(available)) + ' ').contains(std::format(" {} ", governor))) {
            return std::unexpected(governorError(std::format("cannot set the governor to '{}': {} does not have it",
                                                             governor, policy.filename().string()),
                                                 std::format("it has {}", trimmedText(available))));
        }
        const auto old = readSmallFile(file);
        if (!old) {
            return std::unexpected(governorError(std::format("cannot read '{}'", file.string()), "run as root"));
        }
        if (trimmedText(*old) == governor) {
            continue;
        }
        const auto noted = guard.willChange({.what = std::format("scaling_governor of {}", policy.filename().string()),
                                             .file = file,
                                             .value = std::string(trimmedText(*old)),
                                             .command = {}});
        if (!noted) {
            return std::unexpected(noted.error());
        }
        if (auto written = writeSetting(file, governor); !written) {
            // Nothing was changed, so there is nothing to put back.
            std::ignore = guard.forget(*noted);
            written.error().hints.emplace_back("run as root, or leave --governor out");
            return written;
        }
        if (trimmedText(readSmallFile(file).value_or("")) != governor) {
            return std::unexpected(
                governorError(std::format("'{}' did not take '{}'", file.string(), governor), "leave --governor out"));
        }
    }
    return {};
}

}
