// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/model/document.h"
#include "parsers/text/text.h"

#include <span>
#include <vector>

namespace patchscale {

/// Tables of numbers in @p text that none of the blocks at @p taken (clean spans, ascending) covers become diagnostics
/// "unused-table", one for each table, with the reason. Code, traces, lists of processors and the like are no tables.
void listLeftovers(const Text& text, std::span<const SourceSpan> taken, std::vector<Diagnostic>& diagnostics,
                   const Job& job);

}
