// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"
#include "parsers/text/source_map.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// What a line is for. Formats look at Body lines only; the rest holds no benchmark numbers.
enum class LineKind : std::uint8_t {
    Body,
    Blank,
    Ruler, ///< only - = + | _ * and blanks: a table's ruler or a separator
    Header, ///< mail header (From:, Date:, 发件人: …) or commit object header (tree, parent, author …)
    Attribution, ///< "On …, X wrote:", "在 … 写道:", "-----邮件原件-----"
    Trailer, ///< Signed-off-by:, Link:, base-commit:, Commit-ID: …
    Diffstat,
    Diff, ///< from "diff --git", "--- a/", "Index: " to its end
};

/// One line of the clean text, without its line end. 24 bytes; there may be tens of millions.
struct Line
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t firstDigit = 0; ///< offset of the first digit, or `end` if the line has none or is a mail's header
    std::uint16_t numbers = 0; ///< how many number-like tokens (a word that starts with a digit, sign or ~ and digit)
    std::uint8_t quoteDepth = 0;
    LineKind kind = LineKind::Body;

    [[nodiscard]] std::uint32_t size() const
    {
        return end - begin;
    }
};

/// A document's text as formats read it: UTF-8, transfer encoding undone, quote marks taken off, lines ended by \n
/// (never \r), with a map that leads every byte back to the document's bytes. Tabs stay; visual columns come from
/// visualColumn(). Immutable; moves are cheap.
class Text
{
public:
    Text() = default;
    Text(std::string clean, std::vector<Line> lines, SourceMap map, std::string title);

    [[nodiscard]] std::string_view view() const
    {
        return m_clean;
    }
    [[nodiscard]] std::span<const Line> lines() const
    {
        return m_lines;
    }
    [[nodiscard]] std::string_view line(std::size_t index) const
    {
        return std::string_view(m_clean).substr(m_lines[index].begin, m_lines[index].size());
    }
    [[nodiscard]] std::string_view slice(SourceSpan clean) const
    {
        return std::string_view(m_clean).substr(clean.offset, clean.length);
    }
    /// The line that holds clean offset @p offset.
    [[nodiscard]] std::size_t lineAt(std::size_t offset) const;
    /// Where @p clean stands in the document. A span that crosses quote marks or line ends covers them as well.
    [[nodiscard]] SourceSpan source(SourceSpan clean) const
    {
        return m_map.source(clean);
    }
    /// The span in the clean text of @p part, which must point into view().
    [[nodiscard]] SourceSpan spanOf(std::string_view part) const
    {
        return patchscale::spanOf(m_clean, part);
    }
    /// Subject of the mail or of the commit; empty when there is none.
    [[nodiscard]] const std::string& title() const
    {
        return m_title;
    }

private:
    std::string m_clean;
    std::vector<Line> m_lines;
    SourceMap m_map;
    std::string m_title;
};

/// Column (from 0) at which byte @p offset of @p line stands on screen: tabs go to the next multiple of 8, a code
/// point counts 1 and an East Asian wide one 2.
std::size_t visualColumn(std::string_view line, std::size_t offset);

}
