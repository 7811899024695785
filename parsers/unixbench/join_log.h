// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/context/resolve.h"

#include <vector>

namespace patchscale {

/// Gives the results of UnixBench reports the passes that a log in the same document has of them, as samples, and their
/// index the spread of these. What of a log stands in no report stays a run of its own.
void joinUnixBenchLogs(std::vector<ReadBlock>& blocks);

}
