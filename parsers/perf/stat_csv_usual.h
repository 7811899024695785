// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/perf/stat_number.h"

#include <optional>
#include <string_view>

namespace patchscale::perf {

/// A row of `perf stat -x SEP` as nearly all are: [time] value unit event run-time share [metric words], with digits
/// for value and run time, two decimals in the share, and nothing that needs a second look.
struct UsualCsvRow
{
    std::optional<StatNumber> time;
    StatNumber value;
    std::string_view unit;
    std::string_view event;
    StatNumber runTime;
    StatNumber running;
    std::string_view metric;
    std::string_view words;
};

/// Takes @p line apart in one pass; false for a row that is not usual, which may be one all the same.
bool readUsualCsvRow(std::string_view line, char separator, UsualCsvRow& out);

}
