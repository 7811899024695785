// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace patchscale {

/// What stands for @p c in HTML and XML; empty where it stands for itself.
constexpr std::string_view markupEntity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return {};
    }
}

}
