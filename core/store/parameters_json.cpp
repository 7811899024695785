// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/parameters_json.h"

#include <algorithm>
#include <charconv>
#include <format>

namespace patchscale {
namespace {

/// Reads the string that starts at the quote @p rest begins with, and takes it off.
std::optional<std::string> takeString(std::string_view& rest)
{
    if (!rest.starts_with('"')) {
        return std::nullopt;
    }
    std::string out;
    for (std::size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == '"') {
            rest.remove_prefix(i + 1);
            return out;
        }
        if (rest[i] != '\\') {
            const auto end = std::min(rest.find_first_of("\"\\", i), rest.size());
            out.append(rest.substr(i, end - i));
            i = end - 1;
            continue;
        }
        if (++i == rest.size()) {
            return std::nullopt;
        }
        if (rest[i] != 'u') {
            out += rest[i];
            continue;
        }
        unsigned code = 0;
        const auto digits = rest.substr(i + 1, 4);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (error != std::errc() || end != digits.data() + 4 || code > 0x1f) {
            return std::nullopt;
        }
        out += static_cast<char>(code);
        i += 4;
    }
    return std::nullopt;
}

bool take(std::string_view& rest, char c)
{
    if (!rest.starts_with(c)) {
        return false;
    }
    rest.remove_prefix(1);
    return true;
}

}

void appendJsonString(std::string& out, std::string_view text)
{
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20U) {
            out += std::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        } else {
            out += c;
        }
    }
    out += '"';
}

std::string toJson(const Parameters& parameters)
{
    std::string out = "{";
    for (const auto& [key, value] : parameters) {
        if (out.size() > 1) {
            out += ',';
        }
        appendJsonString(out, key);
        out += ':';
        appendJsonString(out, value);
    }
    out += '}';
    return out;
}

std::optional<Parameters> parametersFromJson(std::string_view json)
{
    Parameters out;
    if (json == "{}") {
        return out;
    }
    if (!take(json, '{')) {
        return std::nullopt;
    }
    while (true) {
        auto key = takeString(json);
        if (!key || !take(json, ':')) {
            return std::nullopt;
        }
        auto value = takeString(json);
        if (!value) {
            return std::nullopt;
        }
        out.insert_or_assign(std::move(*key), std::move(*value));
        if (take(json, '}')) {
            return json.empty() ? std::optional(std::move(out)) : std::nullopt;
        }
        if (!take(json, ',')) {
            return std::nullopt;
        }
    }
}

}
