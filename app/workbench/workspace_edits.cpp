// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/workspace_edits.h"

#include "core/store/workspace.h"

#include <algorithm>
#include <format>
#include <optional>

namespace patchscale {
namespace {

/// An open workspace and what it lists of one document.
struct Shelf
{
    Workspace workspace;
    DocumentEntry entry;
    std::vector<RunEntry> runs;

    [[nodiscard]] const RunEntry* run(RunId id) const
    {
        const auto found = std::ranges::find(runs, id, &RunEntry::id);
        return found == runs.end() ? nullptr : &*found;
    }
};

std::unexpected<Error> notThere(const std::filesystem::path& path)
{
    return std::unexpected(Error {.code = Errc::Usage,
                                  .message = "the document is not in the workspace '" + path.string() + "'",
                                  .where = {},
                                  .hints = {"save it to the workspace first"}});
}

Result<Shelf> openShelf(const std::filesystem::path& path, const Sha256& sha256)
{
    auto workspace = Workspace::open(path);
    if (!workspace) {
        return std::unexpected(std::move(workspace.error()));
    }
    auto documents = workspace->documents();
    if (!documents) {
        return std::unexpected(std::move(documents.error()));
    }
    const auto entry = std::ranges::find(*documents, sha256, &DocumentEntry::sha256);
    if (entry == documents->end()) {
        return notThere(path);
    }
    auto runs = workspace->runs(entry->id);
    if (!runs) {
        return std::unexpected(std::move(runs.error()));
    }
    return Shelf {.workspace = std::move(*workspace), .entry = std::move(*entry), .runs = std::move(*runs)};
}

Result<RemovedDocument> remember(Shelf& shelf, const Job& job)
{
    auto document = shelf.workspace.loadDocument(shelf.entry.id, job);
    if (!document) {
        return std::unexpected(std::move(document.error()));
    }
    auto corrections = shelf.workspace.corrections();
    if (!corrections) {
        return std::unexpected(std::move(corrections.error()));
    }
    auto notes = shelf.workspace.annotations();
    if (!notes) {
        return std::unexpected(std::move(notes.error()));
    }
    RemovedDocument removed {.document = std::make_shared<const Document>(std::move(*document)),
                             .importedAt = shelf.entry.importedAt,
                             .corrections = {},
                             .notes = {}};
    for (auto& correction : *corrections) {
        if (const auto* run = shelf.run(correction.run)) {
            const auto& runs = removed.document->parsed.runs;
            DocumentCorrection kept {.run = runKey(runs, run->position),
                                     .result = {},
                                     .field = correction.field,
                                     .value = std::move(correction.value)};
            if (correction.result) {
                kept.result = resultKey(runs, {.run = run->position, .result = *correction.result});
            }
            removed.corrections.push_back(std::move(kept));
        }
    }
    for (auto& note : *notes) {
        if (const auto* run = shelf.run(note.run)) {
            removed.notes.push_back(
                {.document = shelf.entry.sha256,
                 .result = resultKey(removed.document->parsed.runs, {.run = run->position, .result = note.result}),
                 .text = std::move(note.text)});
        }
    }
    return removed;
}

/// Where the stored reading of a document has a result.
struct StoredPlace
{
    RunId run;
    std::size_t result = 0;
};

std::unexpected<Error> notRead(const std::filesystem::path& path, const ResultKey& key)
{
    return std::unexpected(Error {
        .code = Errc::Usage,
        .message = std::format("the workspace '{}' has no value of {} to keep the note on", path.string(), key.test),
        .where = {},
        .hints = {"it was stored by another version: remove the document from the workspace and save it again"}});
}

std::optional<RunId> runAt(const Shelf& shelf, std::size_t position)
{
    const auto found = std::ranges::find(shelf.runs, position, &RunEntry::position);
    return found == shelf.runs.end() ? std::nullopt : std::optional(found->id);
}

/// Sets @p corrections where the stored reading of the document has what they correct.
Result<void> setCorrections(Shelf& shelf, const std::vector<DocumentCorrection>& corrections, const Job& job)
{
    if (corrections.empty()) {
        return {};
    }
    const auto document = shelf.workspace.loadDocument(shelf.entry.id, job);
    if (!document) {
        return std::unexpected(document.error());
    }
    const auto& runs = document->parsed.runs;
    for (const auto& correction : corrections) {
        const auto result = correction.result ? findResult(runs, *correction.result) : std::nullopt;
        const auto place =
            correction.result ? result.transform([](ResultRef ref) { return ref.run; }) : findRun(runs, correction.run);
        const auto run = place ? runAt(shelf, *place) : std::nullopt;
        if (!run) {
            continue;
        }
        const auto set = shelf.workspace.correct({.id = {},
                                                  .run = *run,
                                                  .result = result.transform([](ResultRef ref) { return ref.result; }),
                                                  .field = correction.field,
                                                  .value = correction.value});
        if (!set) {
            return std::unexpected(set.error());
        }
    }
    return {};
}

/// Where @p notes stand in the stored reading of the document, nothing for those that it does not have.
Result<std::vector<std::optional<StoredPlace>>> placesOf(Shelf& shelf, const std::vector<DocumentNote>& notes,
                                                         const Job& job)
{
    return shelf.workspace.loadDocument(shelf.entry.id, job).transform([&](const Document& document) {
        std::vector<std::optional<StoredPlace>> places;
        for (const auto& note : notes) {
            const auto place = findResult(document.parsed.runs, note.result);
            const auto run = place ? runAt(shelf, place->run) : std::nullopt;
            places.push_back(run ? std::optional(StoredPlace {.run = *run, .result = place->result}) : std::nullopt);
        }
        return places;
    });
}

/// The notes that stand where @p note does.
Result<std::vector<AnnotationId>> notesAt(Shelf& shelf, RunId run, std::size_t result)
{
    return shelf.workspace.annotations().transform([&](const std::vector<ResultNote>& notes) {
        std::vector<AnnotationId> ids;
        for (const auto& note : notes) {
            if (note.run == run && note.result == result) {
                ids.push_back(note.id);
            }
        }
        return ids;
    });
}

/// The new note is there before the old ones go, so that a crash between them loses nothing.
Result<void> setNoteOn(Shelf& shelf, const DocumentNote& note)
{
    const auto places = placesOf(shelf, {note}, Job {});
    if (!places) {
        return std::unexpected(places.error());
    }
    if (!places->front()) {
        return notRead(shelf.workspace.path(), note.result);
    }
    const auto [run, result] = *places->front();
    const auto old = notesAt(shelf, run, result);
    if (!old) {
        return std::unexpected(old.error());
    }
    if (!note.text.empty()) {
        const auto added = shelf.workspace.annotate({.id = {}, .run = run, .result = result, .text = note.text});
        if (!added) {
            return std::unexpected(added.error());
        }
    }
    for (const auto id : *old) {
        if (auto removed = shelf.workspace.removeAnnotation(id); !removed) {
            return removed;
        }
    }
    return {};
}

}

Result<RemovedDocument> removeDocument(const std::filesystem::path& workspace, const Sha256& sha256, const Job& job)
{
    auto shelf = openShelf(workspace, sha256);
    if (!shelf) {
        return std::unexpected(std::move(shelf.error()));
    }
    auto removed = remember(*shelf, job);
    if (!removed) {
        return removed;
    }
    return shelf->workspace.removeDocument(shelf->entry.id).transform([&] { return std::move(*removed); });
}

Result<void> restoreDocument(const std::filesystem::path& workspace, const RemovedDocument& removed, const Job& job)
{
    auto opened = Workspace::openOrCreate(workspace);
    if (!opened) {
        return std::unexpected(std::move(opened.error()));
    }
    const auto added = opened->addDocument(*removed.document, removed.importedAt, job);
    if (!added) {
        return std::unexpected(added.error());
    }
    auto shelf = openShelf(workspace, removed.document->sha256);
    if (!shelf) {
        return std::unexpected(std::move(shelf.error()));
    }
    if (auto set = setCorrections(*shelf, removed.corrections, job); !set) {
        return set;
    }
    const auto places = placesOf(*shelf, removed.notes, job);
    if (!places) {
        return std::unexpected(places.error());
    }
    for (std::size_t i = 0; i < places->size(); ++i) {
        const auto& place = (*places)[i];
        if (!place) {
            continue;
        }
        const auto annotated = shelf->workspace.annotate(
            {.id = {}, .run = place->run, .result = place->result, .text = removed.notes[i].text});
        if (!annotated) {
            return std::unexpected(annotated.error());
        }
    }
    return {};
}

Result<void> setNote(const std::filesystem::path& workspace, const DocumentNote& note)
{
    auto shelf = openShelf(workspace, note.document);
    return shelf ? setNoteOn(*shelf, note) : std::unexpected(std::move(shelf.error()));
}

}
