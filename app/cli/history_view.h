// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"

namespace patchscale {
struct StoredHistory;
}

namespace patchscale::cli {

/// The answer, a line a test, and below it each history with a step point by point.
void printHistory(Output& out, const StoredHistory& stored);

}
