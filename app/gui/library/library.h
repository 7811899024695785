// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/session.h"
#include "app/workbench/workspace_edits.h"

#include <QObject>
#include <QThreadPool>
#include <QUndoStack>

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace patchscale {

/// The workspace of the window: what is in it, what is put into it and taken out again. Works off the GUI thread, one
/// thing after the other; every change is on the undo stack.
class Library final : public QObject
{
    Q_OBJECT

public:
    explicit Library(QObject* parent = nullptr);
    ~Library() override;

    /// The file in use; empty until one was opened.
    [[nodiscard]] const std::filesystem::path& path() const
    {
        return m_path;
    }
    /// Uses the workspace at @p path once it has been read; a file that is none is told and changes nothing. One that
    /// does not exist is made with the first document.
    void open(const std::filesystem::path& path);
    [[nodiscard]] const WorkspaceContents& contents() const
    {
        return m_contents;
    }
    [[nodiscard]] const DocumentEntry* find(const Sha256& sha256) const;
    [[nodiscard]] bool holds(const OpenedComparison& opened) const;
    [[nodiscard]] bool isBusy() const
    {
        return m_running > 0;
    }

    /// Stores those of @p documents that are not there yet.
    void store(const std::vector<DocumentPtr>& documents);
    void remove(const Sha256& sha256);
    /// Sets a note, after storing the document it stands in; an empty text takes it away.
    void setNote(const DocumentPtr& document, const DocumentNote& note);
    /// The note at this place, without text where there is none.
    [[nodiscard]] DocumentNote noteAt(const DocumentNote& place) const;
    /// Sets what the user corrected of a document, after storing it; @p before is what was set. @p what names the step
    /// in the Edit menu.
    void setCorrections(const DocumentPtr& plain, const Corrections& before, const Corrections& after,
                        const QString& what);
    /// Reads a stored document and hands it to @p then.
    void load(DocumentId id, std::function<void(DocumentPtr)> then);
    [[nodiscard]] QUndoStack* undoStack()
    {
        return &m_undo;
    }

signals:
    void contentsChanged();
    /// A change has reached the disk (true) or has been refused (false).
    void settled(bool isDone);
    void problemFound(const patchscale::Problem& problem);
    /// The corrections of a document are these now, in the window at once and soon in the workspace.
    void corrected(const patchscale::Sha256& document, const patchscale::Corrections& corrections);
    /// A document was removed; the undo stack brings it back.
    void removed(const QString& title);

private:
    friend class RemoveCommand;
    friend class NoteCommand;
    friend class CorrectCommand;

    /// Runs @p change and then reads the contents anew.
    void change(std::function<Result<void>(const std::filesystem::path&, const Job&)> change);
    void take(const std::filesystem::path& path, Result<WorkspaceContents> contents);
    void report(const Error& error);

    std::filesystem::path m_path;
    WorkspaceContents m_contents;
    QUndoStack m_undo;
    QThreadPool m_pool;
    int m_running = 0;
};

}
