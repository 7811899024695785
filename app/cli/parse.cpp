// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/by_hand.h"
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
    ByHand byHand;
};

void printDocument(Output& out, const CorrectedDocument& corrected)
{
    const auto& document = *corrected.document;
    const auto& parsed = document.parsed;
    const LineIndex lines(document.bytes);
    auto title = printableLine(document.path);
    if (!parsed.title.empty()) {
        title += ": " + printableLine(parsed.title);
    }
    out.write(out.paint(Ink::Strong, title) + "\n\n");
    if (!corrected.corrections.empty()) {
        printByHand(out, corrected.corrections, corrected.reading->parsed.runs, lines);
        out.write("\n");
    }
    for (const auto& run : parsed.runs) {
        printRun(out, run, document.bytes, lines);
    }
    printClaims(out, parsed, lines);
    if (parsed.runs.empty()) {
        out.write("no results were found\n");
    }
    printDiagnostics(out, parsed, lines);
}

/// Prints what was read, one document after the other.
class Printer
{
public:
    Printer(Session& session, const Options& options)
        : m_session(session)
        , m_byHand(options.byHand)
    {
        if (options.isJson) {
            m_json.emplace(session.out.buffer());
        }
    }

    void take(const OpenedFile& file)
    {
        if (!file.document) {
            takeUnread(file.name, file.document.error(), file.isBystander());
            return;
        }
        const auto corrected = setByHand(m_session, *file.document, m_byHand);
        if (!corrected) {
            refuse(corrected.error());
            return;
        }
        if (m_json) {
            m_json->add(*corrected->document, corrected->corrections, corrected->reading->parsed.runs);
        } else {
            m_session.out.write(m_isFirst ? "" : "\n");
            printDocument(m_session.out, *corrected);
        }
        m_isFirst = false;
        m_session.out.flushIfLarge();
        if (const auto nothing = foundNothing(*corrected)) {
            refuse(*nothing);
        }
    }

    /// Something that could not be read at all.
    void refuse(const Error& error)
    {
        m_session.out.flush(); // keeps what is said in its order where both streams go to one place
        m_session.report(error);
        m_status = ExitStatus::BadInput;
    }

    ExitStatus finish()
    {
        if (m_json) {
            m_json->finish();
        }
        return m_status;
    }

private:
    void takeUnread(std::string_view name, const Error& error, bool isBystander)
    {
        if (m_json) {
            m_json->addUnread(name, error.message);
        }
        if (!isBystander) {
            refuse(error);
            return;
        }
        m_session.out.flush();
        m_session.remark(error.message);
    }

    Session& m_session;
    const ByHand& m_byHand;
    std::optional<DocumentJson> m_json;
    bool m_isFirst = true;
    ExitStatus m_status = ExitStatus::Done;
};

ExitStatus runParse(Session& session, const Options& options)
{
    Printer printer(session, options);
    const auto hashing = options.isJson ? Hashing::Wanted : Hashing::Left;
    for (const auto& file : options.files) {
        const auto opened = openNamed(file, [&](const OpenedFile& found) { printer.take(found); }, hashing);
        if (!opened) {
            printer.refuse(opened.error());
        }
    }
    return printer.finish();
}

}

void addParse(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("parse", "Read documents and print the numbers in them, without storing");
    auto options = std::make_shared<Options>();
    command->add_option("FILE", options->files, "Files, folders and archives to read; - is standard input")
        ->required()
        ->type_name("");
    command->add_flag("--json", options->isJson, "Print JSON for scripts");
    addSetOption(*command, options->byHand);
    addAsOption(*command, options->byHand);
    addColorOption(*command, session);
    command->footer(
        "Examples:\n"
        "  patchscale-cli parse mail.txt\n"
        "  patchscale-cli parse --json before.txt after.txt | jq '.documents[].runs'\n"
        "  patchscale-cli parse results/ old-results.zip\n"
        "  patchscale-cli parse mail.txt --as before-after-table:10-40 --set 'run 2: variant=v2 role=candidate'\n"
        "  git show HEAD | patchscale-cli parse -");
    command->callback(
        [&session, options] { session.run = [&session, options] { return runParse(session, *options); }; });
}

}
