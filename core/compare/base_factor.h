// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/model/run.h"

#include <algorithm>
#include <cmath>

namespace patchscale {

/// What a written value of @p result is multiplied with to be in its base unit.
inline double baseFactor(const TestResult& result)
{
    return std::abs(result.value) > 0 && std::isfinite(result.baseValue) ? result.baseValue / result.value
                                                                         : unitOf(result.unit).factor;
}

/// Whether values of @p a and @p b as written can be laid side by side: one may be written "KB" of 1000 bytes, the
/// other of 1024. A value of 0 is the same in both, so that it differs from nobody.
inline bool hasSameFactor(const TestResult& a, const TestResult& b)
{
    constexpr double kClose = 1e-9;
    const double left = a.value * b.baseValue;
    const double right = b.value * a.baseValue;
    return std::abs(left - right) <= kClose * std::max(std::abs(left), std::abs(right));
}

}
