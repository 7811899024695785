// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/session.h"

#include <QFrame>
#include <QPointer>

#include <vector>

class QAction;
class QLabel;
class QPushButton;
class QToolButton;

namespace patchscale {

/// Tells problems above the page, never in front of it. Several are counted and told one after the other.
class MessageBar final : public QFrame
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void tell(const Problem& problem);
    /// Tells what was done, with the action that takes it back; the next change of it takes this message away.
    void offer(const QString& text, QAction* action);
    void dismiss();

signals:
    void sourceWanted(const patchscale::Problem& problem);

private:
    void showFirst();

    std::vector<Problem> m_problems;
    QString m_offer; ///< told first while there is one
    QPointer<QAction> m_action;
    QLabel* m_text;
    QPushButton* m_source;
    QPushButton* m_undo;
    QPushButton* m_all;
    QToolButton* m_close;
};

}
