// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace CLI {
class App;
}

namespace patchscale::cli {

struct Session;

/// Each adds its subcommand to @p app; when it is the one that is called, it sets Session::run.
void addParse(CLI::App& app, Session& session);
void addImport(CLI::App& app, Session& session);
void addList(CLI::App& app, Session& session);
void addShow(CLI::App& app, Session& session);
void addCorrect(CLI::App& app, Session& session);
void addNotes(CLI::App& app, Session& session);
void addFormats(CLI::App& app, Session& session);
void addCompare(CLI::App& app, Session& session);
void addRun(CLI::App& app, Session& session);
void addAb(CLI::App& app, Session& session);
void addDoctor(CLI::App& app, Session& session);
void addCompletion(CLI::App& app, Session& session);

/// Adds --color to a subcommand that prints for people.
void addColorOption(CLI::App& command, Session& session);
/// Adds -w to a subcommand; @p workspace stays empty for the default workspace.
void addWorkspaceOption(CLI::App& command, std::string& workspace);
/// The workspace that was named, or the default one where @p named is empty.
std::filesystem::path workspaceOf(const std::string& named);

}
