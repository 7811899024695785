// SPDX-License-Identifier: GPL-3.0-or-later
// The room for the workspace, the SQLite file that keeps documents and what was read from them. All SQL is here; the
// interface names intents. To add a table or column: a new numbered file in migrations/ (never change an old one), its
// line in core/CMakeLists.txt, and the intent that reads or writes it.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/correction.h"
#include "core/store/catalogue.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace patchscale {

/// An open workspace: one SQLite connection. Not for two threads at once; every job opens its own.
class Workspace
{
public:
    /// Opens an existing workspace. What is none, or comes from a newer version, is refused and not touched; a copy is
    /// made beside the file ("<name>.before-<version>") before an older one is brought up to date.
    static Result<Workspace> open(const std::filesystem::path& path);
    /// The same, but makes the workspace, and the folders above it, when there is no file of that name.
    static Result<Workspace> openOrCreate(const std::filesystem::path& path);

    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

    [[nodiscard]] const std::filesystem::path& path() const;

    /// Stores a document and what was read from it in one transaction: all of it or nothing. The same bytes twice add
    /// nothing, also when two processes try at once. @p importedAt is kept as given (ISO 8601, UTC).
    Result<AddedDocument> addDocument(const Document& document, std::string_view importedAt, const Job& job);
    /// Takes a document out, with its runs, claims, corrections and notes.
    Result<void> removeDocument(DocumentId id);
    /// The document with these bytes, if it is here.
    Result<std::optional<DocumentId>> findDocument(const Sha256& sha256);

    /// All documents in the order of their import.
    Result<std::vector<DocumentEntry>> documents();
    /// All runs, or those of one document, in the order of import and of the document.
    Result<std::vector<RunEntry>> runs(std::optional<DocumentId> document = std::nullopt);

    /// The document as it was parsed, without corrections; samples that the user excluded are marked.
    Result<Document> loadDocument(DocumentId id, const Job& job);
    /// These runs in this order, or with no ids all of the workspace, for compare().
    Result<StoredRuns> loadRuns(std::span<const RunId> ids, const Job& job);

    /// Marks a sample as excluded, or takes that back. It stays visible.
    Result<void> setSampleExcluded(RunId run, std::size_t result, std::size_t sample, bool isExcluded);

    /// Sets what the user corrected of a document, in place of what was there; one that its field cannot hold is
    /// refused. Where formats change with it, @p reading is what was read with them now: it takes the place of the old
    /// reading, all or nothing, and the notes on that go.
    Result<void> setCorrections(DocumentId id, const Corrections& corrections, const ParsedDocument* reading = nullptr,
                                const Job& job = {});
    /// The corrections of all documents that have some.
    Result<std::map<DocumentId, Corrections>> corrections();

    /// Adds a user's note to a result; as resolved where it says so.
    Result<AnnotationId> annotate(const ResultNote& note);
    /// Takes a note away.
    Result<void> removeAnnotation(AnnotationId id);
    Result<std::vector<ResultNote>> annotations();

    /// Keeps a comparison under its name.
    Result<ComparisonId> saveComparison(const SavedComparison& comparison);
    /// Forgets a saved comparison; its runs stay.
    Result<void> removeComparison(ComparisonId id);
    Result<std::vector<SavedComparison>> savedComparisons();

private:
    class Private;
    explicit Workspace(std::unique_ptr<Private> d);
    std::unique_ptr<Private> m_d;
};

}
