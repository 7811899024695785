// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace patchscale {

/// The look that all tables of the window share: rows of @p rowHeight, no grid, frame or row numbers, and Tab leaves
/// it.
void makePlain(QTableView& view, int rowHeight);

}
