// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/session.h"

#include "core/base/posix.h"

#include <unistd.h>

namespace patchscale::runner {

int statusValue(ExitStatus status)
{
    return static_cast<int>(status);
}

void report(const Error& error)
{
    say("patchscale-runner: " + error.message);
    for (const auto& hint : error.hints) {
        say("hint: " + hint);
    }
}

bool print(std::string_view text)
{
    return writeAll(STDOUT_FILENO, text);
}

void say(std::string_view line)
{
    std::string text;
    for (const char c : line) {
        // Names of files and what kernels print may hold what a terminal would act on.
        text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    }
    text += '\n';
    // Without a reader of our messages there is nobody to tell that there is none.
    static_cast<void>(writeAll(STDERR_FILENO, text));
}

}
