// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/source/source_text.h"

#include <QUtf8StringView>

#include <algorithm>

namespace patchscale {

namespace {

std::size_t sequenceLength(unsigned char lead)
{
    return lead < 0x80 ? 1 : (lead >> 5U) == 0x6 ? 2 : (lead >> 4U) == 0xE ? 3 : (lead >> 3U) == 0x1E ? 4 : 1;
}

/// The length of the valid UTF-8 sequence that @p bytes begins with, or 0.
std::size_t validSequence(std::string_view bytes)
{
    const std::size_t length = sequenceLength(static_cast<unsigned char>(bytes.front()));
    if (length > bytes.size() || !QUtf8StringView(bytes.data(), static_cast<qsizetype>(length)).isValidUtf8()) {
        return 0;
    }
    return length;
}

/// A text document cuts lines at more than line feeds, and shows some characters as nothing.
QChar shown(QChar c)
{
    const char16_t code = c.unicode();
    if (code == u'\t') {
        return c;
    }
    const bool isBreak = code == 0x2028 || code == 0x2029 || code == 0xFDD0 || code == 0xFDD1 || code == 0x85;
    return code < 0x20 ? QChar(static_cast<char16_t>(0x2400 + code)) : isBreak ? QChar(u' ') : c;
}

/// One line, or the beginning of one, without its line feed.
QString decodeLine(std::string_view bytes)
{
    QString text;
    if (QUtf8StringView(bytes.data(), static_cast<qsizetype>(bytes.size())).isValidUtf8()) {
        text = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
    } else {
        for (std::size_t i = 0; i < bytes.size();) {
            const std::size_t length = validSequence(bytes.substr(i));
            if (length > 0) {
                text += QString::fromUtf8(bytes.data() + i, static_cast<qsizetype>(length));
                i += length;
            } else {
                text += QLatin1Char(bytes[i]);
                ++i;
            }
        }
    }
    std::ranges::transform(text, text.begin(), shown);
    return text;
}

std::string_view withoutCarriageReturn(std::string_view line)
{
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

}

SourceText::SourceText(std::string_view bytes)
    : m_bytes(bytes)
{
    std::size_t start = 0;
    while (start <= bytes.size()) {
        const std::size_t end = std::min(bytes.find('\n', start), bytes.size());
        if (start > 0) {
            m_text += u'\n';
        }
        m_lineOffsets.push_back(start);
        m_linePositions.push_back(m_text.size());
        m_text += decodeLine(withoutCarriageReturn(bytes.substr(start, end - start)));
        start = end + 1;
    }
}

std::size_t SourceText::lineAt(std::size_t offset) const
{
    const auto next = std::ranges::upper_bound(m_lineOffsets, offset);
    return static_cast<std::size_t>(next - m_lineOffsets.begin()) - 1;
}

int SourceText::line(std::size_t offset) const
{
    return m_lineOffsets.empty() ? 1 : static_cast<int>(lineAt(offset)) + 1;
}

qsizetype SourceText::position(std::size_t offset) const
{
    if (m_lineOffsets.empty()) {
        return 0;
    }
    const std::size_t line = lineAt(std::min(offset, m_bytes.size()));
    const std::size_t start = m_lineOffsets[line];
    const std::string_view before = m_bytes.substr(start, std::min(offset, m_bytes.size()) - start);
    const qsizetype lineEnd =
        line + 1 < m_linePositions.size() ? m_linePositions[line + 1] - 1 : static_cast<qsizetype>(m_text.size());
    return std::min(m_linePositions[line] + decodeLine(before).size(), lineEnd);
}

std::size_t SourceText::offset(qsizetype position) const
{
    if (m_linePositions.empty()) {
        return 0;
    }
    const auto next = std::ranges::upper_bound(m_linePositions, std::max<qsizetype>(position, 0));
    const auto line = static_cast<std::size_t>(next - m_linePositions.begin()) - 1;
    qsizetype left = position - m_linePositions[line];
    std::size_t at = m_lineOffsets[line];
    while (left > 0 && at < m_bytes.size() && m_bytes[at] != '\n') {
        const std::size_t length = std::max<std::size_t>(validSequence(m_bytes.substr(at)), 1);
        left -= length == 4 ? 2 : 1;
        at += length;
    }
    return at;
}

}
