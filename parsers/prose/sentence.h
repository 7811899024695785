// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/prose/tokens.h"

#include <span>
#include <vector>

namespace patchscale::sentences {

/// A stretch of a passage's tokens that belongs together.
struct Sentence
{
    std::size_t first = 0; ///< tokens [first, last)
    std::size_t last = 0;
    bool isHeading = false; ///< ends a line with a colon
};

/// A passage cut into tokens and sentences, once for all that is asked of it.
struct CutPassage
{
    TokenList list;
    std::vector<Sentence> sentences;
};

/// Cuts the clean text within @p span.
CutPassage cutPassage(const Text& text, SourceSpan span);

/// Cuts the tokens of a passage into sentences. Line ends do not matter, except before a label in capitals and behind
/// a colon.
std::vector<Sentence> sentencesOf(const Text& text, std::span<const Token> tokens);

}
