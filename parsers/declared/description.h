// SPDX-License-Identifier: GPL-3.0-or-later
// Formats that users describe themselves, in JSON; docs/own-formats.md tells how. A line is described by a template
// (parsers/tools/pattern.h), which takes linear time whatever it says, so that no description can make reading hang.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::declared {

/// A line with named columns: "{case} threads={threads number}: {rate number} ops/s".
struct LineTemplate
{
    std::string pattern; ///< as parsers/tools/pattern.h takes it
    std::vector<std::string> columns; ///< the names of its holes, in their order
};

/// What a column of a row holds.
struct DescribedValue
{
    std::string column;
    std::string metric;
    std::string unit;
    Better better = Better::Unknown;
    std::string spreadColumn; ///< empty: none
    SpreadKind spreadKind = SpreadKind::Stddev;
};

struct DescribedRow
{
    LineTemplate line;
    std::string test; ///< with {column} for what a column says
    std::vector<std::string> parameters; ///< columns that select the case
    std::vector<DescribedValue> values;
};

struct Description
{
    std::string id;
    std::string description;
    std::string benchmark;
    std::string example;
    LineTemplate begin; ///< without a pattern: any row begins a block
    std::vector<LineTemplate> ignored; ///< lines that may stand between rows
    Parameters parameters; ///< the same for all values
    std::vector<DescribedRow> rows;
};

/// The description that @p json holds, the text of the file @p file. An error names the file, line and column, and
/// what to write instead.
Result<Description> readDescription(std::string_view json, std::string_view file);

}
