// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/fio/report.h"
#include "parsers/format.h"

#include <vector>

namespace patchscale::fio {

/// The results of @p job, each with its direction among the parameters.
std::vector<TestResult> resultsOf(Job&& job);

/// Adds the run of @p report, and one more for jobs that failed. Each is a side of its own: @p block has as many
/// groups.
void addRuns(Report&& report, ParsedBlock& block);

}
