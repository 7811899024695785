// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/session.h"
#include "app/workbench/settings.h"

#include <QObject>

class QMenu;
class QMimeData;
class QWidget;

namespace patchscale {

/// All ways in which documents come into the window: dialog, clipboard, drop, recent files, sample.
class FileOpener final : public QObject
{
    Q_OBJECT

public:
    /// @p window owns the opener and is the parent of its dialogs.
    FileOpener(Session* session, Settings* settings, QWidget* window);

    void openFiles(const QStringList& paths);
    void chooseFiles();
    void chooseFolder();
    /// Opens what the clipboard holds, files before text.
    void paste();
    /// Opens files or text; false if @p mime has neither.
    bool openMime(const QMimeData* mime, const QString& origin);
    void openSample();
    [[nodiscard]] static bool hasSample();
    /// Fills @p menu with the recent files.
    void fillRecent(QMenu* menu);
    /// Asks for a workspace; empty when none was chosen.
    QString chooseWorkspace();
    /// Asks where to make a workspace; empty when no place was chosen.
    QString chooseNewWorkspace();
    [[nodiscard]] QStringList recentFiles() const;

signals:
    /// One of the files is a workspace.
    void workspaceWanted(const QString& path);
    void problemFound(const patchscale::Problem& problem);

private:
    Session* m_session;
    Settings* m_settings;
    QWidget* m_window;
};

}
