// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/text/text.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace patchscale {

/// Lines of a document that belong together: no blank line, ruler or change of quote depth between them.
struct Paragraph
{
    std::string_view text; ///< all of it, line ends within
    std::vector<std::string_view> lines;
    std::uint8_t quoteDepth = 0;
};

/// The text between two blocks, as paragraphs.
using Passage = std::vector<Paragraph>;

/// The paragraphs of clean text [@p begin, @p end), at most the last @p maxLines lines of it; a block may begin or end
/// within a line. Headers, attributions, trailers and diffs are left out.
Passage passageBefore(const Text& text, std::size_t begin, std::size_t end, std::size_t maxLines);

/// The same, but at most the first @p maxLines lines.
Passage passageAfter(const Text& text, std::size_t begin, std::size_t end, std::size_t maxLines);

/// The sentences of @p paragraph. They end at ".", "!", "?", ";" or ":" before a blank or the end, not at a point
/// within a number, a name or an abbreviation.
std::vector<std::string_view> sentencesOf(std::string_view paragraph);

/// @p text without blanks around it.
std::string_view trimmed(std::string_view text);

/// @p line without what numbers it: "1) ", "(a) ", "A. ", "- ", "* ", "### ".
std::string_view withoutNumbering(std::string_view line);

/// @p text with each run of blanks and line ends turned into one blank.
std::string squeezed(std::string_view text);

/// @p line opens what follows: it ends in a colon, or it is short and no sentence.
bool isHeadingLike(std::string_view line);

}
