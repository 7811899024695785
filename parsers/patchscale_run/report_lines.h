// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_tree.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::native {

/// A text that stands in a run document as an array of its lines, with the way back from each of its bytes.
class ReportLines
{
public:
    /// @p lines is an array of @p document, which must outlive this; what is no string in it is passed over.
    ReportLines(const JsonValue& lines, std::string_view document);

    /// Adds the lines of a second such array, below a blank line.
    void append(const JsonValue& lines);

    /// All lines, each with its line end.
    [[nodiscard]] const std::string& text() const
    {
        return m_text;
    }
    /// Where @p span of the text stands in the document.
    [[nodiscard]] SourceSpan source(SourceSpan span) const;

private:
    /// Where a line begins in the text, and in the document behind its quotation mark.
    struct Line
    {
        std::size_t begin = 0;
        std::size_t source = 0;
    };

    void add(const JsonValue& lines);
    [[nodiscard]] std::size_t sourceOf(std::size_t offset) const;

    std::string_view m_document;
    std::string m_text;
    std::vector<Line> m_lines;
};

}
