// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/by_hand.h"
#include "app/cli/run_view.h"
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "app/workbench/workspace_service.h"
#include "core/compare/figures.h"
#include "core/report/document_json.h"

#include <format>
#include <memory>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {
namespace {

struct Options
{
    std::int64_t run = 0;
    std::string workspace;
    bool isJson = false;
};

void printSamples(Output& out, const Run& run, const LineIndex& lines)
{
    for (const auto& result : run.results) {
        if (result.samples.empty()) {
            continue;
        }
        out.write(std::format("Samples of {}, {}\n", printableLine(result.test), printableLine(result.metric)));
        for (const auto& sample : result.samples) {
            out.write(std::format("  line {}: {} {}{}\n", lines.place(sample.span).line, valueText(sample.value),
                                  printableLine(result.unit), sample.isExcluded ? " (excluded)" : ""));
        }
        out.write("\n");
    }
}

/// The run as the only one of its document. Claims and findings are the whole document's, so they are left out.
void printJson(Output& out, const LoadedRun& loaded)
{
    Document one {.path = loaded.document->path,
                  .sha256 = loaded.document->sha256,
                  .bytes = loaded.document->bytes,
                  .parsed = {}};
    one.parsed.formats = {loaded.run.format};
    one.parsed.runs = {loaded.run};
    DocumentJson json(out.buffer());
    json.add(one, loaded.corrections, loaded.document->parsed.runs);
    json.finish();
}

ExitStatus runShow(Session& session, const Options& options)
{
    const auto workspace = workspaceOf(options.workspace);
    const auto loaded = loadRun(workspace, {options.run}, Job {});
    if (!loaded) {
        session.report(loaded.error());
        return ExitStatus::BadInput;
    }
    auto& out = session.out;
    if (options.isJson) {
        printJson(out, *loaded);
        return ExitStatus::Done;
    }
    const LineIndex lines(loaded->document->bytes);
    out.write(std::format("Run {} of document {}: {}\n", options.run, loaded->entry.document.value,
                          printableLine(loaded->document->path)));
    printRun(out, loaded->run, loaded->document->bytes, lines);
    printSamples(out, loaded->run, lines);
    for (const auto& note : loaded->notes) {
        out.write(std::format("{} on {}: {}\n", note.isResolved ? "Resolved note" : "Note",
                              printableLine(loaded->run.results[note.result].test), printableLine(note.text)));
    }
    printByHand(out, loaded->corrections, loaded->document->parsed.runs, lines);
    return ExitStatus::Done;
}

}

void addShow(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("show", "Show a run of a workspace with all its results");
    auto options = std::make_shared<Options>();
    command->add_option("RUN", options->run, "Number of the run, as 'list' shows it")->required()->type_name("");
    command->add_flag("--json", options->isJson, "Print JSON for scripts");
    addWorkspaceOption(*command, options->workspace);
    addColorOption(*command, session);
    command->footer("Examples:\n"
                    "  patchscale-cli show 3\n"
                    "  patchscale-cli show 3 -w lab.pscale");
    command->callback(
        [&session, options] { session.run = [&session, options] { return runShow(session, *options); }; });
}

}
