// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"

#include <string_view>
#include <vector>

namespace patchscale {

/// A place as a person reads it: line and column count from 1, column and length in code points.
struct SourcePlace
{
    std::size_t line = 1;
    std::size_t column = 1;
    std::size_t length = 0;

    friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

/// Turns byte spans of one document into lines and columns. Keeps a view: the bytes must outlive it.
class LineIndex
{
public:
    explicit LineIndex(std::string_view bytes);

    /// A byte that is not part of valid UTF-8 counts as one code point, which is right for 8-bit charsets.
    [[nodiscard]] SourcePlace place(SourceSpan span) const;
    /// The bytes of line @p line (from 1) without its line end.
    [[nodiscard]] std::string_view line(std::size_t line) const;
    [[nodiscard]] std::size_t lineCount() const
    {
        return m_starts.size();
    }

private:
    /// A place within a long line, so that columns far to the right are not counted from its start each time.
    struct Mark
    {
        std::size_t offset = 0;
        std::size_t column = 0; ///< code points of the line before it
    };

    void markLongLine(std::size_t begin, std::size_t end);

    std::string_view m_bytes;
    std::vector<std::size_t> m_starts; ///< byte offset of each line's first byte
    std::vector<Mark> m_marks; ///< ascending
};

}
