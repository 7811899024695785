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

struct Options
{
    std::string workspace;
    bool isAll = false;
};

ExitStatus runNotes(Session& session, const Options& options)
{
    const auto contents = listWorkspace(workspaceOf(options.workspace));
    if (!contents) {
        session.report(contents.error());
        return ExitStatus::BadInput;
    }
    TextTable table;
    table.addColumn("Document", TextTable::Align::Right);
    table.addColumn("Variant");
    table.addColumn("Test");
    table.addColumn("Metric");
    table.addColumn("State");
    table.addColumn("Note");
    std::size_t shown = 0;
    std::size_t resolved = 0;
    for (const auto& note : contents->notes) {
        resolved += note.isResolved ? 1 : 0;
        if (note.isResolved && !options.isAll) {
            continue;
        }
        ++shown;
        const auto document = std::ranges::find(contents->documents, note.document, &DocumentEntry::sha256);
        const auto parameters = parametersText(note.result.parameters);
        table.addRow(
            {{.text = std::to_string(document->id.value), .ink = Ink::Strong},
             {.text = note.result.variant},
             {.text = parameters.empty() ? note.result.test : std::format("{} [{}]", note.result.test, parameters)},
             {.text = note.result.metric},
             {.text = note.isResolved ? "resolved" : "open", .ink = Ink::Faint},
             {.text = note.text}});
    }
    if (shown > 0) {
        table.print(session.out, 0);
    } else {
        session.out.write("there are no open notes\n");
    }
    if (resolved > 0 && !options.isAll) {
        session.out.write(std::format("{} resolved {} left out; --all shows {}\n", resolved,
                                      resolved == 1 ? "note is" : "notes are", resolved == 1 ? "it" : "them"));
    }
    return ExitStatus::Done;
}

}

void addNotes(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("notes", "List the notes that you wrote on results of a workspace");
    auto options = std::make_shared<Options>();
    command->add_flag("--all", options->isAll, "With those that are resolved");
    addWorkspaceOption(*command, options->workspace);
    addColorOption(*command, session);
    command->footer("Examples:\n"
                    "  patchscale-cli notes\n"
                    "  patchscale-cli notes --all -w lab.pscale");
    command->callback(
        [&session, options] { session.run = [&session, options] { return runNotes(session, *options); }; });
}

}
