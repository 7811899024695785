// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace patchscale {

/// A half-open range of bytes in a document: where a number came from.
struct SourceSpan
{
    std::size_t offset = 0;
    std::size_t length = 0;

    [[nodiscard]] std::size_t end() const
    {
        return offset + length;
    }

    friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

/// The span of @p part, which must point into @p whole.
inline SourceSpan spanOf(std::string_view whole, std::string_view part)
{
    return {.offset = static_cast<std::size_t>(part.data() - whole.data()), .length = part.size()};
}

}
