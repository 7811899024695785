// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/json_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace patchscale {
namespace {

constexpr int kDeepest = 8;

class Reader
{
public:
    explicit Reader(std::string_view text)
        : m_rest(text)
    {
    }

    std::optional<JsonValue> document()
    {
        auto value = this->value(0);
        skipBlanks();
        return m_rest.empty() ? value : std::nullopt;
    }

private:
    void skipBlanks()
    {
        m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r\n"), m_rest.size()));
    }

    bool take(std::string_view token)
    {
        skipBlanks();
        if (!m_rest.starts_with(token)) {
            return false;
        }
        m_rest.remove_prefix(token.size());
        return true;
    }

    std::optional<JsonValue> value(int depth)
    {
        if (depth > kDeepest) {
            return std::nullopt;
        }
        if (take("{")) {
            return object(depth);
        }
        if (take("[")) {
            return array(depth);
        }
        if (take("\"")) {
            auto text = string();
            return text ? std::optional(JsonValue {.kind = JsonValue::Kind::String, .text = std::move(*text)})
                        : std::nullopt;
        }
        if (take("true")) {
            return JsonValue {.kind = JsonValue::Kind::Boolean, .isTrue = true};
        }
        if (take("false")) {
            return JsonValue {.kind = JsonValue::Kind::Boolean};
        }
        if (take("null")) {
            return JsonValue {};
        }
        return number();
    }

    std::optional<JsonValue> object(int depth)
    {
        JsonValue result {.kind = JsonValue::Kind::Object};
        if (take("}")) {
            return result;
        }
        do {
            if (!take("\"")) {
                return std::nullopt;
            }
            auto name = string();
            if (!name || !take(":")) {
                return std::nullopt;
            }
            auto item = value(depth + 1);
            if (!item) {
                return std::nullopt;
            }
            result.names.push_back(std::move(*name));
            result.items.push_back(std::move(*item));
        } while (take(","));
        return take("}") ? std::optional(std::move(result)) : std::nullopt;
    }

    std::optional<JsonValue> array(int depth)
    {
        JsonValue result {.kind = JsonValue::Kind::Array};
        if (take("]")) {
            return result;
        }
        do {
            auto item = value(depth + 1);
            if (!item) {
                return std::nullopt;
            }
            result.items.push_back(std::move(*item));
        } while (take(","));
        return take("]") ? std::optional(std::move(result)) : std::nullopt;
    }

    std::optional<JsonValue> number()
    {
        double number = 0;
        // from_chars would take "inf" and "nan", which are no JSON.
        if (m_rest.empty() || (m_rest.front() != '-' && (m_rest.front() < '0' || m_rest.front() > '9'))) {
            return std::nullopt;
        }
        const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), number);
        if (error != std::errc() || !std::isfinite(number)) {
            return std::nullopt;
        }
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return JsonValue {.kind = JsonValue::Kind::Number, .number = number};
    }

    /// The text up to the closing quote; the opening one is taken.
    std::optional<std::string> string()
    {
        std::string text;
        while (!m_rest.empty()) {
            const char c = m_rest.front();
            m_rest.remove_prefix(1);
            if (c == '"') {
                return text;
            }
            if (static_cast<unsigned char>(c) < 0x20) {
                return std::nullopt;
            }
            if (c != '\\') {
                text += c;
                continue;
            }
            if (!escape(text)) {
                return std::nullopt;
            }
        }
        return std::nullopt;
    }

    bool escape(std::string& text)
    {
        if (m_rest.empty()) {
            return false;
        }
        const char c = m_rest.front();
        m_rest.remove_prefix(1);
        constexpr std::string_view kNames = "\"\\/bfnrt";
        constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
        if (const auto at = kNames.find(c); at != std::string_view::npos) {
            text += kMeanings[at];
            return true;
        }
        unsigned code = 0;
        if (c != 'u' || m_rest.size() < 4
            || std::from_chars(m_rest.data(), m_rest.data() + 4, code, 16).ptr != m_rest.data() + 4) {
            return false;
        }
        m_rest.remove_prefix(4);
        // Kernels escape control characters only; what else is escaped shows as a question mark.
        text += code < 0x80 ? static_cast<char>(code) : '?';
        return true;
    }

    std::string_view m_rest;
};

}

const JsonValue* JsonValue::find(std::string_view name) const
{
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}

std::optional<double> JsonValue::numberOf(std::string_view name) const
{
    const auto* const member = find(name);
    return member != nullptr && member->kind == Kind::Number ? std::optional(member->number) : std::nullopt;
}

std::string_view JsonValue::textOf(std::string_view name) const
{
    const auto* const member = find(name);
    return member != nullptr && member->kind == Kind::String ? std::string_view(member->text) : std::string_view();
}

std::optional<JsonValue> readJson(std::string_view text)
{
    return Reader(text).document();
}

}
