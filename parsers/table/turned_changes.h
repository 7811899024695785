// SPDX-License-Identifier: GPL-3.0-or-later
// Where rows that are variants state how their values changed: in a cell behind them, or in a column of its own.
#pragma once

#include "parsers/table/heads.h"
#include "parsers/table/turned.h"

#include <string_view>
#include <vector>

namespace patchscale::table {

/// Rows of one test, each of another variant.
struct Group
{
    std::vector<const VariantRow*> rows;
};

std::vector<Group> groupsOf(const std::vector<VariantRow>& rows);

/// A change that stands in a cell of its own behind the values of one side: "patch: 100216±1.2% +12.2%". Rows that
/// change are added to @p store, which must have room for them.
void attachTrailingChanges(Group& group, std::vector<VariantRow>& store);

/// A column of changes in which the row of the reference has no value ("baseline", "-", nothing): "ops/s | vs base | …"
/// tells how the values in front of it changed. @p store as above.
void attachChangeColumns(Group& group, const std::vector<Head>& columns, std::vector<VariantRow>& store);

/// "IOPS (irq) | IOPS (poll) | diff" with a diff in each row: it compares the columns, not the variants.
bool isChangeBetweenColumns(const Group& group, const Head& head, std::size_t column);

/// "menu | 2826.5 | 0.0%" above "teo | 2764.8 | -2.18%": the label of the rows that a column of changes is taken
/// against, if its arithmetic holds for the other rows of each test; empty if there is none.
std::string_view referenceOf(const std::vector<VariantRow>& rows, const std::vector<Head>& columns);

}
