// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace patchscale {

/// What grew between two readings of a counter; nothing where one is missing.
inline std::optional<double> growth(const std::optional<double>& before, const std::optional<double>& after)
{
    return before && after ? std::optional(*after - *before) : std::nullopt;
}

}
