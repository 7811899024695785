// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mail/html_text.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr auto npos = std::string_view::npos;

struct Entity
{
    constexpr Entity(std::string_view as, std::string_view means)
        : name(as)
        , text(means)
    {
    }

    std::string_view name;
    std::string_view text;
};

/// The entities that numbers and tables come with; the rest stays as written.
constexpr auto kEntities = std::to_array<Entity>({
    {"nbsp", " "},
    {"lt", "<"},
    {"gt", ">"},
    {"amp", "&"},
    {"quot", "\""},
    {"apos", "'"},
    {"plusmn", "±"},
    {"micro", "µ"},
    {"minus", "−"},
    {"ndash", "–"},
    {"mdash", "—"},
    {"times", "×"},
    {"asymp", "≈"},
    {"thinsp", "\u2009"},
});
constexpr std::array kBlocks {"p"sv,  "div"sv, "br"sv, "tr"sv, "li"sv,  "h1"sv,    "h2"sv,         "h3"sv,
                              "h4"sv, "ul"sv,  "ol"sv, "hr"sv, "pre"sv, "table"sv, "blockquote"sv, "title"sv};
constexpr std::array kHidden {"style"sv, "script"sv, "head"sv};

std::string lower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

class HtmlReader
{
public:
    explicit HtmlReader(std::string_view html)
        : m_html(html)
    {
    }

    MadeText run()
    {
        m_made.text.reserve(m_html.size());
        while (m_pos < m_html.size()) {
            const char c = m_html[m_pos];
            if (c == '<') {
                readTag();
            } else if (c == '&') {
                readEntity();
            } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                readSpace();
            } else {
                readText();
            }
        }
        return std::move(m_made);
    }

private:
    void put(std::string_view text, std::size_t length)
    {
        m_made.map.add(m_made.text.size(), {.offset = m_pos, .length = length}, SourceMap::kWhole);
        m_made.text += text;
    }

    [[nodiscard]] bool atLineStart() const
    {
        return m_made.text.empty() || m_made.text.back() == '\n';
    }

    void readText()
    {
        const auto end = std::min(m_html.find_first_of("<& \t\r\n", m_pos), m_html.size());
        m_made.map.add(m_made.text.size(), {.offset = m_pos, .length = end - m_pos}, SourceMap::kVerbatim);
        m_made.text.append(m_html, m_pos, end - m_pos);
        m_pos = end;
    }

    void readSpace()
    {
        if (m_preDepth > 0) {
            put(m_html.substr(m_pos, 1), 1);
            ++m_pos;
            return;
        }
        const auto end = std::min(m_html.find_first_not_of(" \t\r\n", m_pos), m_html.size());
        if (!atLineStart() && m_made.text.back() != ' ' && m_made.text.back() != '\t') {
            put(" ", end - m_pos);
        }
        m_pos = end;
    }

    void readEntity()
    {
        const auto end = m_html.substr(0, std::min(m_pos + 12, m_html.size())).find(';', m_pos);
        if (end != npos) {
            const auto name = m_html.substr(m_pos + 1, end - m_pos - 1);
            const auto* const hit = std::ranges::find(kEntities, name, &Entity::name);
            if (hit != kEntities.end()) {
                put(hit->text, end + 1 - m_pos);
                m_pos = end + 1;
                return;
            }
            if (const auto codePoint = numeric(name); codePoint != 0) {
                std::string text;
                appendUtf8(text, codePoint);
                put(text, end + 1 - m_pos);
                m_pos = end + 1;
                return;
            }
        }
        put("&", 1);
        ++m_pos;
    }

    /// The code point of "#177" or "#xB1"; 0 if @p name is none that text may hold.
    static char32_t numeric(std::string_view name)
    {
        if (!name.starts_with('#')) {
            return 0;
        }
        name.remove_prefix(1);
        const bool isHex = name.starts_with('x') || name.starts_with('X');
        name.remove_prefix(isHex ? 1 : 0);
        std::uint32_t value = 0;
        const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), value, isHex ? 16 : 10);
        const bool isText = value >= 0x20 && value < 0x110000 && (value < 0xD800 || value > 0xDFFF);
        return error == std::errc {} && rest == name.data() + name.size() && isText ? char32_t {value} : char32_t {0};
    }

    void readTag()
    {
        if (m_html.substr(m_pos).starts_with("<!--")) {
            const auto end = m_html.find("-->", m_pos);
            m_pos = end == npos ? m_html.size() : end + 3;
            return;
        }
        const auto close = m_hasClose ? m_html.find('>', m_pos) : npos;
        m_hasClose = close != npos; // do not search to the end again for every stray "<"
        if (close == npos) {
            put("<", 1);
            ++m_pos;
            return;
        }
        auto tag = m_html.substr(m_pos + 1, close - m_pos - 1);
        const bool isEnd = tag.starts_with('/');
        tag.remove_prefix(isEnd ? 1 : 0);
        const auto name = lower(tag.substr(0, tag.find_first_of(" \t\r\n/")));
        const std::size_t length = close + 1 - m_pos;
        if (!isEnd && std::ranges::contains(kHidden, name)) {
            skipTo(name, close + 1);
            return;
        }
        if (name == "pre") {
            m_preDepth = isEnd ? std::max(m_preDepth - 1, 0) : m_preDepth + 1;
        }
        const bool isCell = name == "td" || name == "th";
        if (isCell && isEnd) {
            put("\t", length);
        } else if (std::ranges::contains(kBlocks, name) && (!atLineStart() || name == "br")) {
            put("\n", length);
        }
        m_pos = close + 1;
    }

    /// Behind the end tag of @p name, which is searched from @p from.
    void skipTo(const std::string& name, std::size_t from)
    {
        for (auto pos = m_html.find("</", from); pos != npos; pos = m_html.find("</", pos + 2)) {
            if (lower(m_html.substr(pos + 2, name.size())) == name) {
                m_pos = std::min(m_html.find('>', pos), m_html.size() - 1) + 1;
                return;
            }
        }
        m_pos = m_html.size();
    }

    std::string_view m_html;
    std::size_t m_pos = 0;
    int m_preDepth = 0;
    bool m_hasClose = true;
    MadeText m_made;
};

}

MadeText htmlText(std::string_view html)
{
    return HtmlReader(html).run();
}

}
