// SPDX-License-Identifier: GPL-3.0-or-later
// What stands above a table of the kernel test robot: parameters, machine, commits.
#pragma once

#include "core/model/run.h"
#include "parsers/text/text.h"

#include <cstddef>
#include <string>
#include <vector>

namespace patchscale::lkp {

/// How one table was measured.
struct Setup
{
    Parameters parameters; ///< of the case: testcase, test, nr_task, mode …
    Machine machine;
    std::vector<std::string> commits; ///< short hashes or tags, in the order of the columns
    std::size_t begin = 0; ///< where it starts in the clean text
};

/// Reads the lines above line @p head, which holds "%stddev  %change  %stddev", for a table of @p count commits.
Setup readSetup(const Text& text, std::size_t head, std::size_t count);

/// The same for a table that was run into one line: @p before is what stands on line @p line before the head.
Setup readFlatSetup(const Text& text, std::size_t line, std::string_view before);

/// Reads "104 threads 2 sockets Intel(R) Xeon(R) Gold 6346 CPU @ 3.10GHz (Ice Lake) with 192G memory".
Machine machineOf(std::string_view description);

}
