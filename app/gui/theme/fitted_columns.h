// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QTableView;

namespace patchscale {

/// Keeps the columns of a table as wide as the table: each as its contents want, and where that is too much the widest
/// give way. What is left over goes to one of them.
class FittedColumns final : public QObject
{
    Q_OBJECT

public:
    /// @p least is what each column keeps, in pixels; columns that are not to be cut have 0 and keep what they want.
    FittedColumns(QTableView* view, QList<int> least, int stretched);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();

    QTableView* m_view;
    QList<int> m_least;
    int m_stretched;
};

}
