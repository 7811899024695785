// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input.h"

#include <unistd.h>

namespace patchscale::cli {

Result<DocumentPtr> readNamed(const std::string& name)
{
    const Job job;
    if (name != "-") {
        return readFile(name, job);
    }
    constexpr auto kOrigin = "standard input";
    return readInput(STDIN_FILENO, kOrigin, job).and_then([&](std::string&& bytes) {
        return readBytes(std::move(bytes), kOrigin, job);
    });
}

}
