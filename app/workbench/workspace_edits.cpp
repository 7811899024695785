// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/workspace_edits.h"

#include "app/workbench/corrections.h"
#include "core/store/workspace.h"

#include <algorithm>
#include <format>
#include <iterator>
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

/// Those of @p notes that stand in the document of @p shelf, by what they stand on.
std::vector<DocumentNote> notesOf(const Shelf& shelf, const Document& document, std::vector<ResultNote>& notes)
{
    std::vector<DocumentNote> out;
    for (auto& note : notes) {
        if (const auto* run = shelf.run(note.run)) {
            out.push_back({.document = shelf.entry.sha256,
                           .result = resultKey(document.parsed.runs, {.run = run->position, .result = note.result}),
                           .text = std::move(note.text),
                           .isResolved = note.isResolved});
        }
    }
    return out;
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
    if (const auto own = corrections->find(shelf.entry.id); own != corrections->end()) {
        removed.corrections = std::move(own->second);
    }
    removed.notes = notesOf(shelf, *removed.document, *notes);
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
        const auto added = shelf.workspace.annotate(
            {.id = {}, .run = run, .result = result, .text = note.text, .isResolved = note.isResolved});
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

/// Sets those of @p notes that have a place and are not there yet.
Result<void> bringNotes(Shelf& shelf, const std::vector<DocumentNote>& notes, const Job& job)
{
    if (notes.empty()) {
        return {};
    }
    const auto places = placesOf(shelf, notes, job);
    if (!places) {
        return std::unexpected(places.error());
    }
    const auto known = shelf.workspace.annotations();
    if (!known) {
        return std::unexpected(known.error());
    }
    for (std::size_t i = 0; i < places->size(); ++i) {
        const auto& place = (*places)[i];
        const bool isThere =
            place && std::ranges::any_of(*known, [&](const ResultNote& note) {
                return note.run == place->run && note.result == place->result && note.text == notes[i].text;
            });
        if (!place || isThere) {
            continue;
        }
        const auto added = shelf.workspace.annotate({.id = {},
                                                     .run = place->run,
                                                     .result = place->result,
                                                     .text = notes[i].text,
                                                     .isResolved = notes[i].isResolved});
        if (!added) {
            return std::unexpected(added.error());
        }
    }
    return {};
}

Corrections formatsOf(const Corrections& corrections)
{
    Corrections out;
    std::ranges::copy_if(corrections, std::back_inserter(out),
                         [](const Correction& correction) { return correction.field == CorrectedField::Format; });
    return out;
}

/// Sets corrections where the formats that were set change with them: the bytes are read again.
Result<void> readAnew(const std::filesystem::path& path, Shelf& shelf, const Corrections& corrections, const Job& job)
{
    auto before = remember(shelf, job);
    if (!before) {
        return std::unexpected(std::move(before.error()));
    }
    const auto reading = readCorrected(before->document->bytes, corrections, job);
    if (!reading) {
        return std::unexpected(reading.error());
    }
    if (auto set = shelf.workspace.setCorrections(shelf.entry.id, corrections, &*reading, job); !set) {
        return set;
    }
    // The runs have other ids now.
    auto anew = openShelf(path, shelf.entry.sha256);
    return anew ? bringNotes(*anew, before->notes, job) : std::unexpected(std::move(anew.error()));
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
    if (added->isNew) {
        // It was stored with its formats, which must not be read again.
        if (auto set = opened->setCorrections(added->id, removed.corrections); !set) {
            return set;
        }
    }
    return setCorrections(workspace, removed.document->sha256, removed.corrections, removed.notes, job);
}

Result<void> setNote(const std::filesystem::path& workspace, const DocumentNote& note)
{
    auto shelf = openShelf(workspace, note.document);
    return shelf ? setNoteOn(*shelf, note) : std::unexpected(std::move(shelf.error()));
}

Result<void> setCorrections(const std::filesystem::path& workspace, const Sha256& sha256,
                            const Corrections& corrections, const std::vector<DocumentNote>& notes, const Job& job)
{
    auto shelf = openShelf(workspace, sha256);
    if (!shelf) {
        return std::unexpected(std::move(shelf.error()));
    }
    auto all = shelf->workspace.corrections();
    if (!all) {
        return std::unexpected(std::move(all.error()));
    }
    if (formatsOf((*all)[shelf->entry.id]) == formatsOf(corrections)) {
        if (auto set = shelf->workspace.setCorrections(shelf->entry.id, corrections); !set) {
            return set;
        }
        return bringNotes(*shelf, notes, job);
    }
    if (auto set = readAnew(workspace, *shelf, corrections, job); !set) {
        return set;
    }
    auto anew = openShelf(workspace, sha256);
    return anew ? bringNotes(*anew, notes, job) : std::unexpected(std::move(anew.error()));
}

}
