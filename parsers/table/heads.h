// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/context/vocabulary.h"
#include "parsers/table/table.h"

#include <optional>
#include <string_view>
#include <vector>

namespace patchscale::table {

/// What stands over one column.
struct Head
{
    std::string_view text {}; ///< "with_patch(%gain)"; empty if nothing stands there
    std::string_view suffix {}; ///< what its last brackets hold: "%gain", "MB/s"
    std::size_t part = 0; ///< counts from 1: which of several columns under the variant's name it is ("Mean", "Max")
    std::optional<VariantPhrase::Kind> kind {}; ///< nothing: no word for a variant or a derived column
    std::string_view label {}; ///< the variant's name in it: "with_patch"
    std::string_view group {}; ///< from a header line above that spans several columns: "Create"
    std::string_view unit {}; ///< of this column alone
    double factor = 1; ///< of the unit as this table uses it: 1.024 where its KB is 1024 bytes
};

/// The header of a table bound to its columns: by order, since header cells often do not stand over their values.
struct Heads
{
    std::vector<Head> columns; ///< one per column
    std::size_t labels = 0; ///< how many columns stand before the values
    std::string_view
        reference {}; ///< "6.5" of "6.5 | baseline | baseline": what the changes below it are taken against
    std::string_view corner; ///< what stands over the labels: "Latency percentiles (usec)"
    std::vector<std::string_view> others; ///< texts of the header lines that name no column
    std::vector<std::string_view> captions; ///< those of them that stand alone in their line, nearest first
};

/// Binds the header lines of @p table.
Heads bindHeads(const Table& table);

/// What a head says on its own.
Head readHead(std::string_view text);

/// What the brackets at the end of a head hold, in order: "pct imp" and "CV" of "tip[pct imp](CV)".
std::vector<std::string_view> bracketsOf(std::string_view head);

}
