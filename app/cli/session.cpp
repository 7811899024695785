// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/session.h"

#include <unistd.h>

namespace patchscale::cli {
namespace {

void toStandardError(std::string_view text)
{
    while (!text.empty()) {
        const auto written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written <= 0) {
            return; // nobody is left to tell
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

}

void Session::report(const Error& error) const
{
    auto text = printableLine(error.message) + '\n';
    for (const auto& hint : error.hints) {
        text += "hint: " + printableLine(hint) + '\n';
    }
    toStandardError(text);
}

void Session::remark(std::string_view message) const
{
    toStandardError(printableLine(message) + '\n');
}

}
