// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace patchscale {

class ComparisonPage;
class Library;
class Session;
struct Actions;

/// What the menus do with the workspace: saving and removing documents, undo and redo; offered when it can be done.
class LibraryActions final : public QObject
{
    Q_OBJECT

public:
    /// All outlive the object.
    LibraryActions(const Actions& actions, Session& session, Library& library, ComparisonPage* page,
                   QObject* parent = nullptr);

    /// Offers what can be done with what is open.
    void follow();

private:
    void connectUndo();
    void removeSelected();

    const Actions& m_actions;
    Session& m_session;
    Library& m_library;
    ComparisonPage* m_page;
};

}
