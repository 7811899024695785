// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "parsers/text/source_map.h"
#include "parsers/text/text.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// A stretch of decoded text that is read in one way.
struct TextRegion
{
    std::size_t begin = 0;
    std::size_t end = 0;
    bool isHeader = false; ///< lines of a mail header
    bool isFlowed = false; ///< format=flowed: a blank at the end of a line joins it to the next
    bool isMbox = false; ///< ">From " stands for "From "
};

/// What bytes a text holds, found in one fast pass over all of it.
struct ByteCensus
{
    bool hasNul = false;
    bool hasControls = false; ///< other than tab, line feed, carriage return
    bool hasReturns = false;
    bool hasBeyondAscii = false;
    std::size_t odd = 0; ///< bytes 0 to 6, which no terminal, editor or log puts into text
};

ByteCensus census(std::string_view bytes);

/// The lines of a text without quote marks, terminal escapes and control characters.
struct CleanText
{
    std::string text;
    std::vector<Line> lines; ///< kinds: Header from the regions, else Body, Blank or Ruler
    SourceMap map;
};

/// Cuts @p decoded into clean lines. @p inner leads from it to the document; the result's map leads there at once.
/// @p regions are in order and without gaps, @p bytes is the census of @p decoded.
CleanText cleanLines(std::string_view decoded, const SourceMap& inner, std::span<const TextRegion> regions,
                     const ByteCensus& bytes, const Job& job);

/// Length of the terminal escape sequence at the start of @p text (which begins with ESC), at least 1. @p moves tells
/// whether it moves the cursor, so that what stands on both sides does not belong together.
std::size_t escapeLength(std::string_view text, bool& moves);

}
