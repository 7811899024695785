// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/phrase_words.h"

#include "core/base/characters.h"

#include <algorithm>

namespace patchscale {
namespace {

bool isAlnum(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isWordByte(char c)
{
    return isAlnum(c) || c == '%' || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// Length of the punctuation mark beyond ASCII at @p pos: quotes, dashes and the wide marks of East Asian text; else 0.
std::size_t wideMarkAt(std::string_view text, std::size_t pos)
{
    constexpr std::size_t kLength = 3;
    if (text.size() - pos < kLength || (text[pos] != '\xE2' && text[pos] != '\xE3' && text[pos] != '\xEF')) {
        return 0;
    }
    const auto second = static_cast<unsigned char>(text[pos + 1]);
    const auto third = static_cast<unsigned char>(text[pos + 2]);
    const bool isGeneral = text[pos] == '\xE2' && second == 0x80 && third >= 0x90 && third <= 0xA7; // U+2010 to U+2027
    const bool isEastAsian =
        text[pos] == '\xE3' && second == 0x80 && third >= 0x80 && third <= 0x91; // U+3000 to U+3011
    const bool isFullWidth = text[pos] == '\xEF' && second == 0xBC
        && ((third >= 0x81 && third <= 0x8F && third != 0x85) || (third >= 0x9A && third <= 0xA0)); // U+FF01 to U+FF20
    return isGeneral || isEastAsian || isFullWidth ? kLength : 0;
}

int strength(char separator)
{
    switch (separator) {
    case '|':
        return 6;
    case ';':
        return 5;
    case '+':
        return 4;
    case '/':
        return 3;
    case ' ':
        return 2;
    case '_':
    case '-':
        return 1;
    default:
        return 0;
    }
}

/// What stands between two words, boiled down to one character.
char separatorOf(std::string_view between)
{
    char strongest = 0;
    const auto take = [&](char separator) {
        if (strength(separator) > strength(strongest)) {
            strongest = separator;
        }
    };
    std::size_t blanks = 0;
    for (const char c : between) {
        blanks = c == ' ' ? blanks + 1 : 0;
        if (c == '\t' || c == '|' || blanks >= 2) {
            take('|');
        } else if (c == ' ' || c == '\n' || c == '"' || c == '\'' || c == '`' || c == '*') {
            take(' ');
        } else if (c == '-' || c == '_' || c == '+' || c == '/') {
            take(c);
        } else {
            take(';');
        }
    }
    return strongest == 0 ? ' ' : strongest;
}

/// Length of "w/o", "w\o", "w/out", "w/" at @p pos, or 0.
std::size_t slashWordAt(std::string_view text, std::size_t pos)
{
    if (pos + 1 >= text.size() || (text[pos] | 0x20) != 'w' || (text[pos + 1] != '/' && text[pos + 1] != '\\')) {
        return 0;
    }
    const auto ends = [&](std::size_t length) { return pos + length >= text.size() || !isAlnum(text[pos + length]); };
    if (lowered(text.substr(pos + 2, 3)) == "out" && ends(5)) {
        return 5;
    }
    if (pos + 2 < text.size() && (text[pos + 2] | 0x20) == 'o' && ends(3)) {
        return 3;
    }
    return text[pos + 1] == '/' ? 2 : 0;
}

std::size_t wordEnd(std::string_view text, std::size_t pos)
{
    std::size_t end = pos;
    while (end < text.size()) {
        if (wideMarkAt(text, end) != 0) {
            break;
        }
        const bool isInnerPoint =
            text[end] == '.' && end > pos && end + 1 < text.size() && isAlnum(text[end + 1]) && isAlnum(text[end - 1]);
        if (!isWordByte(text[end]) && !isInnerPoint) {
            break;
        }
        ++end;
    }
    return end;
}

}

bool PhraseWord::isOneOf(std::initializer_list<std::string_view> words) const
{
    const std::string_view own(lower);
    return !own.empty() && std::ranges::any_of(words, [&](std::string_view each) {
        return each.front() == own.front() && each == own; // one byte turns most of them away without a call
    });
}

std::vector<PhraseWord> phraseWords(std::string_view text)
{
    std::vector<PhraseWord> words;
    words.reserve(text.size() / 6 + 1);
    std::size_t lastEnd = 0;
    for (std::size_t pos = 0; pos < text.size();) {
        const bool isBlankBytes = text[pos] == '\xC2' && text.substr(pos, 2) == "\xC2\xA0"; // no-break space
        const auto mark = isBlankBytes ? 2 : wideMarkAt(text, pos);
        if (mark != 0 || !isWordByte(text[pos])) {
            pos += std::max<std::size_t>(mark, 1);
            continue;
        }
        const bool startsWord = pos == 0 || !isAlnum(text[pos - 1]);
        const auto slashWord = startsWord ? slashWordAt(text, pos) : 0;
        const auto end = slashWord != 0 ? pos + slashWord : wordEnd(text, pos);
        const auto between = text.substr(lastEnd, pos - lastEnd);
        PhraseWord word {.begin = pos,
                         .end = end,
                         .lower = lowered(text.substr(pos, end - pos)),
                         .before = words.empty() ? '|' : separatorOf(between),
                         .joinBegin = pos};
        const auto plus = between.rfind('+');
        if (plus != std::string_view::npos
            && between.substr(plus + 1).find_first_not_of(" \n") == std::string_view::npos) {
            word.joinBegin = lastEnd + plus;
        }
        if (slashWord != 0) {
            std::ranges::replace(word.lower, '\\', '/');
        }
        words.push_back(std::move(word));
        lastEnd = end;
        pos = end;
    }
    return words;
}

std::string lowered(std::string_view text)
{
    std::string out(text);
    for (auto& c : out) {
        c = static_cast<char>(c + (c >= 'A' && c <= 'Z' ? 'a' - 'A' : 0));
    }
    return out;
}

bool isPatchVersion(std::string_view word)
{
    return (word.size() == 2 || word.size() == 3) && (word[0] == 'v' || word[0] == 'V')
        && std::ranges::all_of(word.substr(1), isDigit);
}

bool isKernelVersion(std::string_view word)
{
    if (word.starts_with('v') || word.starts_with('V')) {
        word.remove_prefix(1);
    }
    std::size_t groups = 0;
    std::size_t pos = 0;
    while (pos < word.size()) {
        const auto end = std::min(word.find('.', pos), word.size());
        const auto group = word.substr(pos, end - pos);
        const bool isNumber = !group.empty() && group.size() <= 3 && std::ranges::all_of(group, isDigit);
        const bool isRelease = groups >= 1 && group.starts_with("rc");
        if (!isNumber && !isRelease) {
            return false;
        }
        ++groups;
        pos = end + 1;
    }
    const auto major = word.substr(0, word.find('.'));
    return groups >= 2 && groups <= 4 && major.size() == 1 && major[0] >= '2' && !word.ends_with('.');
}

bool isCommitId(std::string_view word)
{
    const auto isHex = [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); };
    return word.size() >= 7 && word.size() <= 40 && std::ranges::all_of(word, isHex)
        && std::ranges::any_of(word, isDigit) && !std::ranges::all_of(word, isDigit);
}

}
