// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/text/number_scanner.h"

#include "core/base/units.h"

#include <algorithm>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

/// Units that are ordinary words when a blank stands before them.
constexpr std::array kNotBehindBlank {"x"sv,     "X"sv,        "×"sv,     "B"sv,     "T"sv,
                                      "index"sv, "Index"sv,    "INDEX"sv, "score"sv, "ratio"sv,
                                      "count"sv, "fraction"sv, "IPC"sv,   "HITM"sv,  "bit"sv};

}

std::size_t NumberScanner::unitWordEnd(std::size_t pos) const
{
    const std::size_t begin = pos;
    while (pos < m_text.size() && pos - begin < 20) {
        const char c = m_text[pos];
        const bool isSlash = c == '/' && isLetter(at(pos + 1));
        const bool isMicro = m_text.substr(pos).starts_with("µ") || m_text.substr(pos).starts_with("μ");
        if (!isLetter(c) && !isSlash && !isMicro) {
            break;
        }
        pos += isMicro ? 2 : 1;
    }
    return pos;
}

/// The unit glued to a number that ends at @p pos; empty if there is none, nothing if what is glued makes a word of it.
std::optional<std::string_view> NumberScanner::gluedUnit(std::size_t& pos) const
{
    const char c = at(pos);
    const std::size_t begin = pos;
    if (c == '%') {
        pos += at(pos + 1) == '%' ? 2 : 1;
        return m_text.substr(begin, 1);
    }
    if (isBeyondAscii(c)) {
        if (m_text.substr(pos).starts_with("％")) {
            pos += 3;
            return "%"sv;
        }
        for (const std::size_t length : {9U, 7U, 6U, 3U, 2U}) { // CJK words, or a sign of two bytes
            const auto word = m_text.substr(pos, length);
            if (word.size() == length && isBeyondAscii(word.back()) && findUnit(word)) {
                pos += length;
                return word;
            }
        }
    }
    const std::size_t end = unitWordEnd(pos);
    if (end == begin) {
        return ""sv;
    }
    const auto word = m_text.substr(begin, end - begin);
    if (word == "bit" || word == "bits") {
        return std::nullopt; // "64bit" is an attribute
    }
    if (findUnit(word) || word.ends_with("/s") || word.ends_with("/sec")) {
        pos = end;
        return word;
    }
    return std::nullopt;
}

/// The known unit one blank behind a number that ends at @p pos, which moves behind it; or empty.
std::string_view NumberScanner::unitBehindBlank(std::size_t& pos) const
{
    std::size_t begin = pos + 1;
    if (m_text.substr(pos).starts_with("\u00a0")) {
        ++begin;
    } else if (at(pos) != ' ') {
        return {};
    }
    const char first = at(begin);
    const auto closes = [&](std::size_t end) {
        const char c = at(end);
        return end >= m_text.size() || " \t\n\r,;)]}|\"'*"sv.contains(c) || isBeyondAscii(c)
            || (c == '.' && !isDigitAt(end + 1) && !isLetter(at(end + 1)));
    };
    if (first == '%') {
        const std::size_t end = begin + (at(begin + 1) == '%' ? 2 : 1);
        if (!closes(end)) {
            return {};
        }
        pos = end;
        return m_text.substr(begin, 1);
    }
    if (!isLetter(first) && first != '/' && !isBeyondAscii(first)) {
        return {};
    }
    std::size_t end = unitWordEnd(begin);
    auto word = m_text.substr(begin, end - begin);
    if (word.empty() || !closes(end)) {
        return {};
    }
    // Units of two words: "M IOPS", "bogo ops/s", "CPUs utilized".
    static constexpr std::array kFirstWords {"K"sv, "k"sv, "M"sv, "bogo"sv, "CPUs"sv, "CPU"sv};
    if (at(end) == ' ' && std::ranges::contains(kFirstWords, word)) {
        const std::size_t secondEnd = unitWordEnd(end + 1);
        const auto both = m_text.substr(begin, secondEnd - begin);
        if (secondEnd > end + 1 && closes(secondEnd) && findUnit(both)) {
            end = secondEnd;
            word = both;
        }
    }
    if (!findUnit(word) || std::ranges::contains(kNotBehindBlank, word)) {
        return {};
    }
    pos = end;
    return word;
}

}
