// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input.h"

#include <unistd.h>

namespace patchscale::cli {

Result<void> openNamed(const std::string& name, const std::function<void(OpenedFile)>& take, Hashing hashing)
{
    const Job job;
    if (name != "-") {
        return openPath(name, job, take, hashing);
    }
    constexpr auto kOrigin = "standard input";
    return readInput(STDIN_FILENO, kOrigin, job).and_then([&](std::string&& bytes) {
        return openBytes(std::move(bytes), kOrigin, job, take, hashing);
    });
}

}
