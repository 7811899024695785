// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/library/library.h"
#include "app/gui/session/session.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTreeView;

namespace patchscale {

class OpenedModel;

/// The left panel: what is open and what else the workspace holds; choosing something shows it.
class OpenedTree final : public QWidget
{
    Q_OBJECT

public:
    OpenedTree(Session* session, Library* library, QWidget* parent = nullptr);

    [[nodiscard]] QTreeView* view() const
    {
        return m_view;
    }

    /// The documents that the selected item stands for.
    [[nodiscard]] std::vector<Sha256> selectedDocuments() const;

signals:
    void selectionChanged();
    /// The selected documents shall be taken out of the workspace.
    void removeWanted();
    void storedWanted(patchscale::DocumentId id);
    /// A part of a document that holds no numbers was chosen.
    void placeChosen(const patchscale::DocumentPtr& document, patchscale::SourceSpan place);

private:
    void refill();
    void followSession();
    void choose(const QModelIndex& index);
    void openStored(const QModelIndex& index);
    void showMenu(const QPoint& point);
    void filter();

    Session* m_session;
    Library* m_library;
    OpenedModel* m_model;
    QTreeView* m_view;
    QLabel* m_heading;
    QLabel* m_hint;
    QLineEdit* m_filter;
    bool m_isFollowing = false;
};

}
