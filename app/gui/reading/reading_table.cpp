// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/reading/reading_table.h"

#include "app/gui/compare/comparison_header.h"
#include "app/gui/reading/cell_model.h"
#include "app/gui/reading/choice_delegate.h"
#include "app/gui/theme/fitted_columns.h"
#include "app/gui/theme/plain_table.h"

#include <QKeyEvent>
#include <QMenu>

namespace patchscale {

ReadingTable::ReadingTable(CellModel* model, const QString& name, const QList<int>& least, int stretched)
    : m_cells(model)
{
    setModel(model);
    auto* head = new ComparisonHeader(this);
    head->setSectionsClickable(false);
    head->setSortIndicatorShown(false);
    setHorizontalHeader(head);
    setItemDelegate(new ChoiceDelegate(this));
    setAccessibleName(name);
    setSelectionBehavior(QAbstractItemView::SelectItems);
    setSelectionMode(QAbstractItemView::SingleSelection);
    // Single letters are keys of the window's actions.
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked
                    | QAbstractItemView::EditKeyPressed);
    makePlain(*this, ChoiceDelegate::kRowHeight);
    setMouseTracking(true);
    setContextMenuPolicy(Qt::CustomContextMenu);
    new FittedColumns(this, least, stretched);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (current.isValid()) {
            emit rowEntered(current.row());
        }
    });
    connect(this, &QWidget::customContextMenuRequested, this, &ReadingTable::showMenu);
}

void ReadingTable::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        m_cells->reset(currentIndex());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        edit(currentIndex());
        return;
    default:
        QTableView::keyPressEvent(event);
    }
}

void ReadingTable::showMenu(const QPoint& point)
{
    const QModelIndex index = indexAt(point);
    if (!index.isValid()) {
        return;
    }
    setCurrentIndex(index);
    QMenu menu;
    QAction* set = menu.addAction(tr("Set by Hand"), this, [this, index] { edit(index); });
    set->setEnabled(index.flags().testFlag(Qt::ItemIsEditable));
    QAction* reset = menu.addAction(tr("Take Back"), this, [this, index] { m_cells->reset(index); });
    reset->setEnabled(m_cells->cell(index).isByHand);
    menu.exec(viewport()->mapToGlobal(point));
}

}
