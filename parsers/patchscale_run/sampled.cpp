// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/patchscale_run/sampled.h"

#include <algorithm>

namespace patchscale::native {

double medianOf(std::vector<Sample> samples)
{
    std::ranges::sort(samples, {}, &Sample::value);
    const auto middle = samples.size() / 2;
    return samples.size() % 2 == 1
        ? samples[middle].value
        : samples[middle - 1].value + (samples[middle].value - samples[middle - 1].value) / 2;
}

void summarise(TestResult& result)
{
    result.value = medianOf(result.samples);
    result.span = result.samples.front().span;
}

}
