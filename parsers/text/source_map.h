// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"

#include <cstdint>
#include <vector>

namespace patchscale {

/// Leads bytes of a made text back to the bytes they were made of. Built from left to right in pieces of proportional
/// text: one byte for one, one for two (UTF-16), three for four (base64), or a piece that only stands as a whole.
class SourceMap
{
public:
    /// How many bytes of the made text stand for how many of the source.
    struct Step
    {
        std::uint8_t made = 1;
        std::uint8_t source = 1;

        friend bool operator==(const Step&, const Step&) = default;
    };
    static constexpr Step kVerbatim {.made = 1, .source = 1};
    static constexpr Step kBase64 {.made = 3, .source = 4};
    static constexpr Step kWhole {.made = 0, .source = 0};

    /// The text from @p made on is @p source in the given proportion, up to the next piece. A piece that goes on where
    /// the last one ends is joined to it.
    void add(std::size_t made, SourceSpan source, Step step);

    /// The text from @p made on is @p part of a text that @p inner maps. @p hint speeds up calls with ascending parts:
    /// start with 0 and pass it on.
    void addThrough(const SourceMap& inner, SourceSpan part, std::size_t made, std::size_t& hint);

    /// This map, of a text of @p size bytes, led on through the map of the text that it was made of.
    [[nodiscard]] SourceMap through(const SourceMap& inner, std::size_t size) const;

    /// Where @p part stands in the source; everything in between if it crosses pieces. An empty map is the identity.
    [[nodiscard]] SourceSpan source(SourceSpan part) const;

    [[nodiscard]] bool isIdentity() const
    {
        return m_pieces.empty();
    }

private:
    struct Piece
    {
        std::uint32_t made = 0;
        std::uint32_t source = 0;
        std::uint32_t sourceLength = 0; ///< of a whole piece and of the last piece; may lag behind when verbatim
        Step step;
    };

    [[nodiscard]] std::size_t pieceAt(std::size_t made) const;
    [[nodiscard]] static SourceSpan sourceIn(const Piece& piece, std::size_t first, std::size_t last);
    void addPart(const Piece& piece, std::size_t begin, std::size_t length, std::size_t made);

    std::vector<Piece> m_pieces; ///< ascending by `made`
};

}
