// SPDX-License-Identifier: GPL-3.0-or-later
// Names for rows that have none of their own, from the lines above a table.
#pragma once

#include "core/model/run.h"
#include "parsers/table/heads.h"
#include "parsers/table/table.h"

#include <string>
#include <string_view>

namespace patchscale::table {

bool hasLetters(std::string_view text);

/// The nearest line above that can be a name; what it selects in brackets goes to @p parameters. Empty if there is
/// none.
std::string titleTest(const Table& table, const Heads& heads, Parameters& parameters);

/// "MTU(Bytes)/Bandwidth (Gbit/s)" over all columns: what the numbers in front select, and what is measured.
struct CaseCaption
{
    std::string parameter; ///< "mtu"; empty if there is no such line
    std::string test; ///< "bandwidth"
};
CaseCaption caseCaption(const Heads& heads);

/// The test that "./Run -c 4 spawn" in the lines above selects: its canonical name, and UnixBench's baseline for it.
struct CommandTest
{
    std::string benchmark; ///< empty if there is none
    std::string test;
    double indexBaseline = 0;
};
CommandTest commandTest(const Table& table);

}
