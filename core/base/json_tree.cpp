// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_tree.h"

#include "core/base/characters.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>

namespace patchscale {
namespace {

constexpr int kDeepest = 16; ///< a run document with a report of fio in it has 13 levels
constexpr int kDeepestLine = 8;

class Reader
{
public:
    /// With @p mayBeCut, a number at the end of @p text is not whole: more digits may have followed.
    Reader(std::string_view text, std::size_t begin, int deepest, bool mayBeCut)
        : m_text(text)
        , m_pos(begin)
        , m_deepest(deepest)
        , m_mayBeCut(mayBeCut)
    {
    }

    JsonTree read()
    {
        JsonTree tree;
        readValue(tree.root, 0);
        tree.end = m_pos;
        tree.fault = m_fault;
        return tree;
    }

    [[nodiscard]] bool areNumbersFinite() const
    {
        return m_areNumbersFinite;
    }

private:
    [[nodiscard]] char at() const
    {
        return m_pos < m_text.size() ? m_text[m_pos] : '\0';
    }

    bool fail()
    {
        if (!m_fault) {
            m_fault = {.what = m_pos >= m_text.size() ? "ends early" : "is no JSON", .offset = m_pos};
        }
        return false;
    }

    void skipBlanks()
    {
        m_pos = std::min(m_text.find_first_not_of(" \t\r\n", m_pos), m_text.size());
    }

    bool readValue(JsonValue& out, int depth)
    {
        skipBlanks();
        const auto begin = m_pos;
        const bool isRead = readAny(out, depth);
        out.span = {.offset = begin, .length = m_pos - begin};
        return isRead;
    }

    bool readAny(JsonValue& out, int depth)
    {
        switch (at()) {
        case '{':
            out.kind = JsonValue::Kind::Object;
            return readChildren(out, '}', depth);
        case '[':
            out.kind = JsonValue::Kind::Array;
            return readChildren(out, ']', depth);
        case '"':
            out.kind = JsonValue::Kind::String;
            return readString(out.text);
        case 't':
            out.kind = JsonValue::Kind::Bool;
            out.number = 1;
            return readWord("true");
        case 'f':
            out.kind = JsonValue::Kind::Bool;
            return readWord("false");
        case 'n':
            return readWord("null");
        default:
            out.kind = JsonValue::Kind::Number;
            return readNumber(out);
        }
    }

    bool readChildren(JsonValue& out, char close, int depth)
    {
        out.isWhole = false;
        if (depth == m_deepest) {
            return fail();
        }
        ++m_pos;
        skipBlanks();
        if (at() == close) {
            ++m_pos;
            out.isWhole = true;
            return true;
        }
        while (true) {
            auto& child = out.children.emplace_back();
            if (!readChild(child, close == '}', depth + 1)) {
                if (child.isWhole) { // a string or number that is not whole may say anything
                    out.children.pop_back();
                }
                return false;
            }
            skipBlanks();
            if (at() == close) {
                ++m_pos;
                out.isWhole = true;
                return true;
            }
            if (at() != ',') {
                return fail();
            }
            ++m_pos;
        }
    }

    bool readChild(JsonValue& child, bool hasName, int depth)
    {
        if (hasName) {
            skipBlanks();
            if (at() != '"') {
                return fail();
            }
            if (!readString(child.name)) {
                return false;
            }
            skipBlanks();
            if (at() != ':') {
                return fail();
            }
            ++m_pos;
        }
        return readValue(child, depth);
    }

    bool readWord(std::string_view word)
    {
        for (const char c : word) {
            if (at() != c) {
                return fail();
            }
            ++m_pos;
        }
        return true;
    }

    bool skipDigits()
    {
        const auto begin = m_pos;
        while (isDigit(at())) {
            ++m_pos;
        }
        return m_pos > begin;
    }

    bool readNumber(JsonValue& out)
    {
        const auto begin = m_pos;
        m_pos += at() == '-' ? 1 : 0;
        if (!skipDigits()) {
            return fail();
        }
        if (at() == '.') {
            ++m_pos;
            if (!skipDigits()) {
                return fail();
            }
        }
        if (at() == 'e' || at() == 'E') {
            ++m_pos;
            m_pos += at() == '-' || at() == '+' ? 1 : 0;
            if (!skipDigits()) {
                return fail();
            }
        }
        if (m_mayBeCut && m_pos == m_text.size()) {
            return fail();
        }
        const auto result = std::from_chars(m_text.data() + begin, m_text.data() + m_pos, out.number);
        out.isFinite = result.ec == std::errc {};
        m_areNumbersFinite = m_areNumbersFinite && out.isFinite;
        return true;
    }

    bool readString(std::string& out)
    {
        ++m_pos;
        while (true) {
            const auto end = std::min(m_text.find_first_of("\"\\\n", m_pos), m_text.size());
            out += m_text.substr(m_pos, end - m_pos);
            m_pos = end;
            if (at() == '"') {
                ++m_pos;
                return true;
            }
            if (at() != '\\' || !readEscape(out)) {
                return fail(); // a line end within a string: the document was wrapped
            }
        }
    }

    bool readEscape(std::string& out)
    {
        constexpr std::string_view kLetters = "\"\\/bfnrt";
        constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
        ++m_pos;
        if (at() == 'u') {
            ++m_pos;
            return readCodePoint(out);
        }
        const auto letter = m_pos < m_text.size() ? kLetters.find(at()) : std::string_view::npos;
        if (letter == std::string_view::npos) {
            return false;
        }
        out += kMeant[letter];
        ++m_pos;
        return true;
    }

    bool readUnit(unsigned& unit)
    {
        constexpr std::size_t kDigits = 4;
        const auto digits = m_text.substr(m_pos, kDigits);
        const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
        const auto length = static_cast<std::size_t>(result.ptr - digits.data());
        m_pos += length;
        return length == kDigits;
    }

    bool readCodePoint(std::string& out)
    {
        constexpr char32_t kReplacement = 0xFFFD;
        unsigned unit = 0;
        if (!readUnit(unit)) {
            return false;
        }
        char32_t point = unit;
        if (unit >= 0xD800U && unit < 0xDC00U && m_text.substr(m_pos, 2) == "\\u") {
            m_pos += 2;
            unsigned low = 0;
            if (!readUnit(low)) {
                return false;
            }
            const bool isPair = low >= 0xDC00U && low < 0xE000U;
            point = isPair ? 0x10000U + ((unit - 0xD800U) << 10U) + (low - 0xDC00U) : kReplacement;
        } else if (unit >= 0xD800U && unit < 0xE000U) {
            point = kReplacement;
        }
        appendUtf8(out, point);
        return true;
    }

    std::string_view m_text;
    std::size_t m_pos = 0;
    int m_deepest;
    bool m_mayBeCut;
    bool m_areNumbersFinite = true;
    std::optional<JsonFault> m_fault;
};

}

const JsonValue* JsonValue::member(std::string_view wanted) const
{
    const auto hit = std::ranges::find(children, wanted, &JsonValue::name);
    return kind == Kind::Object && hit != children.end() ? &*hit : nullptr;
}

std::string_view JsonValue::textOf(std::string_view wanted) const
{
    const auto* value = member(wanted);
    return value != nullptr && value->kind == Kind::String ? std::string_view(value->text) : std::string_view {};
}

const JsonValue* JsonValue::numberMember(std::string_view wanted) const
{
    const auto* value = member(wanted);
    return value != nullptr && value->kind == Kind::Number && value->isFinite ? value : nullptr;
}

std::optional<double> JsonValue::numberOf(std::string_view wanted) const
{
    const auto* value = numberMember(wanted);
    return value != nullptr ? std::optional(value->number) : std::nullopt;
}

JsonTree readJsonTree(std::string_view text, std::size_t begin)
{
    return Reader(text, begin, kDeepest, true).read();
}

std::optional<JsonValue> readJson(std::string_view text)
{
    Reader reader(text, 0, kDeepestLine, false);
    auto tree = reader.read();
    const bool isAlone = text.find_first_not_of(" \t\r\n", tree.end) == std::string_view::npos;
    if (tree.fault || !isAlone || !reader.areNumbersFinite()) {
        return std::nullopt;
    }
    return std::move(tree.root);
}

}
