// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/workspace_service.h"

#include "app/workbench/corrections.h"
#include "core/compare/audit.h"

#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <iterator>
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

Corrections aboutRun(std::span<const Run> runs, std::size_t place, const Corrections& corrections)
{
    auto out = correctionsByRun(runs, corrections)[place];
    std::ranges::copy_if(corrections, std::back_inserter(out),
                         [](const Correction& correction) { return correction.field == CorrectedField::Format; });
    return out;
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
                       .text = note.text,
                       .isResolved = note.isResolved});
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
    auto corrections = workspace->corrections();
    if (!documents || !runs || !notes || !corrections) {
        return std::unexpected(!documents   ? documents.error()
                                   : !runs  ? runs.error()
                                   : !notes ? notes.error()
                                            : corrections.error());
    }
    return placeNotes(*workspace, *documents, *runs, *notes).transform([&](std::vector<DocumentNote>&& placed) {
        std::map<Sha256, Corrections> corrected;
        for (const auto& document : *documents) {
            if (const auto own = corrections->find(document.id); own != corrections->end()) {
                corrected.emplace(document.sha256, std::move(own->second));
            }
        }
        return WorkspaceContents {.documents = std::move(*documents),
                                  .runs = std::move(*runs),
                                  .notes = std::move(placed),
                                  .corrections = std::move(corrected),
                                  .floors = {}};
    });
}

Result<DocumentPtr> loadDocument(const std::filesystem::path& workspace, DocumentId id, const Job& job)
{
    auto opened = Workspace::open(workspace);
    if (!opened) {
        return std::unexpected(std::move(opened.error()));
    }
    auto document = load(*opened, id, job);
    auto corrections = opened->corrections();
    if (!document || !corrections) {
        return std::unexpected(!document ? document.error() : corrections.error());
    }
    // What is stored was read with the formats that were set.
    if (!changesFormats((*corrections)[id])) {
        return document;
    }
    auto plain = readCorrected((*document)->bytes, {}, job);
    if (!plain) {
        return std::unexpected(std::move(plain.error()));
    }
    return std::make_shared<const Document>(Document {.path = (*document)->path,
                                                      .sha256 = (*document)->sha256,
                                                      .bytes = (*document)->bytes,
                                                      .parsed = std::move(*plain)});
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
    auto corrections = opened->corrections();
    if (!corrections) {
        return std::unexpected(std::move(corrections.error()));
    }
    const auto& entry = stored->entries.front();
    return load(*opened, entry.document, job).transform([&](DocumentPtr&& document) {
        auto own = aboutRun(document->parsed.runs, entry.position, (*corrections)[entry.document]);
        return LoadedRun {.run = std::move(stored->runs.front()),
                          .entry = std::move(stored->entries.front()),
                          .document = std::move(document),
                          .notes = std::move(*notes),
                          .corrections = std::move(own)};
    });
}

}
