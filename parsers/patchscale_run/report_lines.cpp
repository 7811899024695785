// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/patchscale_run/report_lines.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace patchscale::native {
namespace {

/// How long an escape is in the document, and the bytes that it means.
struct Escape
{
    std::size_t written = 2;
    std::size_t meant = 1;
};

unsigned unitAt(std::string_view digits)
{
    unsigned unit = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
    return unit;
}

/// The escape that @p rest begins with, as core/base/json_tree.h reads it.
Escape escapeAt(std::string_view rest)
{
    constexpr std::size_t kWritten = 6; // \uXXXX
    if (rest.size() < kWritten || rest[1] != 'u') {
        return {};
    }
    const auto unit = unitAt(rest.substr(2, 4));
    if (unit >= 0xD800U && unit < 0xDC00U && rest.substr(kWritten, 2) == "\\u") {
        const auto low = unitAt(rest.substr(kWritten + 2, 4));
        const bool isPair = low >= 0xDC00U && low < 0xE000U;
        return {.written = 2 * kWritten, .meant = isPair ? 4U : 3U}; // what is no pair becomes one U+FFFD
    }
    return {.written = kWritten, .meant = unit < 0x80U ? 1U : unit < 0x800U ? 2U : 3U};
}

}

ReportLines::ReportLines(const JsonValue& lines, std::string_view document)
    : m_document(document)
{
    add(lines);
}

void ReportLines::append(const JsonValue& lines)
{
    m_text += '\n';
    add(lines);
}

void ReportLines::add(const JsonValue& lines)
{
    for (const auto& line : lines.children) {
        if (line.kind == JsonValue::Kind::String) {
            m_lines.push_back({.begin = m_text.size(), .source = line.span.offset + 1});
            m_text += line.text;
            m_text += '\n';
        }
    }
}

SourceSpan ReportLines::source(SourceSpan span) const
{
    const auto begin = sourceOf(span.offset);
    const auto end = sourceOf(span.end());
    return {.offset = begin, .length = end - begin};
}

std::size_t ReportLines::sourceOf(std::size_t offset) const
{
    const auto behind = std::ranges::upper_bound(m_lines, offset, {}, &Line::begin);
    if (behind == m_lines.begin()) {
        return 0;
    }
    const auto& line = *std::prev(behind);
    auto at = line.source;
    for (auto left = offset - line.begin; left > 0 && at < m_document.size() && m_document[at] != '"';) {
        const auto escape =
            m_document[at] == '\\' ? escapeAt(m_document.substr(at)) : Escape {.written = 1, .meant = 1};
        if (escape.meant > left) {
            break; // within what one escape means
        }
        left -= escape.meant;
        at += escape.written;
    }
    return std::min(at, m_document.size());
}

}
