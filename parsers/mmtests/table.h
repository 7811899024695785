// SPDX-License-Identifier: GPL-3.0-or-later
// Finds mmtests comparisons in a text, with what stands above them.
#pragma once

#include "core/base/job.h"
#include "core/base/span.h"
#include "core/model/run.h"
#include "parsers/text/text.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::mmtests {

/// One stretch of rows under one header.
struct Section
{
    std::vector<std::string> labels; ///< of the columns: "4.9.0-rc5 vanilla"; empty when nothing heads them
    std::vector<bool> isMarked; ///< "(BASELINE)" stands beside the label
    std::vector<SourceSpan> rows; ///< in the clean text
    std::vector<SourceSpan> unread; ///< rows with another number of columns
};

/// A comparison. Columns that did not fit on a line follow in a section of their own.
struct Table
{
    std::vector<Section> sections;
    std::string_view title; ///< "dbench4 Loadfile Execution Time"; empty when none stands there
    std::string_view unit; ///< "usec", "MB/sec"; empty when not told
    std::string_view varying; ///< "number of clients"; empty when not told
    Better stated = Better::Unknown; ///< "(lower is better)"
    bool hasConfidence = false; ///< the text above says that "+-" are confidence intervals
    std::size_t begin = 0; ///< in the clean text
    std::size_t end = 0;
};

/// All comparisons in @p text, in order.
std::vector<Table> findTables(const Text& text, const Job& job);

}
