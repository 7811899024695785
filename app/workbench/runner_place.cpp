// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/runner_place.h"

#include "core/bench/command.h"

#include <cstdlib>
#include <format>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

constexpr auto kName = "patchscale-runner";

bool isProgram(const fs::path& path)
{
    std::error_code error;
    return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
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
        if (auto found = findProgram(kName)) {
            return fs::path(*found);
        }
        looked += " and in PATH";
    }
    return std::unexpected(Error {.code = Errc::Usage,
                                  .message = std::format("cannot find {}: looked for {}", kName, looked),
                                  .where = {},
                                  .hints = {"name it with --runner or PATCHSCALE_RUNNER"}});
}

}
