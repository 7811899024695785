// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/library_actions.h"

#include "app/gui/library/library.h"
#include "app/gui/library/opened_tree.h"
#include "app/gui/session/session.h"
#include "app/gui/window/actions.h"
#include "app/gui/window/pages/comparison_page.h"

#include <QAction>
#include <QUndoStack>

#include <algorithm>

namespace patchscale {

LibraryActions::LibraryActions(const Actions& actions, Session& session, Library& library, ComparisonPage* page,
                               QObject* parent)
    : QObject(parent)
    , m_actions(actions)
    , m_session(session)
    , m_library(library)
    , m_page(page)
{
    connect(&library, &Library::contentsChanged, this, &LibraryActions::follow);
    connect(page->tree(), &OpenedTree::selectionChanged, this, &LibraryActions::follow);
    connect(page->tree(), &OpenedTree::removeWanted, this, &LibraryActions::removeSelected);
    connect(actions.removeDocument, &QAction::triggered, this, &LibraryActions::removeSelected);
    connect(actions.save, &QAction::triggered, this, [this] {
        if (const OpenedPtr opened = m_session.current()) {
            m_library.store(plainDocuments(*opened));
        }
    });
    connectUndo();
}

void LibraryActions::connectUndo()
{
    QUndoStack* stack = m_library.undoStack();
    connect(m_actions.undo, &QAction::triggered, stack, &QUndoStack::undo);
    connect(m_actions.redo, &QAction::triggered, stack, &QUndoStack::redo);
    const auto followStack = [this, stack] {
        m_actions.undo->setEnabled(stack->canUndo());
        m_actions.redo->setEnabled(stack->canRedo());
        m_actions.undo->setText(stack->canUndo() ? tr("Undo %1").arg(stack->undoText()) : tr("Undo"));
        m_actions.redo->setText(stack->canRedo() ? tr("Redo %1").arg(stack->redoText()) : tr("Redo"));
    };
    connect(stack, &QUndoStack::indexChanged, this, followStack);
    followStack();
}

void LibraryActions::removeSelected()
{
    const std::vector<Sha256> selected = m_page->tree()->selectedDocuments();
    // What is taken out of the workspace does not stay open: it would look as if it were still there.
    for (std::size_t o = m_session.opened().size(); o-- > 0;) {
        const bool isGone = std::ranges::any_of(m_session.opened()[o]->documents, [&](const DocumentPtr& document) {
            return std::ranges::find(selected, document->sha256) != selected.end();
        });
        if (isGone) {
            m_session.close(o);
        }
    }
    for (const Sha256& sha256 : selected) {
        m_library.remove(sha256);
    }
}

void LibraryActions::follow()
{
    const OpenedPtr opened = m_session.current();
    const bool hasWorkspace = !m_library.path().empty();
    m_actions.save->setEnabled(opened && hasWorkspace && !m_library.holds(*opened));
    m_actions.removeDocument->setEnabled(!m_page->tree()->selectedDocuments().empty());
    m_actions.note->setEnabled(m_page->hasTable() && hasWorkspace);
}

}
