// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"

#include <vector>

namespace patchscale {

/// Where the numbers of @p result stand: its samples, or its value alone.
inline std::vector<SourceSpan> spansOf(const TestResult& result)
{
    std::vector<SourceSpan> spans;
    for (const Sample& sample : result.samples) {
        spans.push_back(sample.span);
    }
    if (spans.empty()) {
        spans.push_back(result.span);
    }
    return spans;
}

}
