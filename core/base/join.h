// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <ranges>
#include <string>
#include <string_view>

namespace patchscale {

/// The texts that @p toText makes of @p parts, with @p separator between them: "a, b, c".
template<std::ranges::input_range Parts, class ToText = std::identity>
std::string join(const Parts& parts, std::string_view separator, ToText toText = {})
{
    std::string text;
    bool isFirst = true;
    for (const auto& part : parts) {
        if (!isFirst) {
            text += separator;
        }
        isFirst = false;
        text += std::invoke(toText, part);
    }
    return text;
}

}
