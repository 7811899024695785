// SPDX-License-Identifier: GPL-3.0-or-later
// Columns whose heads no vocabulary knows, taken for values or changes by what stands beside them.
#pragma once

#include "parsers/table/layout.h"

#include <vector>

namespace patchscale::table {

/// An unknown name beside known ones is a variant's if changes are stated for it or if it is the only partner of the
/// one side that is known: "stock  no-pause", "Baseline  Util_guest  %delta".
void adoptOpenColumns(std::vector<Column>& columns, const Table& table, std::size_t labels);

/// "w/o patch  patched  ilock": beside both sides an unknown name over values like theirs is a further variant.
void adoptAlikeColumns(std::vector<Column>& columns, const Table& table, std::size_t labels);

/// Columns without a head behind the values are changes if they are in percent and the values are not.
void adoptUnnamedDeltas(std::vector<Column>& columns, const Table& table, std::size_t labels);

/// "1 thread | 8 threads" over "pagecache folio pagecache folio": two names that come again under each of several
/// heads, over values that are alike, are the sides of a comparison although no word says so.
bool adoptRepeatedNames(std::vector<Column>& columns, const Table& table, std::size_t labels);

/// "5.10 | cond_yield | preempted" over tests of UnixBench: numbers of one test are sides, whatever they are called.
bool adoptSuiteColumns(std::vector<Column>& columns, const Table& table, std::size_t labels);

}
