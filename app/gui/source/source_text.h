// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/span.h"

#include <QString>

#include <string_view>
#include <vector>

namespace patchscale {

/// The bytes of a document as text with one character for each that a QTextDocument makes of it, and the way from byte
/// offsets to text positions and back. Keeps a view: the bytes must outlive it.
class SourceText
{
public:
    SourceText() = default;
    /// Invalid UTF-8 is shown byte by byte as ISO 8859-1, so that nothing is hidden.
    explicit SourceText(std::string_view bytes);

    [[nodiscard]] const QString& text() const
    {
        return m_text;
    }
    /// The place of byte @p offset in text().
    [[nodiscard]] qsizetype position(std::size_t offset) const;
    /// The byte at which the character at @p position begins.
    [[nodiscard]] std::size_t offset(qsizetype position) const;
    /// The line of byte @p offset, from 1.
    [[nodiscard]] int line(std::size_t offset) const;

private:
    [[nodiscard]] std::size_t lineAt(std::size_t offset) const;

    std::string_view m_bytes;
    QString m_text;
    std::vector<std::size_t> m_lineOffsets; ///< first byte of each line
    std::vector<qsizetype> m_linePositions; ///< first character of each line
};

}
