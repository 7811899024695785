// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/document.h"
#include "parsers/unixbench/item.h"

#include <string_view>
#include <vector>

namespace patchscale::unix_bench {

/// An index table: its rows and its score.
struct IndexTable
{
    std::string_view category; ///< "system benchmarks"
    bool isPartial = false;
    bool isOld = false; ///< 3.x: INDEX = RESULT / BASELINE, total = arithmetic mean
    std::vector<const Item*> rows;
    const Item* score = nullptr;
};

/// Compares INDEX with 10 × RESULT / BASELINE and the score with the geometric mean of the indexes.
void checkTable(const IndexTable& table, std::vector<Diagnostic>& diagnostics);

/// Says which results of @p run, of UnixBench @p version, older builds measured wrongly with several copies: the
/// version does not tell the builds apart.
void checkBuild(const Run& run, std::string_view version, std::vector<Diagnostic>& diagnostics);

}
