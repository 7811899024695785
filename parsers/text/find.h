// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace patchscale {

/// Where @p what stands in @p text from @p from on, or npos. For whole documents: string_view::find() stops at every
/// first letter of @p what, which is a call for each in running text.
inline std::size_t findText(std::string_view text, std::string_view what, std::size_t from = 0)
{
    if (from > text.size()) {
        return std::string_view::npos;
    }
    const auto* const hit = ::memmem(text.data() + from, text.size() - from, what.data(), what.size());
    return hit == nullptr ? std::string_view::npos
                          : static_cast<std::size_t>(static_cast<const char*>(hit) - text.data());
}

}
