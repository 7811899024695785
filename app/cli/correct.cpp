// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/by_hand.h"
#include "app/cli/run_view.h"
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "app/workbench/workspace_edits.h"

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
    std::int64_t run = 0;
    std::string workspace;
    ByHand byHand;
    bool isReset = false;
};

/// What was set of the document of @p loaded, changed as the options say.
Result<Corrections> changed(const Session& session, const Options& options, const LoadedRun& loaded,
                            Corrections corrections)
{
    const auto& runs = loaded.document->parsed.runs;
    if (options.isReset) {
        const auto key = runKey(runs, loaded.entry.position);
        std::erase_if(corrections, [&](const Correction& correction) { return correction.target.run == key; });
    }
    return correctionsOf(session, options.byHand, runs, loaded.entry.position).transform([&](Corrections&& added) {
        for (auto& correction : added) {
            setCorrection(corrections, std::move(correction));
        }
        return std::move(corrections);
    });
}

ExitStatus runCorrect(Session& session, const Options& options)
{
    const auto workspace = workspaceOf(options.workspace);
    const auto refuse = [&session](const Error& error) {
        session.report(error);
        return ExitStatus::BadInput;
    };
    if (options.byHand.isEmpty() && !options.isReset) {
        return refuse({.code = Errc::Usage,
                       .message = "patchscale-cli correct: nothing is set",
                       .where = {},
                       .hints = {"say what with --set 'role=candidate', or take it back with --reset"}});
    }
    auto contents = listWorkspace(workspace);
    const auto loaded =
        contents.and_then([&](const WorkspaceContents&) { return loadRun(workspace, {options.run}, Job {}); });
    if (!loaded) {
        return refuse(loaded.error());
    }
    const auto& sha256 = loaded->document->sha256;
    const auto corrections = changed(session, options, *loaded, std::move(contents->corrections[sha256]));
    if (!corrections) {
        return refuse(corrections.error());
    }
    if (const auto set = setCorrections(workspace, sha256, *corrections, {}, Job {}); !set) {
        return refuse(set.error());
    }
    const auto after = loadRun(workspace, {options.run}, Job {});
    if (!after) {
        return refuse(after.error());
    }
    const LineIndex lines(after->document->bytes);
    printRun(session.out, after->run, after->document->bytes, lines);
    printByHand(session.out, after->corrections, after->document->parsed.runs, lines);
    return ExitStatus::Done;
}

}

void addCorrect(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand(
        "correct", "Set by hand what was read of a run in a workspace; it is kept with its document");
    auto options = std::make_shared<Options>();
    command->add_option("RUN", options->run, "Number of the run, as 'list' shows it")->required()->type_name("");
    addSetOption(*command, options->byHand);
    command->add_flag("--reset", options->isReset, "Take back what was set of this run");
    addWorkspaceOption(*command, options->workspace);
    addColorOption(*command, session);
    command->footer("Examples:\n"
                    "  patchscale-cli correct 3 --set 'variant=v2 role=candidate'\n"
                    "  patchscale-cli correct 3 --set 'metric bandwidth: unit=MiB/s'\n"
                    "  patchscale-cli correct 3 --reset");
    command->callback(
        [&session, options] { session.run = [&session, options] { return runCorrect(session, *options); }; });
}

}
