// SPDX-License-Identifier: GPL-3.0-or-later
// The two other faces of a report: the page <name>.html and, in newer versions, <name>.csv.
#pragma once

#include "parsers/text/text.h"
#include "parsers/unixbench/scan.h"

#include <vector>

namespace patchscale::unix_bench {

/// The pages in @p text, as items of the reports that they repeat.
std::vector<Report> findPages(const Text& text);

/// The CSV tables in @p text ("Concurrency,<test>,…"), one report each.
std::vector<Report> findCsv(const Text& text);

}
