// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_tree.h"
#include "core/model/run.h"

#include <functional>
#include <vector>

namespace patchscale::native {

/// Where the sample that an object of the document tells stands in the order of the run: without value and span.
using PlaceOf = std::function<Sample(const JsonValue& sample)>;

/// The median of at least one sample.
double medianOf(std::vector<Sample> samples);

/// Makes value and span of @p result from its samples, of which there is one at least.
void summarise(TestResult& result);

}
