// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace patchscale {

/// An ASCII digit, whatever the locale.
constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

}
