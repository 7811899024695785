// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/line_index.h"

#include <algorithm>

namespace patchscale {
namespace {

constexpr std::size_t kMarkEveryBytes = 512;

/// Length of the valid UTF-8 sequence at the start of @p bytes, or 1.
std::size_t codePointLength(std::string_view bytes)
{
    const auto lead = static_cast<unsigned char>(bytes.front());
    const std::size_t length = lead < 0xC2U ? 1 : lead < 0xE0U ? 2 : lead < 0xF0U ? 3 : lead < 0xF5U ? 4 : 1;
    if (length > bytes.size()) {
        return 1;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(bytes[i]) & 0xC0U) != 0x80U) {
            return 1;
        }
    }
    return length;
}

std::size_t codePoints(std::string_view bytes)
{
    std::size_t count = 0;
    while (!bytes.empty()) {
        bytes.remove_prefix(codePointLength(bytes));
        ++count;
    }
    return count;
}

}

LineIndex::LineIndex(std::string_view bytes)
    : m_bytes(bytes)
    , m_starts {0}
{
    for (std::size_t pos = bytes.find('\n'); pos != std::string_view::npos; pos = bytes.find('\n', pos + 1)) {
        if (pos - m_starts.back() > kMarkEveryBytes) {
            markLongLine(m_starts.back(), pos);
        }
        if (pos + 1 < bytes.size()) {
            m_starts.push_back(pos + 1);
        }
    }
    if (!bytes.ends_with('\n') && bytes.size() - m_starts.back() > kMarkEveryBytes) {
        markLongLine(m_starts.back(), bytes.size());
    }
}

void LineIndex::markLongLine(std::size_t begin, std::size_t end)
{
    std::size_t column = 0;
    std::size_t next = begin + kMarkEveryBytes;
    for (std::size_t pos = begin; pos < end; ++column) {
        if (pos >= next) {
            m_marks.push_back({.offset = pos, .column = column});
            next = pos + kMarkEveryBytes;
        }
        pos += codePointLength(m_bytes.substr(pos, end - pos));
    }
}

SourcePlace LineIndex::place(SourceSpan span) const
{
    const auto after = std::ranges::upper_bound(m_starts, span.offset);
    auto start = *(after - 1);
    std::size_t column = 1;
    const auto mark = std::ranges::upper_bound(m_marks, span.offset, {}, &Mark::offset);
    if (mark != m_marks.begin() && (mark - 1)->offset > start) {
        start = (mark - 1)->offset;
        column += (mark - 1)->column;
    }
    return {.line = static_cast<std::size_t>(after - m_starts.begin()),
            .column = column + codePoints(m_bytes.substr(start, span.offset - start)),
            .length = codePoints(m_bytes.substr(span.offset, span.length))};
}

std::string_view LineIndex::line(std::size_t line) const
{
    const auto start = m_starts[line - 1];
    auto text = m_bytes.substr(start, m_bytes.find('\n', start) - start);
    if (text.ends_with('\r')) {
        text.remove_suffix(1);
    }
    return text;
}

}
