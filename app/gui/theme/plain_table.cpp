// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/theme/plain_table.h"

#include <QHeaderView>

namespace patchscale {

void makePlain(QTableView& view, int rowHeight)
{
    view.setShowGrid(false);
    view.setFrameShape(QFrame::NoFrame);
    view.setWordWrap(false);
    view.setTabKeyNavigation(false);
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.verticalHeader()->hide();
    view.verticalHeader()->setMinimumSectionSize(rowHeight);
    view.verticalHeader()->setDefaultSectionSize(rowHeight);
}

}
