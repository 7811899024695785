// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report_lines.h"
#include "core/report/report_model.h"

#include <vector>

namespace patchscale {

/// The lines of @p set as tables of one direction each, and of one metric where tests have several. What is in
/// @p sharedParameters is said above the tables and left out of the names.
std::vector<ReportTable> tablesOf(const GroupSet& set, const std::vector<ReportLine>& lines,
                                  const Parameters& sharedParameters);

}
