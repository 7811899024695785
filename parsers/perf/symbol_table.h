// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the tables of `perf report` and `perf diff` in a text; each of the two formats takes its own.
#pragma once

#include "core/base/job.h"
#include "core/base/span.h"
#include "parsers/text/text.h"

#include <cstdint>
#include <string_view>
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

/// What stood above a table.
struct TableHead
{
    std::size_t begin = 0; ///< of the first line that belongs to it, in the clean text
    std::vector<std::string_view> columns {}; ///< "Overhead", "Command", "Shared Object", "Symbol"; empty when cut off
    char separator = 0; ///< of `-t`: comma, semicolon, pipe; 0 when the table is padded
    bool isDiff = false;
    bool isHierarchy = false; ///< "Command / Shared Object / Symbol" is one column
    bool isTop = false; ///< from `perf top`, which prints no command
    std::string_view event {}; ///< what stands in the quotes of "of event '…'"; empty when not told
    std::string_view lostSamples {}; ///< of "# Total Lost Samples: N"; empty when not told
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
