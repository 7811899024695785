// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/model/run.h"

#include <cmath>

namespace patchscale {

/// What a written value of @p result is multiplied with to be in its base unit.
inline double baseFactor(const TestResult& result)
{
    return std::abs(result.value) > 0 && std::isfinite(result.baseValue) ? result.baseValue / result.value
                                                                         : unitOf(result.unit).factor;
}

}
