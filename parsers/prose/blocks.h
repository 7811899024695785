// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/format.h"
#include "parsers/prose/reading.h"

#include <vector>

namespace patchscale::sentences {

/// A block with what parse() returns for it.
struct ReadyBlock
{
    SourceSpan span;
    ParsedBlock parsed;
};

/// Groups the accepted statements into runs and the runs into blocks: what belongs together by text (nothing but blank
/// lines between) or by a claim that refers across.
std::vector<ReadyBlock> blocksOf(const Text& text, Reading& reading);

}
