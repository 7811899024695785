// SPDX-License-Identifier: GPL-3.0-or-later
// "Run 10 More…": more samples of the row that is selected in the comparison.
#pragma once

#include "app/gui/run/run_more.h"

#include <QObject>
#include <QString>

class QAction;

namespace patchscale {

class ComparePage;
class RunPage;
class Session;

/// Keeps an action true to the selected row: it tells how many samples it proposes, or why there can be none.
class RunMoreAction final : public QObject
{
    Q_OBJECT

public:
    /// @p release is that of the kernel that runs here; the others outlive the object.
    RunMoreAction(QAction* action, Session* session, ComparePage* rows, RunPage* page, QString release,
                  QObject* parent = nullptr);

signals:
    /// There is a row that more could be measured for, as soon as it is known what can be measured.
    void rowSelected();

private:
    void follow();
    void run();
    [[nodiscard]] std::expected<MoreWish, QString> wish() const;

    QAction* m_action;
    Session* m_session;
    ComparePage* m_rows;
    RunPage* m_page;
    QString m_release;
};

}
