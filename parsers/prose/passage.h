// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
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
    bool isNumbered = false; ///< begins with "1.", "2)": a new item of a list
};

/// The passage that begins at line @p line or the next one behind it; nothing at the end of the text.
std::optional<Passage> passageAt(const Text& text, std::size_t line);

/// Whether a passage may state values: it has digits, a word that could name a variant and one that measures.
bool mayStateValues(const Text& text, const Passage& passage);

}
