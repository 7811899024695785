// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "app/workbench/workspace_service.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {

void addColorOption(CLI::App& command, Session& session)
{
    const auto setMode = [&session](const std::string& when) {
        session.out.setColorMode(when == "always"      ? ColorMode::Always
                                     : when == "never" ? ColorMode::Never
                                                       : ColorMode::Auto);
    };
    command
        .add_option_function<std::string>("--color", setMode,
                                          "When to colour; auto: on a terminal, unless NO_COLOR is set")
        ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
        ->type_name("auto|always|never");
}

void addWorkspaceOption(CLI::App& command, std::string& workspace)
{
    command
        .add_option("-w,--workspace", workspace,
                    "Workspace file; without it $XDG_DATA_HOME/patchscale/workspace.pscale")
        ->type_name("WORKSPACE");
}

std::filesystem::path workspaceOf(const std::string& named)
{
    return named.empty() ? defaultWorkspace() : std::filesystem::path(named);
}

}
