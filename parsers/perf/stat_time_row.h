// SPDX-License-Identifier: GPL-3.0-or-later
// The lines below the counts of perf stat: how long the command took, and the runs of --table.
#pragma once

#include "parsers/perf/stat_row.h"

namespace patchscale::perf {

/// "seconds time elapsed", with what stands before and behind it, "0.018 seconds user", "Wall-clock time elapsed: …".
std::optional<StatRow> timeRow(std::string_view text);

/// A run of --table: "1.577 (+0.309) ####".
std::optional<StatRow> sampleRow(std::string_view text);

/// True if @p word is the time that starts a row of `-I`: seconds with nine decimals behind a point in every locale.
bool isTimeStamp(std::string_view word);

}
