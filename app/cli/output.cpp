// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include <array>
#include <cerrno>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace patchscale::cli {
namespace {

constexpr std::size_t kFlushBytes = std::size_t {1} << 16;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

bool isSet(const char* name)
{
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0';
}

bool isDumb()
{
    const char* const term = std::getenv("TERM");
    return term != nullptr && std::string_view(term) == "dumb";
}

/// What setlocale() would find, without the work of it.
bool isUtf8()
{
    for (const auto* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        if (isSet(name)) {
            const std::string_view locale = std::getenv(name);
            return locale.contains("UTF-8") || locale.contains("utf8") || locale.contains("UTF8");
        }
    }
    return false;
}

struct CodePoint
{
    std::uint32_t value = 0;
    std::size_t length = 0; ///< 0: not valid UTF-8
};

CodePoint decode(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80U) {
        return {.value = lead, .length = 1};
    }
    const std::size_t length = lead < 0xC2U ? 0 : lead < 0xE0U ? 2 : lead < 0xF0U ? 3 : lead < 0xF5U ? 4 : 0;
    if (length == 0 || length > text.size()) {
        return {};
    }
    std::uint32_t value = lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) {
            return {};
        }
        value = value << 6U | (byte(i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> kSmallest {0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = value >= 0xD800U && value <= 0xDFFFU;
    if (value < kSmallest[length] || isSurrogate || value > 0x10FFFFU) {
        return {};
    }
    return {.value = value, .length = length};
}

/// What a terminal acts on instead of showing it.
bool isActive(std::uint32_t code)
{
    const bool isControl = (code < 0x20U && code != '\n' && code != '\t') || (code >= 0x7FU && code < 0xA0U);
    const bool isDirection = (code >= 0x202AU && code <= 0x202EU) || (code >= 0x2066U && code <= 0x2069U)
        || code == 0x200EU || code == 0x200FU;
    return isControl || isDirection;
}

std::string_view codeOf(Ink ink)
{
    switch (ink) {
    case Ink::Strong:
        return "\x1b[1m";
    case Ink::Faint:
        return "\x1b[2m";
    case Ink::Worse:
        return "\x1b[33m";
    case Ink::Better:
        return "\x1b[36m";
    case Ink::Alarm:
        return "\x1b[1;31m";
    case Ink::Plain:
        break;
    }
    return {};
}

}

Output::Output()
    : m_isTerminal(::isatty(STDOUT_FILENO) == 1)
    , m_hasSigns(m_isTerminal && isUtf8())
{
    setColorMode(ColorMode::Auto);
    winsize size {};
    if (m_isTerminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        m_width = size.ws_col;
    }
}

void Output::setColorMode(ColorMode mode)
{
    const bool isWanted = m_isTerminal && !isSet("NO_COLOR") && !isDumb();
    m_hasColor = mode == ColorMode::Always || (mode == ColorMode::Auto && isWanted);
}

void Output::write(std::string_view text)
{
    m_buffer += text;
}

std::string Output::paint(Ink ink, std::string_view text) const
{
    const auto code = m_hasColor ? codeOf(ink) : std::string_view();
    std::string out(code);
    out += text;
    if (!code.empty()) {
        out += "\x1b[0m";
    }
    return out;
}

void Output::flushIfLarge()
{
    if (m_buffer.size() >= kFlushBytes) {
        flush();
    }
}

void Output::flush()
{
    std::string_view rest = m_buffer;
    while (!rest.empty() && !m_isClosed && m_failure == 0) {
        const auto written = ::write(STDOUT_FILENO, rest.data(), rest.size());
        if (written >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EPIPE) {
            m_isClosed = true;
        } else if (errno != EINTR) {
            m_failure = errno;
        }
    }
    m_buffer.clear();
}

std::string printable(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto code = decode(text);
        if (code.length == 0) {
            out += kReplacement;
            text.remove_prefix(1);
            continue;
        }
        if (isActive(code.value)) {
            out += '?';
        } else {
            out += text.substr(0, code.length);
        }
        text.remove_prefix(code.length);
    }
    return out;
}

std::string printableLine(std::string_view text)
{
    auto out = printable(text);
    for (auto& c : out) {
        if (c == '\n' || c == '\t') {
            c = ' ';
        }
    }
    return out;
}

}
