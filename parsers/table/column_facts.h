// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/context/vocabulary.h"
#include "parsers/table/layout.h"
#include "parsers/table/table.h"

#include <optional>
#include <vector>

namespace patchscale::table {

/// What a column holds, in cells.
struct ColumnFacts
{
    std::size_t values = 0;
    std::size_t words = 0;
    std::size_t percent = 0;
};

ColumnFacts factsOf(const Table& table, std::size_t column);

/// All values of the column are in percent.
bool isPercentColumn(const ColumnFacts& facts);

/// A cell of the column has something in brackets behind its value.
bool hasBrackets(const Table& table, std::size_t column);

bool isSideKind(const std::optional<VariantPhrase::Kind>& kind);

/// Nothing is known of column @p i yet, and it holds more than words. The first @p labels columns name the rows.
bool isOpen(const std::vector<Column>& columns, const Table& table, std::size_t i, std::size_t labels);

}
