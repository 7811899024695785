// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace patchscale::cli {

/// When to colour: Auto colours on a terminal, unless NO_COLOR is set or the terminal is dumb.
enum class ColorMode : std::uint8_t { Auto, Always, Never };

/// What a colour means; it only repeats what a word or a sign says.
enum class Ink : std::uint8_t { Plain, Strong, Faint, Worse, Better, Alarm };

/// Standard output. Collects text and writes it in large pieces; a reader that went away (a closed pipe) is no error.
class Output
{
public:
    Output();

    void setColorMode(ColorMode mode);
    /// Whether signs such as ▲ and ▼ may be used: on a terminal that is set to UTF-8.
    [[nodiscard]] bool hasSigns() const
    {
        return m_hasSigns;
    }
    /// Columns of the terminal; without one, so many that nothing needs to be wrapped.
    [[nodiscard]] std::size_t width() const
    {
        return m_width;
    }

    /// Adds text of our own, as it is.
    void write(std::string_view text);
    /// Text within colour codes, if there is colour. @p text must be printable(), or ours.
    [[nodiscard]] std::string paint(Ink ink, std::string_view text) const;
    /// The text that is collected, for writers that append by themselves.
    [[nodiscard]] std::string& buffer()
    {
        return m_buffer;
    }
    /// Writes what is collected once there is much of it.
    void flushIfLarge();
    void flush();
    /// Forgets the text that is collected.
    void discard()
    {
        m_buffer.clear();
    }
    /// The errno of the first write that did not work, or 0. A closed pipe does not count.
    [[nodiscard]] int failure() const
    {
        return m_failure;
    }

private:
    std::string m_buffer;
    bool m_isTerminal = false;
    bool m_hasSigns = false;
    std::size_t m_width = std::numeric_limits<std::size_t>::max();
    bool m_hasColor = false;
    bool m_isClosed = false;
    int m_failure = 0;
};

/// @p text without what a terminal would act on: control characters (but not line ends and tabs), C1 controls and
/// marks that turn the direction of writing become "?", and what is not valid UTF-8 becomes U+FFFD.
std::string printable(std::string_view text);

/// printable() in one line: line ends and tabs become blanks.
std::string printableLine(std::string_view text);

}
