// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/fio/report.h"
#include "parsers/fio/text_blocks.h"
#include "parsers/text/text.h"

#include <span>
#include <vector>

namespace patchscale::fio {

/// What one execution's normal output, @p entries, tells. A report that fio printed while it ran gives way to the later
/// one of the same job.
Report textReport(const Text& text, std::span<const Entry> entries, std::vector<Diagnostic>& diagnostics);

}
