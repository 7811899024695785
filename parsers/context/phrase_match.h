// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/context/phrase_words.h"
#include "parsers/context/vocabulary.h"

#include <optional>
#include <span>

namespace patchscale {

/// Whether matchPhrase() may find anything in @p text, which has no letters beyond ASCII: one look at each word,
/// without cutting the text up. @p isWhole as there.
bool mayHoldPhrase(std::string_view text, bool isWhole);

/// A variant phrase found in a list of words.
struct PhraseMatch
{
    VariantPhrase::Kind kind = VariantPhrase::Kind::Neutral;
    std::size_t last = 0; ///< index of its last word
    std::size_t begin = 0; ///< byte offset of its first character
    /// The phrase says by itself that it names a variant ("without the patch"). A weak one ("before", "new", "diff")
    /// does so only as a whole cell or beside others.
    bool isStrong = false;
};

/// The longest variant phrase that starts at word @p first. With @p isWhole the words are one table cell or heading,
/// in which a bare option ("with", "tip", "5.19+debug") counts as well.
std::optional<PhraseMatch> matchPhrase(std::span<const PhraseWord> words, std::size_t first, bool isWhole);

}
