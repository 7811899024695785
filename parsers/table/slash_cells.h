// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/table/turned.h"

#include <optional>

namespace patchscale::table {

/// A grid with both values in one cell, "21.4 / 21.74" under "without this patchset / with this patchset:", taken apart
/// into one row per cell. Rows without a slash hold the parameters of their columns. Nothing if no line names the two
/// sides in this way: a slash may also part encryption from decryption.
std::optional<Turned> splitSlashCells(const Table& table, const Heads& heads);

/// "CNA / speedup" over "2200000 / 1.100": what stands behind the slash is a change of what stands before it.
void splitChangeHeads(Table& table, Heads& heads);

}
