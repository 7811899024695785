// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/text.h"

#include <algorithm>

namespace patchscale {

Text::Text(std::string clean, std::vector<Line> lines, SourceMap map, std::string title)
    : m_clean(std::move(clean))
    , m_lines(std::move(lines))
    , m_map(std::move(map))
    , m_title(std::move(title))
{
}

std::size_t Text::lineAt(std::size_t offset) const
{
    const auto after = std::ranges::upper_bound(m_lines, offset, {}, &Line::begin);
    return after == m_lines.begin() ? 0 : static_cast<std::size_t>(after - m_lines.begin()) - 1;
}

std::size_t visualColumn(std::string_view line, std::size_t offset)
{
    std::size_t column = 0;
    for (std::size_t i = 0; i < offset && i < line.size(); ++i) {
        const auto byte = static_cast<unsigned char>(line[i]);
        if (byte == '\t') {
            column = (column / 8 + 1) * 8;
        } else if ((byte & 0xC0U) != 0x80U) {
            column += byte >= 0xE3U && byte <= 0xEDU ? 2 : 1; // CJK, kana, Hangul: two cells each
        }
    }
    return column;
}

}
