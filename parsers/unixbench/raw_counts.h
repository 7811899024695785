// SPDX-License-Identifier: GPL-3.0-or-later
// What UnixBench's programs print when somebody starts them by hand: "COUNT|457035|1|lps".
#pragma once

#include "parsers/format.h"
#include "parsers/text/number.h"

#include <string>
#include <vector>

namespace patchscale::unix_bench {

/// One such line and the command that printed it.
struct RawCount
{
    std::string test; ///< as reports name it, or the program's name; empty when no command stands before it
    Parameters parameters;
    Number count;
    double timebase = 0;
    std::string unit;
};

/// Such lines that stand near each other.
struct RawCounts
{
    SourceSpan span;
    std::vector<RawCount> lines;
};

/// All of @p text in order.
std::vector<RawCounts> findRawCounts(const Text& text);

/// Makes a run of each program, its lines being samples. The count of a kernel that stops after a time is no rate: how
/// long it really ran is told by its caller only.
void readRawCounts(const RawCounts& counts, ParsedBlock& parsed);

}
