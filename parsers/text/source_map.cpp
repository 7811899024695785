// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/source_map.h"

#include <algorithm>

namespace patchscale {

void SourceMap::add(std::size_t made, SourceSpan source, Step step)
{
    if (!m_pieces.empty() && step == m_pieces.back().step && step != kWhole) {
        const auto& last = m_pieces.back();
        const std::size_t steps = (made - last.made) / step.made;
        if ((made - last.made) % step.made == 0 && last.source + steps * step.source == source.offset) {
            return;
        }
    }
    m_pieces.push_back({.made = static_cast<std::uint32_t>(made),
                        .source = static_cast<std::uint32_t>(source.offset),
                        .sourceLength = static_cast<std::uint32_t>(source.length),
                        .step = step});
}

std::size_t SourceMap::pieceAt(std::size_t made) const
{
    const auto after = std::ranges::upper_bound(m_pieces, made, {}, &Piece::made);
    return after == m_pieces.begin() ? 0 : static_cast<std::size_t>(after - m_pieces.begin()) - 1;
}

/// Source of the bytes @p first to @p last (inclusive) counted from the start of @p piece.
SourceSpan SourceMap::sourceIn(const Piece& piece, std::size_t first, std::size_t last)
{
    const auto [made, source] = piece.step;
    if (made == 0) {
        return {.offset = piece.source, .length = piece.sourceLength};
    }
    if (piece.step == kVerbatim) {
        return {.offset = piece.source + first, .length = last - first + 1};
    }
    if (piece.step == kBase64) { // byte k of three is in the characters k and k + 1 of four
        const std::size_t begin = piece.source + first / 3 * 4 + first % 3;
        const std::size_t end = piece.source + last / 3 * 4 + last % 3 + 2;
        return {.offset = begin, .length = end - begin};
    }
    const std::size_t begin = piece.source + first / made * source;
    const std::size_t end = piece.source + (last / made + 1) * source;
    return {.offset = begin, .length = end - begin};
}

SourceSpan SourceMap::source(SourceSpan part) const
{
    if (m_pieces.empty()) {
        return part;
    }
    const auto& first = m_pieces[pieceAt(part.offset)];
    const std::size_t inFirst = part.offset - first.made;
    const auto begin = sourceIn(first, inFirst, inFirst).offset;
    if (part.length == 0) {
        return {.offset = begin, .length = 0};
    }
    const auto& last = m_pieces[pieceAt(part.end() - 1)];
    const std::size_t inLast = part.end() - 1 - last.made;
    const auto end = sourceIn(last, inLast, inLast).end();
    // An attachment may stand before the text it is appended to, so that the end can lie before the begin.
    return {.offset = begin, .length = end > begin ? end - begin : 0};
}

void SourceMap::addPart(const Piece& piece, std::size_t begin, std::size_t length, std::size_t made)
{
    const std::size_t end = begin + length;
    if (piece.step.made > 1) { // a piece may only start with a whole step
        for (; begin < end && begin % piece.step.made != 0; ++begin, ++made) {
            add(made, sourceIn(piece, begin, begin), kWhole);
        }
    }
    if (begin < end) {
        add(made, sourceIn(piece, begin, end - 1), piece.step);
    }
}

void SourceMap::addThrough(const SourceMap& inner, SourceSpan part, std::size_t made, std::size_t& hint)
{
    if (part.length == 0) {
        return;
    }
    if (inner.isIdentity()) {
        add(made, part, kVerbatim);
        return;
    }
    if (hint >= inner.m_pieces.size() || inner.m_pieces[hint].made > part.offset) {
        hint = inner.pieceAt(part.offset);
    }
    std::size_t pos = part.offset;
    while (pos < part.end()) {
        while (hint + 1 < inner.m_pieces.size() && inner.m_pieces[hint + 1].made <= pos) {
            ++hint;
        }
        const auto& piece = inner.m_pieces[hint];
        const std::size_t end = hint + 1 < inner.m_pieces.size()
            ? std::min<std::size_t>(inner.m_pieces[hint + 1].made, part.end())
            : part.end();
        addPart(piece, pos - piece.made, end - pos, made + (pos - part.offset));
        pos = end;
    }
}

SourceMap SourceMap::through(const SourceMap& inner, std::size_t size) const
{
    if (inner.isIdentity()) {
        return *this;
    }
    if (isIdentity()) {
        return inner;
    }
    SourceMap out;
    std::size_t hint = 0;
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        const auto& piece = m_pieces[i];
        const std::size_t end = i + 1 < m_pieces.size() ? m_pieces[i + 1].made : size;
        if (end <= piece.made) {
            continue;
        }
        if (piece.step == kVerbatim) {
            out.addThrough(inner, {.offset = piece.source, .length = end - piece.made}, piece.made, hint);
            continue;
        }
        const std::size_t step = std::max<std::size_t>(piece.step.made, 1);
        for (std::size_t made = piece.made; made < end; made += piece.step.made == 0 ? end - piece.made : step) {
            const std::size_t last = piece.step.made == 0 ? made : std::min(made + step, end) - 1;
            out.add(made, inner.source(sourceIn(piece, made - piece.made, last - piece.made)), kWhole);
        }
    }
    return out;
}

}
