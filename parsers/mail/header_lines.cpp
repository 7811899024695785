// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mail/header_lines.h"

#include <algorithm>

namespace patchscale {
namespace {

constexpr auto npos = std::string_view::npos;

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t\r\n");
    return begin == npos ? std::string_view {} : text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::string_view lineAt(std::string_view bytes, std::size_t pos)
{
    auto line = bytes.substr(pos, bytes.find('\n', pos) - pos);
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

/// A byte of a field's name.
bool isNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

std::size_t nextLine(std::string_view bytes, std::size_t pos)
{
    const auto end = bytes.find('\n', pos);
    return end == npos ? bytes.size() : end + 1;
}

}

std::string asciiLower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

bool isFieldLine(std::string_view line)
{
    std::size_t pos = 0;
    while (pos < line.size() && isNameByte(line[pos])) {
        ++pos;
    }
    return pos > 0 && pos < line.size() && line[pos] == ':';
}

std::size_t headerEnd(std::string_view bytes, std::size_t pos)
{
    if (bytes.substr(pos).starts_with("From ") || bytes.substr(pos).starts_with(">From ")) {
        pos = nextLine(bytes, pos);
    } else if (!isFieldLine(lineAt(bytes, pos))) {
        return pos;
    }
    while (pos < bytes.size()) {
        const auto next = nextLine(bytes, pos);
        const auto line = bytes.substr(pos, next - pos);
        const bool isFolded = isBlank(line.front()) && line.find_first_not_of(" \t\r\n") != npos;
        if (!isFolded && !isFieldLine(line)) {
            break;
        }
        pos = next;
    }
    return pos;
}

std::size_t skipBlankLine(std::string_view bytes, std::size_t pos)
{
    return pos < bytes.size() && trimmed(lineAt(bytes, pos)).empty() ? nextLine(bytes, pos) : pos;
}

std::string headerValue(std::string_view head, std::string_view name)
{
    for (std::size_t pos = 0; pos < head.size(); pos = nextLine(head, pos)) {
        const auto behind = pos + name.size();
        if (behind >= head.size() || head[behind] != ':' || asciiLower(head.substr(pos, name.size())) != name) {
            continue;
        }
        std::string value(trimmed(lineAt(head, pos).substr(name.size() + 1)));
        for (pos = nextLine(head, pos); pos < head.size() && isBlank(head[pos]); pos = nextLine(head, pos)) {
            value += ' ';
            value += trimmed(lineAt(head, pos));
        }
        return value;
    }
    return {};
}

std::string headerParameter(std::string_view value, std::string_view name)
{
    const auto folded = asciiLower(value);
    for (auto pos = folded.find(name); pos != npos; pos = folded.find(name, pos + 1)) {
        const std::size_t behind = pos + name.size();
        const bool startsWord =
            pos > 0 && (folded[pos - 1] == ';' || folded[pos - 1] == ' ' || folded[pos - 1] == '\t');
        if (!startsWord || behind >= folded.size() || folded[behind] != '=') {
            continue;
        }
        auto text = value.substr(behind + 1);
        if (text.starts_with('"')) {
            return std::string(text.substr(1, text.find('"', 1) - 1));
        }
        return std::string(text.substr(0, text.find_first_of("; \t")));
    }
    return {};
}

}
