// SPDX-License-Identifier: GPL-3.0-or-later
// Web archives and some mailers run a perf stat output into one line. Rows are then told by a count before an event
// that perf knows, never by columns.
#pragma once

#include <string_view>
#include <vector>

namespace patchscale::perf {

/// The rows in @p text, each without the prose that may follow it. Empty if there are none.
std::vector<std::string_view> flatRows(std::string_view text);

}
