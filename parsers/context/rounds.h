// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/document.h"

namespace patchscale {

/// Makes the rounds of a test, which authors list one by one ("Run 1", "test round | 2", "iteration 3"), samples of one
/// result; a mean that stands beside them is its value. Rounds that somebody states a change of stay as they are.
void foldRounds(ParsedDocument& document);

}
