// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

namespace patchscale {

/// Puts the program's notes on the rows of @p comparison, whose rows are judged, whose groups have their index and
/// whose claims are audited, and ties claims to rows. Codes: "hidden-by-total", "total-share", "claim-wrong",
/// "claim-sign-flipped", "index-agrees", "index-mismatch", "coarse-digits" (set by the judge).
void annotate(Comparison& comparison);

}
