// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/theme/fitted_columns.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <numeric>
#include <utility>

namespace patchscale {

FittedColumns::FittedColumns(QTableView* view, QList<int> least, int stretched)
    : QObject(view)
    , m_view(view)
    , m_least(std::move(least))
    , m_stretched(stretched)
{
    view->viewport()->installEventFilter(this);
    connect(view->model(), &QAbstractItemModel::modelReset, this, &FittedColumns::fit);
    connect(view->model(), &QAbstractItemModel::dataChanged, this, &FittedColumns::fit);
}

bool FittedColumns::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        fit();
    }
    return QObject::eventFilter(watched, event);
}

void FittedColumns::fit()
{
    const auto count = std::min<qsizetype>(m_least.size(), m_view->model()->columnCount());
    // A long table is measured by its first lines: looking at all of them would cost more than it helps.
    constexpr int kLines = 200;
    constexpr int kMost = 4000;
    const int lines = std::min(m_view->model()->rowCount(), kLines);
    QList<int> widths;
    for (int column = 0; column < count; ++column) {
        int width = m_view->horizontalHeader()->sectionSizeHint(column);
        for (int line = 0; line < lines; ++line) {
            width = std::max(width, m_view->sizeHintForIndex(m_view->model()->index(line, column)).width());
        }
        widths.push_back(std::min(width, kMost));
    }
    const int room = m_view->viewport()->width();
    int over = std::accumulate(widths.begin(), widths.end(), 0) - room;
    // Pixel by pixel from the widest of those that may be cut, so that they end alike.
    while (over > 0) {
        int widest = -1;
        for (int column = 0; column < count; ++column) {
            const bool mayGive = m_least[column] > 0 && widths[column] > m_least[column];
            if (mayGive && (widest < 0 || widths[column] > widths[widest])) {
                widest = column;
            }
        }
        if (widest < 0) {
            break;
        }
        --widths[widest];
        --over;
    }
    if (over < 0) {
        widths[m_stretched] -= over;
    }
    for (int column = 0; column < count; ++column) {
        if (m_view->columnWidth(column) != widths[column]) {
            m_view->setColumnWidth(column, widths[column]);
        }
    }
}

}
