// SPDX-License-Identifier: GPL-3.0-or-later
// The room for sentences: scores, rates and times told in prose. A passage (lines of one author without a gap) is cut
// into tokens, tokens into sentences; a sentence yields labels ("with my first patch"), values ("the score is 1782.3")
// and stated changes, which are then bound to each other and grouped into runs.
#pragma once

#include "core/base/span.h"
#include "parsers/text/text.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::sentences {

/// What a number is, by what is written around it.
enum class QuantityKind : std::uint8_t {
    Plain, ///< a number with or without a unit
    Duration, ///< a time in several parts: 3m30, 0m56.643s; `value` is in seconds
    Percent, ///< "90%", "[9-11]%", "%1"
    Times, ///< "8x", "1.3X"
    Unusable, ///< something is glued to it that makes it no value: "90%cpu", "2.2K-8.7K"
};

/// A number as a sentence writes it.
struct Quantity
{
    QuantityKind kind = QuantityKind::Plain;
    double value = 0; ///< as written; seconds for a Duration
    double high = 0; ///< upper end of a range, else equal to `value`
    SourceSpan number; ///< the digits, in the clean text
    std::string unit; ///< as written, blanks run together; "s" for a Duration
    double resolution = 0; ///< half a unit of the last written digit
    bool isSigned = false;
    bool isApproximate = false; ///< "~32635 ns", "2m50-ish"
};

/// What a token that is no quantity holds.
inline const Quantity kNoQuantity {};

enum class TokenKind : std::uint8_t { Word, Quantity, Mark };

/// A word, a quantity with its unit, or a punctuation mark.
struct Token
{
    TokenKind kind = TokenKind::Word;
    std::size_t begin = 0; ///< in the clean text
    std::size_t end = 0;
    std::string_view lower; ///< what is written, in lower case
    const Quantity& quantity = kNoQuantity; ///< of a Quantity token; in its TokenList
    std::uint16_t classes = 0; ///< WordClass bits of `lower`
    bool startsLine = false;
    bool endsLine = false;

    [[nodiscard]] bool has(std::uint16_t what) const
    {
        return (classes & what) != 0;
    }

    [[nodiscard]] bool isWord() const
    {
        return kind == TokenKind::Word;
    }
    [[nodiscard]] bool isQuantity() const
    {
        return kind == TokenKind::Quantity;
    }
    [[nodiscard]] bool isMark(std::string_view mark) const
    {
        return kind == TokenKind::Mark && lower == mark;
    }
};

/// Tokens with what they point into.
struct TokenList
{
    std::vector<Token> tokens;
    std::unique_ptr<char[]> lower;
    std::unique_ptr<Quantity[]> quantities;
};

/// Cuts the clean text within @p span into tokens.
TokenList tokenize(const Text& text, SourceSpan span);

/// The quantity that starts at @p pos of @p view, with its end in @p end; false if none does.
bool quantityAt(std::string_view view, std::size_t pos, Quantity& out, std::size_t& end);

}
