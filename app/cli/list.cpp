// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_view.h"
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "app/cli/text_table.h"
#include "app/workbench/workspace_service.h"

#include <algorithm>
#include <format>
#include <memory>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {
namespace {

using Align = TextTable::Align;

void printRuns(Output& out, const WorkspaceContents& contents, DocumentId document)
{
    TextTable table;
    table.addColumn("Run", Align::Right);
    table.addColumn("Benchmark");
    table.addColumn("Machine");
    table.addColumn("Parameters");
    table.addColumn("Variant");
    table.addColumn("Role");
    table.addColumn("Results", Align::Right);
    table.addColumn("Note");
    bool isEmpty = true;
    for (const auto& run : contents.runs) {
        if (run.document != document) {
            continue;
        }
        isEmpty = false;
        const auto role = run.variant.role;
        table.addRow({{.text = std::to_string(run.id.value), .ink = Ink::Strong},
                      {.text = run.benchmark},
                      {.text = run.machine.label},
                      {.text = parametersText(run.parameters)},
                      {.text = run.variant.label},
                      {.text = role == Role::Baseline ? "baseline"
                           : role == Role::Candidate  ? "candidate"
                                                      : ""},
                      {.text = std::to_string(run.results)},
                      {.text = run.isFailed        ? "run failed"
                           : run.variant.isAssumed ? "assumed"
                                                   : ""}});
    }
    if (isEmpty) {
        out.write("  no results\n");
        return;
    }
    table.print(out, 2);
}

ExitStatus runList(Session& session, const std::string& named)
{
    const auto workspace = workspaceOf(named);
    const auto contents = listWorkspace(workspace);
    if (!contents) {
        session.report(contents.error());
        return ExitStatus::BadInput;
    }
    auto& out = session.out;
    if (contents->documents.empty()) {
        out.write(std::format("workspace '{}' is empty; 'patchscale-cli import FILE' adds a document\n",
                              printableLine(workspace.string())));
    }
    bool isFirst = true;
    for (const auto& document : contents->documents) {
        const auto heading = std::format("Document {}: {}", document.id.value, document.path);
        out.write(isFirst ? "" : "\n");
        out.write(out.paint(Ink::Strong, printableLine(heading)) + '\n');
        if (!document.title.empty()) {
            out.write("  " + printableLine(document.title) + '\n');
        }
        printRuns(out, *contents, document.id);
        isFirst = false;
    }
    return ExitStatus::Done;
}

}

void addList(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("list", "List the documents and runs of a workspace");
    auto workspace = std::make_shared<std::string>();
    addWorkspaceOption(*command, *workspace);
    addColorOption(*command, session);
    command->footer("Examples:\n"
                    "  patchscale-cli list\n"
                    "  patchscale-cli list -w lab.pscale");
    command->callback(
        [&session, workspace] { session.run = [&session, workspace] { return runList(session, *workspace); }; });
}

}
