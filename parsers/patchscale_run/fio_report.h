// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/document.h"
#include "parsers/patchscale_run/sampled.h"

#include <string>
#include <string_view>
#include <vector>

namespace patchscale::native {

/// What fio measured in the rounds of one job file.
struct FioResults
{
    std::vector<TestResult> results; ///< bandwidth, IOPS, mean and 99th percentile of the latency, by job and direction
    std::vector<TestResult> failed; ///< the same of jobs that ended with an error
};

/// The results of @p entry, an element of a variant's "fio" in @p text: fio's reports, one a round, as fio wrote them.
FioResults fioResultsOf(std::string_view text, const JsonValue& entry, const PlaceOf& placeOf,
                        std::vector<Diagnostic>& diagnostics);

}
