// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the outputs of `perf stat -x` in a text.
#pragma once

#include "core/base/job.h"
#include "parsers/text/text.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace patchscale::perf {

struct StatCsvBlock
{
    enum class Kind : std::uint8_t {
        Rows, ///< a row for each event
        Metrics, ///< --metric-only or --topdown: a line of names, then lines of values
        Empty, ///< separators without a value, as perf had none
    };
    Kind kind = Kind::Rows;
    std::size_t firstLine = 0;
    std::size_t lastLine = 0; ///< the last that belongs to it; lines of the measured program may stand between
};

/// All outputs of `perf stat -x` in @p text, in order.
std::vector<StatCsvBlock> findStatCsvBlocks(const Text& text, const Job& job);

}
