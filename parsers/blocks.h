// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "parsers/context/resolve.h"
#include "parsers/forced.h"
#include "parsers/text/text.h"

#include <span>
#include <vector>

namespace patchscale {

/// What all formats offer in @p text: where offers overlap, the surer, then the longer one is parsed. In order of the
/// text; what the words around the blocks tell is not looked at yet. Formats in @p own are asked before those of the
/// table. What @p forced (in the clean text) is about goes to its format alone.
Result<std::vector<ReadBlock>> readBlocks(const Text& text, const Job& job, std::span<const Format* const> own = {},
                                          std::span<const ForcedFormat> forced = {});

}
