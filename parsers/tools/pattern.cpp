// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/tools/pattern.h"

#include "core/base/characters.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace patchscale::tools {
namespace {

constexpr std::string_view kBlanks = " \t";

/// How long the number is that @p text begins with; 0 for none.
std::size_t numberLength(std::string_view text)
{
    std::size_t pos = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    const auto first = pos;
    std::size_t digits = 0;
    bool hasPoint = false;
    for (; pos < text.size() && (isDigit(text[pos]) || (text[pos] == '.' && !hasPoint)); ++pos) {
        hasPoint = hasPoint || text[pos] == '.';
        digits += isDigit(text[pos]) ? 1 : 0;
    }
    if (digits == 0) {
        return 0;
    }
    if (text[pos - 1] == '.' && pos - 1 > first) {
        --pos; // the end of a sentence
    }
    auto exponent = pos;
    if (exponent < text.size() && (text[exponent] == 'e' || text[exponent] == 'E')) {
        ++exponent;
        exponent += exponent < text.size() && (text[exponent] == '-' || text[exponent] == '+') ? 1 : 0;
        const auto digit = exponent;
        while (exponent < text.size() && isDigit(text[exponent])) {
            ++exponent;
        }
        pos = exponent > digit ? exponent : pos;
    }
    return pos;
}

/// How much of @p text a hole takes; npos: it takes nothing, so that the line is another one.
std::size_t holeLength(char kind, std::string_view text, std::string_view rest)
{
    if (kind == 'n') {
        const auto length = numberLength(text);
        return length > 0 ? length : std::string_view::npos;
    }
    const auto literal = rest.substr(0, rest.find('{'));
    if (kind == 'w') {
        auto end = std::min(text.find_first_of(kBlanks), text.size());
        if (!literal.empty() && literal.front() != ' ') {
            end = std::min(end, std::min(text.find(literal.front()), text.size()));
        }
        return end > 0 ? end : std::string_view::npos;
    }
    if (rest.empty()) {
        return text.size();
    }
    const auto mark = trim(literal);
    return mark.empty() ? std::string_view::npos : text.find(mark);
}

}

std::string_view trim(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool matches(std::string_view line, std::string_view pattern, Holes& holes)
{
    line = trim(line);
    std::size_t used = 0;
    while (!pattern.empty()) {
        if (pattern.front() == ' ') {
            pattern.remove_prefix(1);
            line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
            continue;
        }
        const bool isHole = pattern.size() >= 3 && pattern[0] == '{' && pattern[2] == '}';
        if (!isHole) {
            if (line.empty() || line.front() != pattern.front()) {
                return false;
            }
            line.remove_prefix(1);
            pattern.remove_prefix(1);
            continue;
        }
        const char kind = pattern[1];
        pattern.remove_prefix(3);
        const auto length = holeLength(kind, line, pattern);
        if (length == std::string_view::npos || used == holes.size()) {
            return false;
        }
        holes[used++] = kind == 't' ? trim(line.substr(0, length)) : line.substr(0, length);
        line.remove_prefix(length);
    }
    return line.empty();
}

bool matches(std::string_view line, std::string_view pattern)
{
    Holes holes;
    return matches(line, pattern, holes);
}

std::optional<double> wholeNumber(std::string_view text)
{
    if (text.starts_with('+')) {
        text.remove_prefix(1);
    }
    double value = 0;
    const auto* const end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data(), end, value);
    if (text.empty() || error != std::errc {} || read != end || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

}
