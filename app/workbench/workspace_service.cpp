// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/workspace_service.h"

#include "core/compare/audit.h"

#include <QStandardPaths>

#include <array>

namespace patchscale {
namespace {

Result<DocumentPtr> load(Workspace& workspace, DocumentId id, const Job& job)
{
    return workspace.loadDocument(id, job).transform([](Document&& loaded) -> DocumentPtr {
        auto document = std::make_shared<Document>(std::move(loaded));
        auditClaims(document->parsed.runs, document->parsed.claims);
        return document;
    });
}

}

std::filesystem::path defaultWorkspace()
{
    const auto data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return std::filesystem::path(data.toStdString()) / "patchscale" / "workspace.pscale";
}

Result<Workspace> openWorkspace(const std::filesystem::path& path)
{
    return Workspace::open(path);
}

Result<WorkspaceContents> listWorkspace(const std::filesystem::path& path)
{
    return Workspace::open(path).and_then([](Workspace&& workspace) {
        return workspace.documents().and_then([&](std::vector<DocumentEntry>&& documents) {
            return workspace.runs().transform([&](std::vector<RunEntry>&& runs) {
                return WorkspaceContents {.documents = std::move(documents), .runs = std::move(runs)};
            });
        });
    });
}

Result<DocumentPtr> loadDocument(const std::filesystem::path& workspace, DocumentId id, const Job& job)
{
    return Workspace::open(workspace).and_then([&](Workspace&& opened) { return load(opened, id, job); });
}

Result<LoadedRun> loadRun(const std::filesystem::path& workspace, RunId id, const Job& job)
{
    auto opened = Workspace::open(workspace);
    if (!opened) {
        return std::unexpected(std::move(opened.error()));
    }
    auto stored = opened->loadRuns(std::array {id}, job);
    if (!stored) {
        return std::unexpected(std::move(stored.error()));
    }
    auto notes = opened->annotations();
    if (!notes) {
        return std::unexpected(std::move(notes.error()));
    }
    std::erase_if(*notes, [id](const ResultNote& note) { return note.run != id; });
    return load(*opened, stored->entries.front().document, job).transform([&](DocumentPtr&& document) {
        return LoadedRun {.run = std::move(stored->runs.front()),
                          .entry = std::move(stored->entries.front()),
                          .document = std::move(document),
                          .notes = std::move(*notes)};
    });
}

}
