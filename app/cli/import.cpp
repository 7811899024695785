// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/import_service.h"

#include "app/cli/by_hand.h"
#include "app/cli/input.h"
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "app/workbench/workspace_edits.h"

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
    ByHand byHand;
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

/// Puts what was read into the workspace and says what became of it.
class Storing
{
public:
    Storing(Session& session, std::filesystem::path workspace, const ByHand& byHand)
        : m_session(session)
        , m_path(workspace)
        , m_byHand(byHand)
        , m_importer(std::move(workspace))
    {
    }

    void take(OpenedFile file)
    {
        if (m_isRefused) {
            return;
        }
        if (file.isBystander()) {
            m_session.out.flush();
            m_session.remark(file.document.error().message);
            return;
        }
        if (file.isPart && file.document && (*file.document)->parsed.runs.empty()) {
            m_session.out.write(
                std::format("{}: no numbers were found, so it was not stored\n", printableLine(file.name)));
            return;
        }
        const auto imported = std::move(file.document).and_then([&](DocumentPtr&& document) {
            return m_importer.add(std::move(document), Job {});
        });
        if (!imported) {
            refuse(imported.error());
            return;
        }
        const auto name = printableLine(imported->document->path);
        m_session.out.write(imported->isNew ? std::format("{}: document {}, {}\n", name, imported->id.value,
                                                          resultsText(imported->document->parsed))
                                            : std::format("{}: is document {} already\n", name, imported->id.value));
        correct(*imported);
        m_session.out.flushIfLarge();
    }

    void refuse(const Error& error)
    {
        m_session.out.flush();
        m_session.report(error);
        m_status = ExitStatus::BadInput;
        m_isRefused = error.code == Errc::Storage;
    }

    /// The next document would meet the same workspace.
    [[nodiscard]] bool isRefused() const
    {
        return m_isRefused;
    }
    [[nodiscard]] ExitStatus status() const
    {
        return m_status;
    }

private:
    /// Keeps with the document what the options set, over what was set before.
    void correct(const ImportedDocument& imported)
    {
        if (m_byHand.isEmpty()) {
            return;
        }
        const auto contents = listWorkspace(m_path);
        if (!contents) {
            refuse(contents.error());
            return;
        }
        const auto& sha256 = imported.document->sha256;
        const auto known = contents->corrections.find(sha256);
        const auto corrected = setByHand(m_session, imported.document, m_byHand,
                                         known == contents->corrections.end() ? Corrections {} : known->second);
        if (!corrected) {
            refuse(corrected.error());
            return;
        }
        if (const auto set = setCorrections(m_path, sha256, corrected->corrections, {}, Job {}); !set) {
            refuse(set.error());
            return;
        }
        printByHand(m_session.out, corrected->corrections, corrected->reading->parsed.runs,
                    LineIndex(imported.document->bytes));
        if (const auto nothing = foundNothing(*corrected)) {
            refuse(*nothing);
        }
    }

    Session& m_session;
    std::filesystem::path m_path;
    const ByHand& m_byHand;
    Importer m_importer;
    bool m_isRefused = false;
    ExitStatus m_status = ExitStatus::Done;
};

ExitStatus runImport(Session& session, const Options& options)
{
    Storing storing(session, workspaceOf(options.workspace), options.byHand);
    for (const auto& file : options.files) {
        const auto opened = openNamed(file, [&](OpenedFile found) { storing.take(std::move(found)); });
        if (!opened) {
            storing.refuse(opened.error());
        }
        if (storing.isRefused()) {
            break;
        }
    }
    return storing.status();
}

}

void addImport(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("import", "Read documents and keep them in a workspace");
    auto options = std::make_shared<Options>();
    command->add_option("FILE", options->files, "Files, folders and archives to read; - is standard input")
        ->required()
        ->type_name("");
    addWorkspaceOption(*command, options->workspace);
    addSetOption(*command, options->byHand);
    addAsOption(*command, options->byHand);
    command->footer("The same bytes twice add nothing; the workspace is made when there is none.\n\n"
                    "Examples:\n"
                    "  patchscale-cli import before.txt after.txt\n"
                    "  patchscale-cli import -w lab.pscale mails/*.eml\n"
                    "  patchscale-cli import -w lab.pscale results.zip\n"
                    "  patchscale-cli import old.txt --set 'unit MB/s: unit=MiB/s'");
    command->callback(
        [&session, options] { session.run = [&session, options] { return runImport(session, *options); }; });
}

}
