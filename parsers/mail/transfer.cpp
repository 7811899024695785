// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mail/transfer.h"

#include <array>
#include <cstdint>

namespace patchscale {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr SourceMap::Step kQuotedByte {.made = 1, .source = 3};

int hexValue(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/// Decodes from @p pos to @p end of @p bytes; offsets stay those of @p bytes.
MadeText decodeQuotedPrintable(std::string_view bytes, std::size_t pos, std::size_t end)
{
    MadeText made;
    made.text.reserve(end - pos);
    const auto copy = [&](std::size_t to) {
        if (to > pos) {
            made.map.add(made.text.size(), {.offset = pos, .length = to - pos}, SourceMap::kVerbatim);
            made.text.append(bytes, pos, to - pos);
        }
        pos = to;
    };
    while (pos < end) {
        const auto sign = bytes.substr(0, end).find('=', pos);
        if (sign == npos) {
            copy(end);
            break;
        }
        copy(sign);
        // A soft break: blanks behind the sign were added in transport.
        auto next = bytes.substr(0, end).find_first_not_of(" \t", sign + 1);
        if (next == npos) {
            pos = end;
            break;
        }
        if (bytes[next] == '\n' || bytes.substr(next, 2) == "\r\n") {
            pos = next + (bytes[next] == '\n' ? 1 : 2);
            continue;
        }
        const int high = sign + 2 < end ? hexValue(bytes[sign + 1]) : -1;
        const int low = sign + 2 < end ? hexValue(bytes[sign + 2]) : -1;
        if (high < 0 || low < 0) {
            copy(sign + 1);
            continue;
        }
        made.map.add(made.text.size(), {.offset = sign, .length = 3}, kQuotedByte);
        made.text.push_back(static_cast<char>(high * 16 + low));
        pos = sign + 3;
    }
    return made;
}

constexpr std::uint8_t kPad = 64;
constexpr std::uint8_t kSpace = 65;
constexpr std::uint8_t kOther = 66;

constexpr std::array<std::uint8_t, 256> kSextets = [] {
    std::array<std::uint8_t, 256> table {};
    table.fill(kOther);
    constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
        table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    }
    table['='] = kPad;
    for (const char c : {' ', '\t', '\r', '\n'}) {
        table[static_cast<unsigned char>(c)] = kSpace;
    }
    return table;
}();

class Base64Decoder
{
public:
    explicit Base64Decoder(std::size_t expected)
    {
        m_made.text.reserve(expected);
    }

    void put(std::uint8_t sextet, std::size_t offset)
    {
        m_bits = m_bits << 6U | sextet;
        m_offsets[m_count++] = offset;
        if (m_count == 4) {
            flush();
        }
    }

    /// What is left over of the last group of four.
    MadeText finish()
    {
        if (m_count >= 2) {
            const auto have = m_count;
            m_bits <<= 6U * (4 - have);
            flush();
        }
        return std::move(m_made);
    }

private:
    void flush()
    {
        const bool isContiguous = m_count == 4 && m_offsets[3] == m_offsets[0] + 3;
        const SourceSpan source {.offset = m_offsets[0], .length = m_offsets[m_count - 1] - m_offsets[0] + 1};
        m_made.map.add(m_made.text.size(), source, isContiguous ? SourceMap::kBase64 : SourceMap::kWhole);
        for (std::size_t i = 0; i + 1 < m_count; ++i) {
            m_made.text.push_back(static_cast<char>(static_cast<unsigned char>(m_bits >> (16U - 8U * i) & 0xFFU)));
        }
        m_bits = 0;
        m_count = 0;
    }

    MadeText m_made;
    std::uint32_t m_bits = 0;
    std::size_t m_count = 0;
    std::array<std::size_t, 4> m_offsets {};
};

MadeText decodeBase64(std::string_view bytes, std::size_t pos, std::size_t end)
{
    Base64Decoder decoder((end - pos) / 4 * 3 + 3);
    while (pos < end) {
        auto lineEnd = bytes.substr(0, end).find('\n', pos);
        lineEnd = lineEnd == npos ? end : lineEnd;
        const auto sextetAt = [&](std::size_t at) { return kSextets[static_cast<unsigned char>(bytes[at])]; };
        for (std::size_t at = pos; at < lineEnd; ++at) {
            if (sextetAt(at) == kOther) {
                return decoder.finish();
            }
        }
        for (; pos < lineEnd; ++pos) {
            const auto sextet = sextetAt(pos);
            if (sextet == kPad) {
                return decoder.finish();
            }
            if (sextet < kPad) {
                decoder.put(sextet, pos);
            }
        }
        ++pos;
    }
    return decoder.finish();
}

}

MadeText decodeTransfer(std::string_view bytes, SourceSpan part, TransferEncoding encoding)
{
    switch (encoding) {
    case TransferEncoding::QuotedPrintable:
        return decodeQuotedPrintable(bytes, part.offset, part.end());
    case TransferEncoding::Base64:
        return decodeBase64(bytes, part.offset, part.end());
    case TransferEncoding::None:
        break;
    }
    MadeText made {.text = std::string(bytes.substr(part.offset, part.length)), .map = {}};
    made.map.add(0, part, SourceMap::kVerbatim);
    return made;
}

}
