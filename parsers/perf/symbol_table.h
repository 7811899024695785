// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the tables of `perf report` and `perf diff` in a text; each of the two formats takes its own.
#pragma once

#include "core/base/job.h"
#include "core/base/span.h"
#include "parsers/perf/table_head.h"
#include "parsers/text/text.h"

#include <cstdint>
#include <vector>

namespace patchscale::perf {

/// Where a row stands in the clean text, and where a mailer put the rest of it (nowhere when it was not wrapped).
struct RowPlace
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t restBegin = 0;
    std::uint32_t restEnd = 0;

    [[nodiscard]] bool isWrapped() const
    {
        return restEnd > restBegin;
    }
    [[nodiscard]] SourceSpan span() const
    {
        return {.offset = begin, .length = end - begin};
    }
    [[nodiscard]] SourceSpan rest() const
    {
        return {.offset = restBegin, .length = restEnd - restBegin};
    }
};

/// Rows that belong together.
struct SymbolTable
{
    TableHead head;
    bool isDiff = false;
    bool hasLevels = false;
    std::vector<RowPlace> rows;
    std::size_t begin = 0; ///< in the clean text
    std::size_t end = 0;
};

/// All tables of reports and of diffs in @p text, in order.
std::vector<SymbolTable> findSymbolTables(const Text& text, const Job& job);

}
