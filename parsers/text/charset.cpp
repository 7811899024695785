// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/charset.h"

#include "core/base/utf8.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace patchscale {
namespace {

constexpr auto kReplacement = "\uFFFD";

unsigned char byteAt(std::string_view bytes, std::size_t pos)
{
    return static_cast<unsigned char>(bytes[pos]);
}

/// Length of the ASCII at the start of @p bytes.
std::size_t asciiLength(std::string_view bytes)
{
    std::size_t pos = 0;
    for (; pos + 8 <= bytes.size(); pos += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + pos, sizeof word);
        if ((word & 0x8080808080808080U) != 0) {
            break;
        }
    }
    while (pos < bytes.size() && byteAt(bytes, pos) < 0x80) {
        ++pos;
    }
    return pos;
}

/// Windows-1252, 0x80 to 0x9F; the five undefined bytes stay C1 controls as browsers have them.
constexpr std::array<char32_t, 32> kWindows1252 {0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
                                                 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

char32_t windows1252(unsigned char byte)
{
    return byte >= 0x80 && byte < 0xA0 ? kWindows1252[byte - 0x80U] : byte;
}

std::string lower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

/// An iconv descriptor that closes itself.
class Converter
{
public:
    explicit Converter(const std::string& from)
        : m_handle(iconv_open("UTF-8", from.c_str()))
    {
    }
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;
    ~Converter()
    {
        if (isOpen()) {
            iconv_close(m_handle);
        }
    }

    [[nodiscard]] bool isOpen() const
    {
        return m_handle != reinterpret_cast<iconv_t>(-1); // NOLINT(performance-no-int-to-ptr): iconv's own error value
    }

    /// Converts the shortest start of @p bytes that gives a character; @p used says how long it is. Empty with
    /// `used` 0 if there is none.
    std::string_view next(std::string_view bytes, std::size_t& used)
    {
        for (std::size_t length = 1; length <= std::min<std::size_t>(bytes.size(), 8); ++length) {
            char* in = const_cast<char*>(bytes.data()); // NOLINT: iconv does not write to its input
            std::size_t inLeft = length;
            char* out = m_buffer.data();
            std::size_t outLeft = m_buffer.size();
            const auto result = iconv(m_handle, &in, &inLeft, &out, &outLeft);
            used = length - inLeft;
            const auto made = m_buffer.size() - outLeft;
            if (result == static_cast<std::size_t>(-1) && errno == EILSEQ) {
                break;
            }
            if (used > 0) { // also an escape sequence that only changes the state
                return {m_buffer.data(), made};
            }
        }
        used = 0;
        return {};
    }

private:
    iconv_t m_handle;
    std::array<char, 64> m_buffer {};
};

/// Charsets whose bytes below 0x80 are ASCII wherever they stand at the start of a character.
bool keepsAscii(std::string_view name)
{
    return !name.starts_with("utf-16") && !name.starts_with("utf-32") && !name.starts_with("utf-7")
        && !name.starts_with("utf16") && !name.starts_with("utf32") && !name.starts_with("iso-2022")
        && !name.starts_with("ucs-") && !name.starts_with("hz") && !name.contains("ebcdic");
}

}

std::size_t utf8Length(std::string_view bytes)
{
    if (bytes.empty()) {
        return 0;
    }
    const unsigned lead = byteAt(bytes, 0);
    if (lead < 0x80) {
        return 1;
    }
    const std::size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || bytes.size() < length) {
        return 0;
    }
    const unsigned second = byteAt(bytes, 1);
    const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < low || second > high) {
        return 0;
    }
    for (std::size_t i = 2; i < length; ++i) {
        if ((byteAt(bytes, i) & 0xC0U) != 0x80) {
            return 0;
        }
    }
    return length;
}

bool isUtf8(std::string_view bytes)
{
    while (true) {
        bytes.remove_prefix(asciiLength(bytes));
        if (bytes.empty()) {
            return true;
        }
        const auto length = utf8Length(bytes);
        if (length == 0) {
            return false;
        }
        bytes.remove_prefix(length);
    }
}

bool isUtf8Name(std::string_view name)
{
    const auto folded = lower(name);
    return folded.empty() || folded == "utf-8" || folded == "utf8" || folded == "us-ascii" || folded == "ascii"
        || folded == "unknown-8bit" || folded == "x-unknown" || folded == "y" || folded == "default";
}

std::optional<MadeText> fromCharset(std::string_view bytes, const std::string& name, const Job& job)
{
    const auto folded = lower(name);
    // What is sent as one of these is in practice its superset.
    const std::string actual = folded == "iso-8859-1" || folded == "latin1" ? "cp1252"
        : folded == "gb2312" || folded == "gbk"                             ? "gb18030"
                                                                            : folded;
    Converter converter(actual);
    if (actual.contains('/') || !converter.isOpen()) { // "//IGNORE" is iconv's, not a charset's
        return std::nullopt;
    }
    const bool hasAscii = keepsAscii(actual);
    MadeText made;
    made.text.reserve(bytes.size() + bytes.size() / 4);
    std::size_t sinceCheck = 0;
    for (std::size_t pos = 0; pos < bytes.size();) {
        const auto ascii = hasAscii ? asciiLength(bytes.substr(pos)) : 0;
        if (ascii > 0) {
            made.map.add(made.text.size(), {.offset = pos, .length = ascii}, SourceMap::kVerbatim);
            made.text.append(bytes, pos, ascii);
            pos += ascii;
            continue;
        }
        if (++sinceCheck % 4096 == 0 && job.isCancelled()) {
            return made;
        }
        std::size_t used = 0;
        auto character = converter.next(bytes.substr(pos), used);
        if (used == 0) {
            used = 1;
            character = kReplacement;
        }
        if (!character.empty()) {
            const bool isByte = character.size() == 1 && used == 1;
            const SourceMap::Step step {.made = static_cast<std::uint8_t>(character.size()),
                                        .source = static_cast<std::uint8_t>(used)};
            const bool isProportional = step != SourceMap::kBase64; // four bytes of GB18030 are no base64
            made.map.add(made.text.size(), {.offset = pos, .length = used},
                         isByte               ? SourceMap::kVerbatim
                             : isProportional ? step
                                              : SourceMap::kWhole);
            made.text += character;
        }
        pos += used;
    }
    return made;
}

MadeText fromBrokenUtf8(std::string_view bytes)
{
    MadeText made;
    made.text.reserve(bytes.size() + bytes.size() / 8);
    for (std::size_t pos = 0; pos < bytes.size();) {
        auto length = asciiLength(bytes.substr(pos));
        if (length == 0) {
            length = utf8Length(bytes.substr(pos));
        }
        if (length > 0) {
            made.map.add(made.text.size(), {.offset = pos, .length = length}, SourceMap::kVerbatim);
            made.text.append(bytes, pos, length);
            pos += length;
            continue;
        }
        made.map.add(made.text.size(), {.offset = pos, .length = 1}, SourceMap::kWhole);
        appendUtf8(made.text, windows1252(byteAt(bytes, pos)));
        ++pos;
    }
    return made;
}

bool looksLikeGbk(std::string_view bytes)
{
    std::size_t pairs = 0;
    std::size_t common = 0; // in the rows of everyday Chinese and its punctuation
    for (std::size_t pos = 0; pos < bytes.size();) {
        const unsigned lead = byteAt(bytes, pos);
        if (lead < 0x80) {
            ++pos;
            continue;
        }
        if (lead == 0x80 || lead == 0xFF || pos + 1 >= bytes.size()) {
            return false;
        }
        const unsigned trail = byteAt(bytes, pos + 1);
        if (trail < 0x40 || trail == 0x7F || trail == 0xFF) {
            return false;
        }
        ++pairs;
        common += trail >= 0xA1 && ((lead >= 0xB0 && lead <= 0xD7) || (lead >= 0xA1 && lead <= 0xA3)) ? 1 : 0;
        pos += 2;
    }
    return pairs >= 2 && common * 5 >= pairs * 4;
}

}
