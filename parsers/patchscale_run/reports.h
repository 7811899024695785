// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/json_tree.h"
#include "core/model/document.h"

#include <string_view>
#include <vector>

namespace patchscale::native {

/// The runs in @p entry, an element of a variant's "reports": what another program (perf report, UnixBench) wrote, read
/// by the formats that read it elsewhere. Spans are places in @p document. Machine and variant are the run document's
/// to tell, so the runs have none; the parameters that the entry gives are added.
std::vector<Run> reportRunsOf(const JsonValue& entry, std::string_view document, const Job& job,
                              std::vector<Diagnostic>& diagnostics);

}
