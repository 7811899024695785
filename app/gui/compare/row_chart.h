// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <QImage>

class QFont;

namespace patchscale {

/// The series of @p row over time in the theme in use, @p width wide, for a screen of @p ratio pixels a unit; null
/// where the row has none.
QImage rowChart(const ComparisonRow& row, int width, double ratio, const QFont& font);

}
