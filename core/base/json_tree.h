// SPDX-License-Identifier: GPL-3.0-or-later
// JSON with the place of every value: the lines that kernels and other tools print, and documents, also of one that
// ends early: what was whole up to there is kept.
#pragma once

#include "core/base/span.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patchscale {

/// One value. Members of an object carry their name.
struct JsonValue
{
    enum class Kind : std::uint8_t { Null, Bool, Number, String, Array, Object };
    Kind kind = Kind::Null;
    bool isWhole = true; ///< false for an array or object that the document does not close
    std::string name;
    std::string text; ///< of a string, without escapes
    double number = 0;
    bool isFinite = true; ///< false for a number that is too large for a double
    SourceSpan span;
    std::vector<JsonValue> children;

    /// The member @p wanted, or null.
    [[nodiscard]] const JsonValue* member(std::string_view wanted) const;
    /// The text of the string @p wanted; empty where there is none.
    [[nodiscard]] std::string_view textOf(std::string_view wanted) const;
    /// The member @p wanted that is a number, or null where there is none that a double can hold.
    [[nodiscard]] const JsonValue* numberMember(std::string_view wanted) const;
    /// The number of that member.
    [[nodiscard]] std::optional<double> numberOf(std::string_view wanted) const;
};

/// Why reading stopped before the value was whole.
struct JsonFault
{
    std::string_view what; ///< "ends early", "is no JSON"
    std::size_t offset = 0;
};

struct JsonTree
{
    JsonValue root;
    std::size_t end = 0; ///< behind the last byte that was read
    std::optional<JsonFault> fault;
};

/// Reads the value that begins at @p begin of @p text, which may end anywhere; what follows it is not looked at.
JsonTree readJsonTree(std::string_view text, std::size_t begin);

/// @p text as JSON: one value and nothing behind it but blanks, at most eight levels deep, with numbers that a double
/// can hold; or nothing.
std::optional<JsonValue> readJson(std::string_view text);

}
