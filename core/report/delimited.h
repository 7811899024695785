// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// One cell of a delimited file. Numbers and our own words are written as they are; what a document says may have to
/// be disarmed first.
struct DelimitedCell
{
    std::string text;
    bool isOurs = false;
};

/// The names of the columns, in order. Scripts depend on them: only add at the end.
std::vector<std::string_view> delimitedColumns();

/// The cells of each row of @p comparison, in the order of delimitedColumns(). What is missing is empty.
std::vector<std::vector<DelimitedCell>> delimitedRows(const Comparison& comparison);

}
