// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/import_service.h"

#include "app/cli/input.h"
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "app/workbench/workspace_service.h"

#include <format>
#include <memory>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {
namespace {

struct Options
{
    std::vector<std::string> files;
    std::string workspace;
};

std::string resultsText(const ParsedDocument& parsed)
{
    std::size_t results = 0;
    for (const auto& run : parsed.runs) {
        results += run.results.size();
    }
    return std::format("{} {} with {} {}", parsed.runs.size(), parsed.runs.size() == 1 ? "run" : "runs", results,
                       results == 1 ? "result" : "results");
}

ExitStatus runImport(Session& session, const Options& options)
{
    const auto workspace = workspaceOf(options.workspace);
    auto status = ExitStatus::Done;
    for (const auto& file : options.files) {
        auto imported = readNamed(file).and_then(
            [&](DocumentPtr&& document) { return importDocument(workspace, std::move(document), Job {}); });
        if (!imported) {
            session.out.flush();
            session.report(imported.error());
            status = ExitStatus::BadInput;
            if (imported.error().code == Errc::Storage) {
                break; // the next document would meet the same workspace
            }
            continue;
        }
        const auto name = printableLine(imported->document->path);
        session.out.write(imported->isNew ? std::format("{}: document {}, {}\n", name, imported->id.value,
                                                        resultsText(imported->document->parsed))
                                          : std::format("{}: is document {} already\n", name, imported->id.value));
    }
    return status;
}

}

void addImport(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("import", "Read documents and keep them in a workspace");
    auto options = std::make_shared<Options>();
    command->add_option("FILE", options->files, "Documents to read; - is standard input")->required()->type_name("");
    addWorkspaceOption(*command, options->workspace);
    command->footer("The same bytes twice add nothing; the workspace is made when there is none.\n\n"
                    "Examples:\n"
                    "  patchscale-cli import before.txt after.txt\n"
                    "  patchscale-cli import -w lab.pscale mails/*.eml");
    command->callback(
        [&session, options] { session.run = [&session, options] { return runImport(session, *options); }; });
}

}
