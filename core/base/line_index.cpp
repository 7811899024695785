// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/line_index.h"

#include <algorithm>

namespace patchscale {
namespace {

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
        if (pos + 1 < bytes.size()) {
            m_starts.push_back(pos + 1);
        }
    }
}

SourcePlace LineIndex::place(SourceSpan span) const
{
    const auto after = std::ranges::upper_bound(m_starts, span.offset);
    const auto start = *(after - 1);
    return {.line = static_cast<std::size_t>(after - m_starts.begin()),
            .column = codePoints(m_bytes.substr(start, span.offset - start)) + 1,
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
