// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/fio/json_nodes.h"
#include "parsers/fio/report.h"

#include <vector>

namespace patchscale::fio {

/// What the JSON (or JSON+) report @p report of fio tells: its jobs, or those of its clients, and its disks. Jobs that
/// the text does not close are left out, so that no prefix of a report gives a number that the whole does not give.
Report jsonReport(const JsonView& report, std::vector<Diagnostic>& diagnostics);

/// Whether @p value looks like a report of fio's: it has jobs or clients.
bool isJsonReport(const JsonView& value);

/// Whether @p later is of the same execution as @p earlier, which was printed while it ran: every counter goes on, and
/// the time with it.
bool continues(const JsonView& earlier, const JsonView& later);

}
