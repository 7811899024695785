// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as a flat list over its text: fio's reports come by the thousand, and most of their values are not needed. Takes
// what fio and people make of JSON: nan and inf, trailing commas, names that come twice, an end at any place.
#pragma once

#include "core/base/span.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale::fio {

/// One value of the list. Its children follow it; `next` is the place behind the last of them.
struct JsonNode
{
    enum class Kind : std::uint8_t { Other, Number, String, Array, Object };
    Kind kind = Kind::Other;
    bool isWhole = true; ///< false for an array or object that the text does not close
    std::uint32_t nameBegin = 0;
    std::uint32_t nameLength = 0;
    std::uint32_t begin = 0; ///< of a string without its quotes
    std::uint32_t length = 0;
    std::uint32_t next = 0;
};

/// What appendJson() has read.
struct JsonRead
{
    std::uint32_t root = 0; ///< its place in the list
    std::size_t end = 0; ///< behind the last byte that was read
    bool isWhole = true;
};

/// Appends the value that begins at @p begin of @p text, which must be shorter than 4 GB; one that breaks off keeps
/// what was whole up to there.
JsonRead appendJson(std::string_view text, std::size_t begin, std::vector<JsonNode>& nodes);

/// A value of such a list, to look into. Cheap to copy; both text and list must outlive it.
class JsonView
{
public:
    JsonView() = default;
    JsonView(std::string_view text, const std::vector<JsonNode>& nodes, std::uint32_t at)
        : m_text(text)
        , m_nodes(&nodes)
        , m_at(at)
    {
    }

    [[nodiscard]] explicit operator bool() const
    {
        return m_nodes != nullptr;
    }
    [[nodiscard]] const JsonNode& node() const
    {
        return (*m_nodes)[m_at];
    }
    [[nodiscard]] std::string_view name() const
    {
        return m_text.substr(node().nameBegin, node().nameLength);
    }
    [[nodiscard]] bool isObject() const
    {
        return m_nodes != nullptr && node().kind == JsonNode::Kind::Object;
    }
    /// The member @p wanted of an object; a false view where there is none.
    [[nodiscard]] JsonView member(std::string_view wanted) const;
    /// A string as written, or with its escapes undone.
    [[nodiscard]] std::string string() const;
    /// The text of the string @p wanted; empty where there is none.
    [[nodiscard]] std::string stringOf(std::string_view wanted) const;
    /// The number, if it is one that a double can hold.
    [[nodiscard]] std::optional<double> number() const;
    [[nodiscard]] std::optional<double> numberOf(std::string_view wanted) const;
    [[nodiscard]] SourceSpan span() const
    {
        return {.offset = node().begin, .length = node().length};
    }

    /// Calls @p visit with each child of an array or object.
    template<class Visit>
    void each(Visit visit) const
    {
        if (m_nodes == nullptr) {
            return;
        }
        for (auto at = m_at + 1; at < node().next; at = (*m_nodes)[at].next) {
            visit(JsonView(m_text, *m_nodes, at));
        }
    }

private:
    std::string_view m_text;
    const std::vector<JsonNode>* m_nodes = nullptr;
    std::uint32_t m_at = 0;
};

}
