// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/library/library.h"

#include "app/gui/text/words.h"
#include "app/workbench/comparison_service.h"
#include "app/workbench/import_service.h"

#include <QUndoCommand>

#include <algorithm>
#include <system_error>
#include <utility>

namespace patchscale {

namespace {

/// A workspace that does not exist yet is empty.
Result<WorkspaceContents> contentsOf(const std::filesystem::path& path, const Job& job)
{
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        return WorkspaceContents {};
    }
    auto contents = listWorkspace(path);
    if (contents) {
        // A run that cannot be read is told where it is opened; the list does not depend on it.
        if (auto floors = storedFloors(path, job)) {
            contents->floors = std::move(*floors);
        }
    }
    return contents;
}

bool isSamePlace(const DocumentNote& one, const DocumentNote& other)
{
    return one.document == other.document && one.result == other.result;
}

}

/// Takes a document out and brings it back. What was taken out is filled in on the worker thread; redo and undo are
/// queued there one after the other.
class RemoveCommand final : public QUndoCommand
{
public:
    RemoveCommand(Library* library, const DocumentEntry& entry, const QString& name)
        : QUndoCommand(Library::tr("Remove %1").arg(name))
        , m_library(library)
        , m_sha256(entry.sha256)
        , m_name(name)
    {
    }

    void redo() override
    {
        m_library->change([removed = m_removed, sha256 = m_sha256](const std::filesystem::path& path, const Job& job) {
            return removeDocument(path, sha256, job).transform([&](RemovedDocument&& document) {
                *removed = std::move(document);
            });
        });
        emit m_library->removed(m_name);
    }

    void undo() override
    {
        m_library->change([removed = m_removed](const std::filesystem::path& path, const Job& job) -> Result<void> {
            return removed->document ? restoreDocument(path, *removed, job) : Result<void> {};
        });
    }

private:
    Library* m_library;
    Sha256 m_sha256;
    QString m_name;
    std::shared_ptr<RemovedDocument> m_removed = std::make_shared<RemovedDocument>();
};

/// Sets a note and puts back what was there before.
class NoteCommand final : public QUndoCommand
{
public:
    NoteCommand(Library* library, DocumentNote before, DocumentNote after)
        : QUndoCommand(after.text.empty()                           ? Library::tr("Remove Note")
                           : before.text.empty()                    ? Library::tr("Add Note")
                           : before.isResolved && !after.isResolved ? Library::tr("Open Note Again")
                           : !before.isResolved && after.isResolved ? Library::tr("Resolve Note")
                                                                    : Library::tr("Edit Note"))
        , m_library(library)
        , m_before(std::move(before))
        , m_after(std::move(after))
    {
    }

    void redo() override
    {
        set(m_after);
    }

    void undo() override
    {
        set(m_before);
    }

private:
    void set(const DocumentNote& note)
    {
        m_library->change(
            [note](const std::filesystem::path& path, const Job& /*job*/) { return patchscale::setNote(path, note); });
    }

    Library* m_library;
    DocumentNote m_before;
    DocumentNote m_after;
};

/// Sets what the user corrected of a document and puts back what was there before.
class CorrectCommand final : public QUndoCommand
{
public:
    /// @p notes are those of the document: formats that are set may take some away, the way back brings them again.
    CorrectCommand(Library* library, const Sha256& document, const Corrections& before, const Corrections& after,
                   std::vector<DocumentNote> notes, const QString& what)
        : QUndoCommand(what)
        , m_library(library)
        , m_document(document)
        , m_before(before)
        , m_after(after)
        , m_notes(std::move(notes))
    {
    }

    void redo() override
    {
        set(m_after, {});
    }

    void undo() override
    {
        set(m_before, m_notes);
    }

private:
    void set(const Corrections& corrections, const std::vector<DocumentNote>& notes)
    {
        if (!m_library->m_path.empty()) {
            m_library->change(
                [document = m_document, corrections, notes](const std::filesystem::path& path, const Job& job) {
                    return patchscale::setCorrections(path, document, corrections, notes, job);
                });
        }
        emit m_library->corrected(m_document, corrections);
    }

    Library* m_library;
    Sha256 m_document;
    Corrections m_before;
    Corrections m_after;
    std::vector<DocumentNote> m_notes;
};

Library::Library(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

Library::~Library()
{
    // What was asked for is finished: a note that was typed before closing must not be lost.
    m_pool.waitForDone();
}

void Library::open(const std::filesystem::path& path)
{
    ++m_running;
    auto work = [path](const Job& job) { return contentsOf(path, job); };
    whenDone(startJob<WorkspaceContents>(&m_pool, std::move(work)), this,
             [this, path](Result<WorkspaceContents> contents) {
                 --m_running;
                 if (contents && path != m_path) {
                     // Steps back would lead into the workspace that was left.
                     m_undo.clear();
                 }
                 take(path, std::move(contents));
             });
}

void Library::take(const std::filesystem::path& path, Result<WorkspaceContents> contents)
{
    if (!contents) {
        report(contents.error());
        emit settled(false);
        return;
    }
    m_path = path;
    m_contents = std::move(*contents);
    emit contentsChanged();
    emit settled(true);
}

const DocumentEntry* Library::find(const Sha256& sha256) const
{
    const auto entry = std::ranges::find(m_contents.documents, sha256, &DocumentEntry::sha256);
    return entry == m_contents.documents.end() ? nullptr : &*entry;
}

bool Library::holds(const OpenedComparison& opened) const
{
    return std::ranges::all_of(opened.documents,
                               [this](const DocumentPtr& document) { return find(document->sha256) != nullptr; });
}

void Library::change(std::function<Result<void>(const std::filesystem::path&, const Job&)> change)
{
    ++m_running;
    auto work = [path = m_path, change = std::move(change)](const Job& job) -> Result<WorkspaceContents> {
        return change(path, job).and_then([&] { return contentsOf(path, job); });
    };
    whenDone(startJob<WorkspaceContents>(&m_pool, std::move(work)), this,
             [this, path = m_path](Result<WorkspaceContents> contents) {
                 --m_running;
                 take(path, std::move(contents));
             });
}

void Library::store(const std::vector<DocumentPtr>& documents)
{
    std::vector<DocumentPtr> missing;
    std::ranges::copy_if(documents, std::back_inserter(missing),
                         [this](const DocumentPtr& document) { return find(document->sha256) == nullptr; });
    if (missing.empty() || m_path.empty()) {
        return;
    }
    change([missing = std::move(missing)](const std::filesystem::path& path, const Job& job) -> Result<void> {
        for (const DocumentPtr& document : missing) {
            if (auto imported = importDocument(path, document, job); !imported) {
                return std::unexpected(std::move(imported.error()));
            }
        }
        return {};
    });
}

void Library::remove(const Sha256& sha256)
{
    if (const DocumentEntry* entry = find(sha256)) {
        const QString name =
            fromUtf8(entry->title.empty() ? std::filesystem::path(entry->path).filename().string() : entry->title);
        m_undo.push(new RemoveCommand(this, *entry, name));
    }
}

void Library::setNote(const DocumentPtr& document, const DocumentNote& note)
{
    DocumentNote before = noteAt(note);
    if (before == note || m_path.empty()) {
        return;
    }
    store({document});
    m_undo.push(new NoteCommand(this, std::move(before), note));
}

void Library::setCorrections(const DocumentPtr& plain, const Corrections& before, const Corrections& after,
                             const QString& what)
{
    if (before == after) {
        return;
    }
    store({plain});
    std::vector<DocumentNote> notes;
    std::ranges::copy_if(m_contents.notes, std::back_inserter(notes),
                         [&plain](const DocumentNote& note) { return note.document == plain->sha256; });
    m_undo.push(new CorrectCommand(this, plain->sha256, before, after, std::move(notes), what));
}

DocumentNote Library::noteAt(const DocumentNote& place) const
{
    DocumentNote at = place;
    at.text.clear();
    at.isResolved = false;
    for (const DocumentNote& note : m_contents.notes) {
        if (isSamePlace(note, place)) {
            at.text += (at.text.empty() ? "" : "; ") + note.text;
            at.isResolved = note.isResolved;
        }
    }
    return at;
}

void Library::load(DocumentId id, std::function<void(DocumentPtr)> then)
{
    ++m_running;
    auto work = [path = m_path, id](const Job& job) { return loadDocument(path, id, job); };
    whenDone(startJob<DocumentPtr>(&m_pool, std::move(work)), this,
             [this, then = std::move(then)](const Result<DocumentPtr>& document) {
                 --m_running;
                 if (!document) {
                     report(document.error());
                     emit settled(false);
                     return;
                 }
                 then(*document);
                 emit settled(true);
             });
}

void Library::report(const Error& error)
{
    emit problemFound(problemOf(error));
}

}
