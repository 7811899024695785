// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/fio/text_blocks.h"
#include "parsers/format.h"
#include "parsers/text/text.h"

namespace patchscale::fio {

/// Lines that somebody picked from several executions, "READ: bw=…" below "READ: bw=…". Where they are alike and nothing
/// stands in front of them, they repeat one test: the runs of @p parsed, one for each execution of @p block, become one
/// with samples. What does stand in front of them ("1  write: IOPS=…") selects the case.
void joinRepeats(const Text& text, const TextBlock& block, ParsedBlock& parsed);

}
