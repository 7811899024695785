// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"
#include "parsers/text/text.h"

#include <cstddef>
#include <span>
#include <vector>

namespace patchscale {

/// The lines that blocks of other formats take for certain.
class TakenLines
{
public:
    TakenLines() = default;
    /// Of blocks at @p spans, which do not overlap and come in the order of the text.
    TakenLines(const Text& text, std::span<const SourceSpan> spans);

    /// @p line, or where it lies within such a block, the first one behind it at which another block may begin. The
    /// last lines of a block are looked at: what begins there may go on behind it, and is then no block of its own.
    [[nodiscard]] std::size_t firstFree(std::size_t line) const;

private:
    struct Stretch
    {
        std::size_t first = 0;
        std::size_t behind = 0;
    };
    std::vector<Stretch> m_stretches;
};

}
