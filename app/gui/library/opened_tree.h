// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/session.h"

#include <QWidget>

class QTreeView;

namespace patchscale {

class OpenedModel;

/// The left panel: what is open; choosing something shows it.
class OpenedTree final : public QWidget
{
    Q_OBJECT

public:
    explicit OpenedTree(Session* session, QWidget* parent = nullptr);

    [[nodiscard]] QTreeView* view() const
    {
        return m_view;
    }

signals:
    /// A part of a document that holds no numbers was chosen.
    void placeChosen(const patchscale::DocumentPtr& document, patchscale::SourceSpan place);

private:
    void refill();
    void followSession();
    void choose(const QModelIndex& index);
    void showMenu(const QPoint& point);

    Session* m_session;
    OpenedModel* m_model;
    QTreeView* m_view;
    bool m_isFollowing = false;
};

}
