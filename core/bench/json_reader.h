// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace patchscale {

/// A value of JSON as kernels print it: one line, small. Members stay in their order.
struct JsonValue
{
    enum class Kind : std::uint8_t { Null, Boolean, Number, String, Array, Object };

    Kind kind = Kind::Null;
    bool isTrue = false;
    double number = 0;
    std::string text {};
    std::vector<JsonValue> items {}; ///< of an array; the values of an object
    std::vector<std::string> names {}; ///< of an object, beside items

    /// The member @p name of an object, or null.
    [[nodiscard]] const JsonValue* find(std::string_view name) const;
    /// The number of member @p name.
    [[nodiscard]] std::optional<double> numberOf(std::string_view name) const;
    /// The text of member @p name; empty where there is none.
    [[nodiscard]] std::string_view textOf(std::string_view name) const;
};

/// @p text as JSON: one value and nothing behind it but blanks, at most eight levels deep; or nothing.
std::optional<JsonValue> readJson(std::string_view text);

}
