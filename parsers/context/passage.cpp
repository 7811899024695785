// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/passage.h"

#include "parsers/context/phrase_words.h"

#include <algorithm>
#include <string>

namespace patchscale {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

bool isUsable(const Line& line)
{
    return line.kind == LineKind::Body;
}

Passage paragraphs(const Text& text, std::size_t begin, std::size_t end, std::size_t firstLine, std::size_t lastLine)
{
    Passage passage;
    bool isOpen = false;
    const auto view = text.view();
    const auto lines = text.lines();
    for (std::size_t i = firstLine; i <= lastLine && i < lines.size(); ++i) {
        const auto from = std::max<std::size_t>(begin, lines[i].begin);
        const auto to = std::min<std::size_t>(end, lines[i].end);
        const auto body = from < to ? view.substr(from, to - from) : std::string_view {};
        if (!isUsable(lines[i]) || body.find_first_not_of(" \t=-_*|+#`~") == std::string_view::npos) {
            isOpen = false;
            continue;
        }
        if (!isOpen || passage.back().quoteDepth != lines[i].quoteDepth) {
            passage.push_back({.text = body, .lines = {}, .quoteDepth = lines[i].quoteDepth});
            isOpen = true;
        }
        auto& paragraph = passage.back();
        paragraph.lines.push_back(body);
        const auto length = static_cast<std::size_t>(body.data() + body.size() - paragraph.text.data());
        paragraph.text = std::string_view(paragraph.text.data(), length);
    }
    return passage;
}

bool isAbbreviation(std::string_view text, std::size_t point)
{
    std::size_t begin = point;
    while (begin > 0 && kBlanks.find(text[begin - 1]) == std::string_view::npos && text[begin - 1] != '(') {
        --begin;
    }
    const auto word = lowered(text.substr(begin, point - begin));
    return word == "e.g" || word == "i.e" || word == "vs" || word == "etc" || word == "approx" || word == "resp"
        || word == "cf" || word == "incl" || (word.size() == 1 && begin == 0);
}

}

Passage passageBefore(const Text& text, std::size_t begin, std::size_t end, std::size_t maxLines)
{
    if (begin >= end) {
        return {};
    }
    const auto last = text.lineAt(end - 1);
    const auto first = text.lineAt(begin);
    return paragraphs(text, begin, end, last - first >= maxLines ? last - maxLines + 1 : first, last);
}

Passage passageAfter(const Text& text, std::size_t begin, std::size_t end, std::size_t maxLines)
{
    if (begin >= end || maxLines == 0) {
        return {};
    }
    const auto first = text.lineAt(begin);
    return paragraphs(text, begin, end, first, std::min(text.lineAt(end - 1), first + maxLines - 1));
}

std::vector<std::string_view> sentencesOf(std::string_view paragraph)
{
    std::vector<std::string_view> sentences;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < paragraph.size(); ++i) {
        const char c = paragraph[i];
        const bool isMark = c == '.' || c == '!' || c == '?' || c == ';' || c == ':';
        const bool isEnd = i + 1 >= paragraph.size() || kBlanks.find(paragraph[i + 1]) != std::string_view::npos;
        if (!isMark || !isEnd || (c == '.' && isAbbreviation(paragraph, i))) {
            continue;
        }
        sentences.push_back(trimmed(paragraph.substr(begin, i + 1 - begin)));
        begin = i + 1;
    }
    if (const auto rest = trimmed(paragraph.substr(begin)); !rest.empty()) {
        sentences.push_back(rest);
    }
    return sentences;
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string_view withoutNumbering(std::string_view line)
{
    auto rest = trimmed(line);
    const auto marks = rest.find_first_not_of("#*->$");
    if (marks != 0 && marks != std::string_view::npos && rest[marks] == ' ') {
        rest = trimmed(rest.substr(marks));
    } else if (rest.starts_with("o ")) { // a bullet that was typed
        rest = trimmed(rest.substr(2));
    }
    std::size_t at = !rest.empty() && rest.front() == '(' ? 1 : 0;
    const auto begin = at;
    while (at < rest.size() && at < begin + 3 && rest[at] >= '0' && rest[at] <= '9') {
        ++at;
    }
    if (at == begin && at < rest.size() && ((rest[at] | 0x20) >= 'a' && (rest[at] | 0x20) <= 'z')) {
        ++at;
    }
    if (at == begin || at >= rest.size()) {
        return rest;
    }
    const bool isMarked = begin == 1 ? rest[at] == ')' : rest[at] == ')' || rest[at] == '.';
    const bool isApart = at + 1 < rest.size() && kBlanks.find(rest[at + 1]) != std::string_view::npos;
    return isMarked && isApart ? trimmed(rest.substr(at + 1)) : rest;
}

std::string squeezed(std::string_view text)
{
    std::string out;
    for (const char c : trimmed(text)) {
        const bool isBlank = kBlanks.find(c) != std::string_view::npos;
        if (!isBlank) {
            out += c;
        } else if (out.back() != ' ') {
            out += ' ';
        }
    }
    return out;
}

bool isHeadingLike(std::string_view line)
{
    const auto body = trimmed(line);
    if (body.empty() || body.size() > 120) {
        return false;
    }
    if (body.ends_with(':') || body.ends_with("：")) {
        return true;
    }
    const bool isSentence = body.ends_with('.') || body.ends_with(',') || body.ends_with('!') || body.ends_with('?');
    return body.size() <= 60 && !isSentence;
}

}
