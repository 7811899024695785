// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/session.h"

#include <QFrame>

#include <vector>

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
    void dismiss();

signals:
    void sourceWanted(const patchscale::Problem& problem);

private:
    void showFirst();

    std::vector<Problem> m_problems;
    QLabel* m_text;
    QPushButton* m_source;
    QToolButton* m_close;
};

}
