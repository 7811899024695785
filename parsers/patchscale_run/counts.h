// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/document.h"
#include "parsers/patchscale_run/sampled.h"

#include <string_view>
#include <vector>

namespace patchscale::native {

/// What `perf stat -j` counted beside the samples of a test, read as perf stat's other outputs are: a result for each
/// event and each metric, with a value for each sample that has one. Events without a count anywhere are told.
std::vector<TestResult> countsOf(const JsonValue& samples, std::string_view test, const PlaceOf& placeOf,
                                 std::vector<Diagnostic>& diagnostics);

}
