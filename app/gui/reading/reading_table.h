// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace patchscale {

class CellModel;

/// A table of the Reading page: Enter or F2 sets a cell by hand, Delete takes it back, a menu offers both.
class ReadingTable final : public QTableView
{
    Q_OBJECT

public:
    /// @p least and @p stretched are those of FittedColumns.
    ReadingTable(CellModel* model, const QString& name, const QList<int>& least, int stretched);

signals:
    /// The user went to a row.
    void rowEntered(int row);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showMenu(const QPoint& point);

    CellModel* m_cells;
};

}
