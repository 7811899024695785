// SPDX-License-Identifier: GPL-3.0-or-later
// Tables whose rows are the variants ("base: 42382", "patch: 50174") turned so that the variants are columns, the shape
// that layout.h and reading.h understand. Cells keep their places in the text.
#pragma once

#include "parsers/table/heads.h"
#include "parsers/table/table.h"
#include "parsers/table/variant_label.h"

#include <optional>
#include <string>
#include <vector>

namespace patchscale::table {

/// A row that holds values of one variant.
struct VariantRow
{
    VariantLabel label;
    std::string test; ///< what it tests, from sub-headings, other labels and the rest of its own
    Parameters parameters;
    std::vector<Cell> values; ///< one per column; a column without a value is Missing
    SourceSpan span;
};

struct Turned
{
    Table table;
    Heads heads;
    bool needsProof = false; ///< words name one side only: the arithmetic of stated changes must confirm it
};

/// Turns @p rows, whose columns have the heads @p columns (empty where none). Rows of the same test and parameters
/// belong together. Where the heads are numbers, @p cases names what they select. Nothing if the rows do not hold both
/// sides of a comparison.
std::optional<Turned> turnRows(const std::vector<VariantRow>& rows, const std::vector<Head>& columns,
                               std::string_view cases = {});

/// Turns a grid in which one of the label columns names the variants.
std::optional<Turned> turnGrid(const Table& table, const Heads& heads);

}
