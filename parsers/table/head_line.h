// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/table/heads.h"

#include <string_view>
#include <vector>

namespace patchscale::table {

/// One line of a header, read head by head.
struct HeaderLine
{
    std::vector<Head> heads;
    std::size_t variants = 0; ///< words for baseline and candidate
    std::size_t named = 0; ///< words of any kind
};

/// Reads the pieces of a header line over a table of @p columns columns.
HeaderLine readLine(const std::vector<std::string_view>& pieces, std::size_t columns);

/// @p head names a side of a comparison.
bool namesVariant(const Head& head);

}
