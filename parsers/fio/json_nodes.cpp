// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio/json_nodes.h"

#include "core/base/json_tree.h"

#include <charconv>
#include <cmath>

namespace patchscale::fio {
namespace {

using Kind = JsonNode::Kind;

constexpr int kDeepest = 24; ///< client/server reports with priorities have 11 levels

bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

class Reader
{
public:
    Reader(std::string_view text, std::size_t begin, std::vector<JsonNode>& nodes)
        : m_text(text)
        , m_pos(begin)
        , m_nodes(nodes)
    {
    }

    JsonRead read()
    {
        const auto root = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes.emplace_back();
        const bool isWhole = readValue(root, 0);
        return {.root = root, .end = m_pos, .isWhole = isWhole};
    }

private:
    [[nodiscard]] char at() const
    {
        return m_pos < m_text.size() ? m_text[m_pos] : '\0';
    }

    void skipBlanks()
    {
        while (m_pos < m_text.size() && isBlank(m_text[m_pos])) {
            ++m_pos;
        }
    }

    bool readValue(std::uint32_t place, int depth)
    {
        skipBlanks();
        const char first = at();
        bool isRead = false;
        if (first == '{' || first == '[') {
            isRead = readChildren(place, first == '{', depth);
        } else if (first == '"') {
            auto& node = m_nodes[place];
            node.kind = Kind::String;
            isRead = readString(node.begin, node.length);
        } else {
            isRead = readWord(m_nodes[place]);
        }
        auto& read = m_nodes[place];
        read.next = static_cast<std::uint32_t>(m_nodes.size());
        if (!read.isWhole) {
            read.length = static_cast<std::uint32_t>(m_pos) - read.begin;
        }
        return isRead;
    }

    bool readChildren(std::uint32_t place, bool isObject, int depth)
    {
        m_nodes[place].kind = isObject ? Kind::Object : Kind::Array;
        m_nodes[place].begin = static_cast<std::uint32_t>(m_pos);
        m_nodes[place].isWhole = false;
        if (depth == kDeepest) {
            return false;
        }
        const char close = isObject ? '}' : ']';
        ++m_pos;
        while (true) {
            skipBlanks();
            if (at() == close) {
                ++m_pos;
                m_nodes[place].length = static_cast<std::uint32_t>(m_pos) - m_nodes[place].begin;
                m_nodes[place].isWhole = true;
                return true;
            }
            const auto child = static_cast<std::uint32_t>(m_nodes.size());
            m_nodes.emplace_back();
            if (!readChild(child, isObject, depth)) {
                if (m_nodes[child].isWhole) { // a string or number that is not whole may say anything
                    m_nodes.resize(child);
                }
                return false;
            }
            skipBlanks();
            if (at() == ',') {
                ++m_pos;
            } else if (at() != close) {
                return false;
            }
        }
    }

    bool readChild(std::uint32_t child, bool hasName, int depth)
    {
        if (hasName) {
            auto& node = m_nodes[child];
            if (at() != '"' || !readString(node.nameBegin, node.nameLength)) {
                return false;
            }
            skipBlanks();
            if (at() != ':') {
                return false;
            }
            ++m_pos;
        }
        return readValue(child, depth + 1);
    }

    bool readString(std::uint32_t& begin, std::uint32_t& length)
    {
        begin = static_cast<std::uint32_t>(++m_pos);
        while (m_pos < m_text.size() && m_text[m_pos] != '"') {
            if (m_text[m_pos] == '\n') {
                return false; // the document was wrapped
            }
            m_pos += m_text[m_pos] == '\\' ? 2 : 1;
        }
        if (m_pos >= m_text.size()) {
            m_pos = m_text.size();
            return false;
        }
        length = static_cast<std::uint32_t>(m_pos) - begin;
        ++m_pos;
        return true;
    }

    /// A number, or a bare word: true, null, nan, -inf.
    bool readWord(JsonNode& node)
    {
        node.begin = static_cast<std::uint32_t>(m_pos);
        while (m_pos < m_text.size()) {
            const char c = m_text[m_pos];
            const bool isPart = (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z');
            if (!isPart) {
                break;
            }
            ++m_pos;
        }
        node.length = static_cast<std::uint32_t>(m_pos) - node.begin;
        const char first = node.length > 0 ? m_text[node.begin] : '\0';
        const char second = node.length > 1 ? m_text[node.begin + 1] : '\0';
        const bool isNumber = (first >= '0' && first <= '9') || (first == '-' && second >= '0' && second <= '9');
        node.kind = isNumber ? Kind::Number : Kind::Other;
        return node.length > 0 && m_pos < m_text.size(); // at the end, more digits may have followed
    }

    std::string_view m_text;
    std::size_t m_pos;
    std::vector<JsonNode>& m_nodes;
};

}

JsonRead appendJson(std::string_view text, std::size_t begin, std::vector<JsonNode>& nodes)
{
    return Reader(text, begin, nodes).read();
}

JsonView JsonView::member(std::string_view wanted) const
{
    if (!isObject()) {
        return {};
    }
    for (auto at = m_at + 1; at < node().next; at = (*m_nodes)[at].next) {
        const JsonView child(m_text, *m_nodes, at);
        if (child.name() == wanted) {
            return child;
        }
    }
    return {};
}

std::string JsonView::string() const
{
    if (m_nodes == nullptr || node().kind != Kind::String) {
        return {};
    }
    const auto written = m_text.substr(node().begin, node().length);
    if (!written.contains('\\')) {
        return std::string(written);
    }
    const auto plain = readJson('"' + std::string(written) + '"');
    return plain ? plain->text : std::string(written);
}

std::string JsonView::stringOf(std::string_view wanted) const
{
    return member(wanted).string();
}

std::optional<double> JsonView::number() const
{
    if (m_nodes == nullptr || node().kind != Kind::Number) {
        return std::nullopt;
    }
    const auto written = m_text.substr(node().begin, node().length);
    double value = 0;
    const auto result = std::from_chars(written.data(), written.data() + written.size(), value);
    const bool isNumber = result.ec == std::errc {} && result.ptr == written.data() + written.size();
    return isNumber && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> JsonView::numberOf(std::string_view wanted) const
{
    return member(wanted).number();
}

}
