// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/unixbench/item_text.h"

#include "core/base/characters.h"

#include <algorithm>

namespace patchscale::unix_bench {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

Item newItem(ItemKind kind, std::size_t begin, std::size_t end)
{
    Item item;
    item.kind = kind;
    item.span = {.offset = begin, .length = end - begin};
    return item;
}

std::size_t skipBlanks(std::string_view text, std::size_t pos)
{
    while (pos < text.size()) {
        if (isBlank(text[pos]) || text[pos] == '|') {
            ++pos;
        } else if (text.substr(pos, 2) == "\xC2\xA0") {
            pos += 2;
        } else if (text.substr(pos, 3) == "\xE3\x80\x80") {
            pos += 3;
        } else {
            break;
        }
    }
    return pos;
}

std::size_t skipWrap(std::string_view text, std::size_t pos)
{
    pos = skipBlanks(text, pos);
    if (pos < text.size() && text[pos] == '\n') {
        pos = skipBlanks(text, pos + 1);
    }
    return pos;
}

std::size_t lineEnd(std::string_view text, std::size_t pos)
{
    return std::min(text.find('\n', pos), text.size());
}

bool startsWith(std::string_view text, std::size_t pos, std::string_view lower)
{
    if (pos + lower.size() > text.size()) {
        return false;
    }
    for (std::size_t i = 0; i < lower.size(); ++i) {
        const char c = text[pos + i];
        if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != lower[i]) {
            return false;
        }
    }
    return true;
}

std::optional<Number> plainNumber(std::string_view text, std::size_t pos)
{
    auto number = numberAt(text, pos);
    // UnixBench prints no sign: "+3.49" behind a test's name is a change.
    if (!number || number->isParenthesised || number->isApproximate || number->isSigned || number->span.offset != pos) {
        return std::nullopt;
    }
    const auto end = number->span.end();
    const bool isToken = end >= text.size() || text[end] == '\n' || text[end] == '|' || isBlank(text[end])
        || text.substr(end, 2) == "\xC2\xA0";
    return isToken ? number : std::nullopt;
}

std::size_t dashesAt(std::string_view text, std::size_t pos)
{
    std::size_t end = pos;
    while (end < text.size() && text[end] == '-') {
        ++end;
    }
    const bool isToken = end >= text.size() || text[end] == '\n' || isBlank(text[end]) || text[end] == '|';
    const auto length = end - pos;
    return isToken && length >= 1 && length <= 5 ? length : 0;
}

Cells cellsAt(std::string_view text, std::size_t pos)
{
    Cells cells {.values = {}, .end = pos, .next = skipBlanks(text, pos)};
    cells.values.reserve(4);
    while (cells.next < text.size() && cells.values.size() < 6) {
        if (const auto number = plainNumber(text, cells.next)) {
            cells.values.push_back(figureOf(number));
            cells.end = number->span.end();
        } else if (const auto dashes = dashesAt(text, cells.next); dashes != 0) {
            cells.values.emplace_back();
            cells.end = cells.next + dashes;
        } else {
            break;
        }
        cells.next = skipBlanks(text, cells.end);
    }
    return cells;
}

std::size_t skipFiller(std::string_view text, std::size_t pos)
{
    constexpr std::string_view kFiller = " \t\n\r=|+*`#";
    while (pos < text.size()) {
        if (isLetter(text[pos]) || isDigit(text[pos])) {
            break;
        }
        if (kFiller.find(text[pos]) != std::string_view::npos) {
            ++pos;
            continue;
        }
        if (text.substr(pos, 2) == "\xC2\xA0") {
            pos += 2;
            continue;
        }
        if (text.substr(pos, 3) == "---" || text.substr(pos, 3) == "___") {
            pos = std::min(text.find_first_not_of("-_", pos), text.size());
            continue;
        }
        break;
    }
    return pos;
}

}
