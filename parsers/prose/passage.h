// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "parsers/taken_lines.h"
#include "parsers/text/text.h"

#include <cstdint>
#include <optional>

namespace patchscale::sentences {

/// Neighbouring lines of one author: what a sentence can run over.
struct Passage
{
    std::size_t firstLine = 0;
    std::size_t lastLine = 0; ///< included
    SourceSpan span; ///< behind the marker of a list item
    std::uint8_t depth = 0; ///< of quoting
    int item = 0; ///< number of the list item that it opens ("1.", "2)", "a)"); 0 if it opens none
};

/// The passage that begins at line @p line or the next one behind it; nothing at the end of the text.
std::optional<Passage> passageAt(const Text& text, std::size_t line);

/// The first passage from line @p line on that may state values (mayStateValues()) on other lines than @p taken;
/// nothing at the end of the text.
std::optional<Passage> passageWithValues(const Text& text, std::size_t line, const TakenLines& taken);

/// Whether a passage may state values: it has a word that could name a variant and one that measures. The
/// measure may be named by a heading right before it ("The scores are as below:").
bool mayStateValues(const Text& text, const Passage& passage);

/// The last line of text before @p line ends in a colon and names something measured.
bool followsMetricHeading(const Text& text, std::size_t line);

}
