// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// Appends JSON to a string, piece by piece, so that a document of a million results needs no tree in memory.
/// Doubles are the shortest text that reads back to the same value and always look like one (37365.0); NaN and
/// infinity become null. What is not valid UTF-8 is replaced by U+FFFD.
class JsonWriter
{
public:
    /// Lines: an entry a line, indented by two. Inline: all in the line it begins in, its children too.
    enum class Layout : std::uint8_t { Lines, Inline };

    explicit JsonWriter(std::string& out)
        : m_out(out)
    {
    }

    void beginObject(Layout layout = Layout::Lines);
    void endObject();
    void beginArray(Layout layout = Layout::Lines);
    void endArray();
    void key(std::string_view name);

    void value(std::string_view text);
    void value(const char* text)
    {
        value(std::string_view(text));
    }
    void value(double number);
    void value(bool isTrue);
    template<std::integral T>
    void value(T number)
    {
        integer(static_cast<std::int64_t>(number));
    }
    void null();
    /// A value that is JSON already, byte for byte.
    void raw(std::string_view json);
    /// The value, or null without one.
    template<class T>
    void value(const std::optional<T>& number)
    {
        if (number) {
            value(*number);
        } else {
            null();
        }
    }
    /// The text, or null when it is empty: the document does not tell.
    void toldText(std::string_view text);

    /// key() and value() in one.
    template<class T>
    void entry(std::string_view name, const T& content)
    {
        key(name);
        value(content);
    }

    /// The entry @p name with an array of @p values.
    template<class Range>
    void list(std::string_view name, const Range& values, Layout layout = Layout::Lines)
    {
        list(name, values, [this](const auto& item) { this->value(item); }, layout);
    }
    /// The entry @p name with an array whose elements @p write writes, one for each of @p items.
    template<class Range, class Write>
        requires std::invocable<Write&, const std::ranges::range_value_t<Range>&>
    void list(std::string_view name, const Range& items, Write write, Layout layout = Layout::Lines)
    {
        key(name);
        beginArray(layout);
        for (const auto& item : items) {
            write(item);
        }
        endArray();
    }

private:
    struct Level
    {
        Layout layout = Layout::Lines;
        bool isEmpty = true;
    };

    void integer(std::int64_t number);
    void begin(char bracket, Layout layout);
    void end(char bracket);
    void separate();
    void string(std::string_view text);

    std::string& m_out;
    std::vector<Level> m_levels;
    bool m_isAfterKey = false;
};

}
