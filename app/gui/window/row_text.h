// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/compare/comparison_table.h"
#include "core/compare/comparison.h"

#include <QString>

#include <vector>

namespace patchscale {

/// Rows for the clipboard: a head and one line each, cells divided by tabs, numbers in full and without thin spaces, so
/// that a spreadsheet takes them as they are.
QString rowsText(const Comparison& comparison, const std::vector<RowPlace>& rows);

}
