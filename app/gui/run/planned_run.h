// SPDX-License-Identifier: GPL-3.0-or-later
// What a request is going to measure, before the runner tells it.
#pragma once

#include "app/workbench/run_events.h"
#include "app/workbench/run_request.h"

namespace patchscale {

/// What stands before the name of a preset of fio among the words of kernels.
inline constexpr QLatin1StringView kFioWord("fio:");

/// The tests that @p request measures; kernels that are not among @p entries are left out.
QList<PlannedTest> plannedTests(const RunRequest& request, const QList<KernelEntry>& entries);

/// Seconds that @p request takes, about.
double plannedSeconds(const RunRequest& request, const QList<KernelEntry>& entries);

}
