// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>

namespace patchscale {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

bool isContinuation(std::string_view bytes, std::size_t at)
{
    return at < bytes.size() && (static_cast<unsigned char>(bytes[at]) & 0xC0U) == 0x80U;
}

/// Length of the valid UTF-8 sequence at @p at (RFC 3629: no overlong forms, no surrogates), or 0.
std::size_t sequenceLength(std::string_view bytes, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(bytes[at]);
    const auto second = at + 1 < bytes.size() ? static_cast<unsigned char>(bytes[at + 1]) : 0U;
    if (lead < 0x80U) {
        return 1;
    }
    if (lead < 0xC2U || lead > 0xF4U || !isContinuation(bytes, at + 1)) {
        return 0;
    }
    if (lead < 0xE0U) {
        return 2;
    }
    const bool isOverlong = (lead == 0xE0U && second < 0xA0U) || (lead == 0xF0U && second < 0x90U);
    const bool isOutside = (lead == 0xEDU && second >= 0xA0U) || (lead == 0xF4U && second >= 0x90U);
    if (isOverlong || isOutside || !isContinuation(bytes, at + 2)) {
        return 0;
    }
    if (lead < 0xF0U) {
        return 3;
    }
    return isContinuation(bytes, at + 3) ? 4 : 0;
}

bool isPlain(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20U && byte < 0x7FU && c != '"' && c != '\\';
}

}

void JsonWriter::beginObject(Layout layout)
{
    begin('{', layout);
}

void JsonWriter::endObject()
{
    end('}');
}

void JsonWriter::beginArray(Layout layout)
{
    begin('[', layout);
}

void JsonWriter::endArray()
{
    end(']');
}

void JsonWriter::begin(char bracket, Layout layout)
{
    separate();
    m_out += bracket;
    const bool isInline = !m_levels.empty() && m_levels.back().layout == Layout::Inline;
    m_levels.push_back({.layout = isInline ? Layout::Inline : layout});
}

void JsonWriter::end(char bracket)
{
    const auto level = m_levels.back();
    m_levels.pop_back();
    if (level.layout == Layout::Lines && !level.isEmpty) {
        m_out += '\n';
        m_out.append(2 * m_levels.size(), ' ');
    }
    m_out += bracket;
}

void JsonWriter::separate()
{
    if (m_isAfterKey) {
        m_isAfterKey = false;
        return;
    }
    if (m_levels.empty()) {
        return;
    }
    auto& level = m_levels.back();
    if (!level.isEmpty) {
        m_out += ',';
    }
    if (level.layout == Layout::Lines) {
        m_out += '\n';
        m_out.append(2 * m_levels.size(), ' ');
    } else if (!level.isEmpty) {
        m_out += ' ';
    }
    level.isEmpty = false;
}

void JsonWriter::key(std::string_view name)
{
    separate();
    string(name);
    m_out += ": ";
    m_isAfterKey = true;
}

void JsonWriter::value(std::string_view text)
{
    separate();
    string(text);
}

void JsonWriter::value(double number)
{
    if (!std::isfinite(number)) {
        null();
        return;
    }
    separate();
    std::array<char, 32> buffer {};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    const std::string_view text(buffer.data(), result.ptr);
    m_out += text;
    if (text.find_first_of(".e") == std::string_view::npos) {
        m_out += ".0";
    }
}

void JsonWriter::value(bool isTrue)
{
    separate();
    m_out += isTrue ? "true" : "false";
}

void JsonWriter::integer(std::int64_t number)
{
    separate();
    std::array<char, 24> buffer {};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    m_out.append(buffer.data(), result.ptr);
}

void JsonWriter::raw(std::string_view json)
{
    separate();
    m_out += json;
}

void JsonWriter::null()
{
    separate();
    m_out += "null";
}

void JsonWriter::toldText(std::string_view text)
{
    if (text.empty()) {
        null();
    } else {
        value(text);
    }
}

void JsonWriter::string(std::string_view text)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    m_out += '"';
    for (std::size_t i = 0; i < text.size();) {
        std::size_t plain = i;
        while (plain < text.size() && isPlain(text[plain])) {
            ++plain;
        }
        m_out += text.substr(i, plain - i);
        i = plain;
        if (i == text.size()) {
            break;
        }
        const char c = text[i];
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            m_out += '\\';
            m_out += c;
            ++i;
        } else if (c == '\n' || c == '\t') {
            m_out += c == '\n' ? "\\n" : "\\t";
            ++i;
        } else if (byte < 0x20U || byte == 0x7FU) {
            m_out += "\\u00";
            m_out += kDigits[byte >> 4U];
            m_out += kDigits[byte & 0xFU];
            ++i;
        } else if (const auto length = sequenceLength(text, i); length > 0) {
            m_out += text.substr(i, length);
            i += length;
        } else {
            m_out += kReplacement;
            ++i;
        }
    }
    m_out += '"';
}

}
