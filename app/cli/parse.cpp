// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input.h"
#include "app/cli/run_view.h"
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "core/report/document_json.h"

#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {
namespace {

struct Options
{
    std::vector<std::string> files;
    bool isJson = false;
};

void printDocument(Output& out, const Document& document)
{
    const auto& parsed = document.parsed;
    const LineIndex lines(document.bytes);
    auto title = printableLine(document.path);
    if (!parsed.title.empty()) {
        title += ": " + printableLine(parsed.title);
    }
    out.write(out.paint(Ink::Strong, title) + "\n\n");
    for (const auto& run : parsed.runs) {
        printRun(out, run, document.bytes, lines);
    }
    printClaims(out, parsed, lines);
    if (parsed.runs.empty()) {
        out.write("no results were found\n");
    }
    printDiagnostics(out, parsed, lines);
}

ExitStatus runParse(Session& session, const Options& options)
{
    auto status = ExitStatus::Done;
    std::optional<DocumentJson> json;
    if (options.isJson) {
        json.emplace(session.out.buffer());
    }
    bool isFirst = true;
    for (const auto& file : options.files) {
        const auto document = readNamed(file);
        if (!document) {
            session.out.flush(); // keeps what is said in its order where both streams go to one place
            session.report(document.error());
            status = ExitStatus::BadInput;
            continue;
        }
        if (json) {
            json->add(**document);
        } else {
            session.out.write(isFirst ? "" : "\n");
            printDocument(session.out, **document);
        }
        isFirst = false;
        session.out.flushIfLarge();
    }
    if (json) {
        json->finish();
    }
    return status;
}

}

void addParse(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("parse", "Read documents and print the numbers in them, without storing");
    auto options = std::make_shared<Options>();
    command->add_option("FILE", options->files, "Documents to read; - is standard input")->required()->type_name("");
    command->add_flag("--json", options->isJson, "Print JSON for scripts");
    addColorOption(*command, session);
    command->footer("Examples:\n"
                    "  patchscale-cli parse mail.txt\n"
                    "  patchscale-cli parse --json before.txt after.txt | jq '.documents[].runs'\n"
                    "  git show HEAD | patchscale-cli parse -");
    command->callback(
        [&session, options] { session.run = [&session, options] { return runParse(session, *options); }; });
}

}
