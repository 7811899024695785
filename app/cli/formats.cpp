// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "app/workbench/document_service.h"

#include <algorithm>
#include <format>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {
namespace {

ExitStatus runFormats(Session& session)
{
    auto& out = session.out;
    const auto formats = readableFormats();
    std::size_t width = 0;
    for (const auto& format : formats) {
        width = std::max(width, format.id.size());
    }
    for (const auto& format : formats) {
        const std::string padding(width - format.id.size(), ' ');
        out.write(std::format("{}{}  {}\n", out.paint(Ink::Strong, format.id), padding, format.description));
        std::string_view rest = format.example;
        while (!rest.empty()) {
            const auto end = rest.find('\n');
            out.write(std::format("{:{}}    {}\n", "", width, out.paint(Ink::Faint, rest.substr(0, end))));
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        }
    }
    return ExitStatus::Done;
}

}

void addFormats(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("formats", "List what can be read, with an example each");
    addColorOption(*command, session);
    command->footer("Example:\n"
                    "  patchscale-cli formats");
    command->callback([&session] { session.run = [&session] { return runFormats(session); }; });
}

}
