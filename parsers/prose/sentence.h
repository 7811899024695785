// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/prose/label.h"
#include "parsers/prose/tokens.h"

#include <optional>
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
    std::vector<std::optional<std::vector<Label>>> labels; ///< of each sentence; found when they are first asked for

    [[nodiscard]] std::span<const Token> tokensOf(std::size_t sentence) const
    {
        const auto& place = sentences[sentence];
        return std::span(list.tokens).subspan(place.first, place.last - place.first);
    }
    const std::vector<Label>& labelsOf(const Text& text, std::size_t sentence);
};

/// Cuts the clean text within @p span.
CutPassage cutPassage(const Text& text, SourceSpan span);

/// Cuts the tokens of a passage into sentences. Line ends do not matter, except before a label in capitals and behind
/// a colon.
std::vector<Sentence> sentencesOf(const Text& text, std::span<const Token> tokens);

}
