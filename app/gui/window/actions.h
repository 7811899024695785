// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;

namespace patchscale {

/// Every action of the window: its words, its keys, its place in the menus. The window connects them.
struct Actions
{
    QAction* open = nullptr;
    QAction* openFolder = nullptr;
    QAction* openSample = nullptr;
    QMenu* recent = nullptr;
    QAction* close = nullptr;
    QAction* save = nullptr;
    QAction* keepOpened = nullptr;
    QAction* openWorkspace = nullptr;
    QAction* newWorkspace = nullptr;
    QAction* removeDocument = nullptr;
    QAction* exportAs = nullptr;
    QAction* saveChart = nullptr;
    QAction* quit = nullptr;

    QAction* undo = nullptr;
    QAction* redo = nullptr;
    QAction* paste = nullptr;
    QAction* copyMail = nullptr;
    QAction* copyMarkdown = nullptr;
    QAction* copyRow = nullptr;
    QAction* filter = nullptr;
    QAction* note = nullptr;
    QAction* resolveNote = nullptr;
    QActionGroup* directions =
        nullptr; ///< of the selected rows; data: Better as int, Unknown is what the document tells

    QActionGroup* themes = nullptr; ///< data: ThemeChoice as int
    QMenu* view = nullptr; ///< pages are listed in it before `pagesEnd`
    QAction* pagesEnd = nullptr;
    QAction* showChart = nullptr;
    QAction* showMatrix = nullptr;
    QAction* showPanel = nullptr;
    QAction* showTree = nullptr;
    QAction* resetLayout = nullptr;

    QAction* swapSides = nullptr;
    QAction* nextRegression = nullptr;
    QAction* previousRegression = nullptr;
    QAction* nextValue = nullptr;
    QAction* allGroups = nullptr;
    QAction* resetSides = nullptr;
    QAction* cancel = nullptr;

    QMenu* run = nullptr; ///< filled by the Run page
    QAction* runMore = nullptr;

    QAction* findCommand = nullptr;
    QAction* about = nullptr;

    /// Those that make sense only while a comparison is shown.
    [[nodiscard]] QList<QAction*> onAnswer() const;
};

/// Makes the actions as children of @p window and fills its menu bar with them.
Actions makeActions(QMainWindow* window);

}
