// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/table/column_facts.h"

#include <algorithm>

namespace patchscale::table {

using Kind = VariantPhrase::Kind;

ColumnFacts factsOf(const Table& table, std::size_t column)
{
    ColumnFacts facts;
    for (const auto& row : table.rows) {
        const auto& cell = row.cells[column];
        facts.values += cell.kind == CellKind::Value ? 1U : 0U;
        facts.words += cell.kind == CellKind::Text ? 1U : 0U;
        facts.percent += cell.kind == CellKind::Value && cell.value.isPercent() ? 1U : 0U;
    }
    return facts;
}

bool isPercentColumn(const ColumnFacts& facts)
{
    return facts.percent > 0 && facts.percent == facts.values;
}

bool hasBrackets(const Table& table, std::size_t column)
{
    return std::ranges::any_of(table.rows,
                               [&](const Row& row) { return row.cells[column].hasPart(CellPart::Kind::Bracket); });
}

bool isSideKind(const std::optional<Kind>& kind)
{
    return kind == Kind::Baseline || kind == Kind::Candidate;
}

bool isOpen(const std::vector<Column>& columns, const Table& table, std::size_t i, std::size_t labels)
{
    return i >= labels && columns[i].kind == ColumnKind::Ignored && factsOf(table, i).words * 2 <= table.rows.size();
}

}
