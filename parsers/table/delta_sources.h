// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/table/layout.h"

namespace patchscale::table {

/// Finds where @p layout, whose value columns are known, states changes and spreads: fills deltas and the columns'
/// bracket kinds. Arithmetic decides what brackets hold and against which column a change is taken.
void findDeltas(const Table& table, Layout& layout);

}
