// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/prose/tokens.h"

#include <optional>
#include <span>
#include <string>

namespace patchscale::sentences {

/// Which side a label's words put it on.
enum class Polarity : std::uint8_t { Without, With, Neutral };

/// How much it takes to believe that a phrase names a variant.
enum class Strength : std::uint8_t {
    Parameter, ///< counts something or tells a load: "with 8 threads", "at 33% load"
    Bare, ///< "before", "now" alone: needs its counterpart
    Weak, ///< "with SMT disturbance": needs a second label or a score
    Strong, ///< names a patch or a kernel
};

/// A phrase of a sentence that names a variant.
struct Label
{
    std::size_t first = 0; ///< tokens [first, last)
    std::size_t last = 0;
    std::string text; ///< as written, blanks run together
    SourceSpan span;
    Polarity polarity = Polarity::Neutral;
    Strength strength = Strength::Weak;
    bool isPlaced = false; ///< stands where a clause or a value ends, not behind a noun that it describes
};

/// The label that starts at token @p at, or nothing.
std::optional<Label> labelAt(const Text& text, std::span<const Token> tokens, std::size_t at);

/// The clean text of tokens [first, last) with runs of blanks and line ends as one blank.
std::string writtenText(const Text& text, std::span<const Token> tokens, std::size_t first, std::size_t last);

}
