// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <string_view>

namespace patchscale::unix_bench {

/// What a result in @p unit ("lps", "KBps", "MWIPS") is in base units.
inline Unit unitOfResult(std::string_view unit)
{
    if (unit == "KBps") {
        return {.factor = 1024, .base = "B/s"}; // the kernels count blocks of 1024 bytes
    }
    if (unit == "lpm") {
        return {.factor = 1.0 / 60, .base = "1/s"};
    }
    if (unit == "lps" || unit == "fps") {
        return {.factor = 1, .base = "1/s"};
    }
    return {.factor = 1, .base = unit};
}

}
