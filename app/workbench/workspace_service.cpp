// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/workspace_service.h"

#include "core/compare/audit.h"

#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <map>

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

/// The notes by what they stand on, which the documents that have notes must be loaded for.
Result<std::vector<DocumentNote>> placeNotes(Workspace& workspace, const std::vector<DocumentEntry>& documents,
                                             const std::vector<RunEntry>& runs, const std::vector<ResultNote>& notes)
{
    std::vector<DocumentNote> out;
    std::map<DocumentId, Document> loaded;
    for (const auto& note : notes) {
        const auto run = std::ranges::find(runs, note.run, &RunEntry::id);
        if (run == runs.end() || std::ranges::find(documents, run->document, &DocumentEntry::id) == documents.end()) {
            continue;
        }
        auto known = loaded.find(run->document);
        if (known == loaded.end()) {
            auto document = workspace.loadDocument(run->document, Job {});
            if (!document) {
                return std::unexpected(std::move(document.error()));
            }
            known = loaded.emplace(run->document, std::move(*document)).first;
        }
        const auto& document = known->second;
        out.push_back({.document = document.sha256,
                       .result = resultKey(document.parsed.runs, {.run = run->position, .result = note.result}),
                       .text = note.text});
    }
    return out;
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
    auto workspace = Workspace::open(path);
    if (!workspace) {
        return std::unexpected(std::move(workspace.error()));
    }
    auto documents = workspace->documents();
    auto runs = workspace->runs();
    auto notes = workspace->annotations();
    if (!documents || !runs || !notes) {
        return std::unexpected(!documents ? documents.error() : !runs ? runs.error() : notes.error());
    }
    return placeNotes(*workspace, *documents, *runs, *notes).transform([&](std::vector<DocumentNote>&& placed) {
        return WorkspaceContents {
            .documents = std::move(*documents), .runs = std::move(*runs), .notes = std::move(placed), .floors = {}};
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
