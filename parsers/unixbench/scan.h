// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "parsers/text/text.h"
#include "parsers/unixbench/item.h"

#include <string>
#include <vector>

namespace patchscale::unix_bench {

/// A stretch of text that is a report, a section of one, or an index table, with what it consists of.
struct Report
{
    SourceSpan span; ///< in the clean text
    std::vector<Item> items; ///< in order of the text
    std::string head; ///< what tells of the machine, where that is no stretch of the text
};

/// All reports of @p text in order.
std::vector<Report> findReports(const Text& text, const Job& job);

/// @p line stands in the head of a report: "System: …", "CPU 3: …", its flags, the uptime.
bool isReportHeadLine(std::string_view line);

}
