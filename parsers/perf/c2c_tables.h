// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of `perf c2c report` above its Pareto: sums of the whole trace, and the table of shared cache lines.
#pragma once

#include "core/base/job.h"
#include "core/model/document.h"
#include "parsers/text/text.h"

#include <cstddef>
#include <string>
#include <vector>

namespace patchscale::perf {

/// A part that was found.
struct C2cTable
{
    bool isSums = false; ///< lines "Load Local HITM : 3402" rather than a table
    std::vector<std::string> columns; ///< of a table: "Load Hitm Total", empty for those that hold no measurement
    std::vector<std::size_t> rows; ///< lines
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// All such parts of @p text, in order.
std::vector<C2cTable> findC2cTables(const Text& text, const Job& job);

/// The values of @p table as results of @p run; rows that do not fit their head become diagnostics.
void readC2cTable(const Text& text, const C2cTable& table, Run& run, std::vector<Diagnostic>& diagnostics);

}
