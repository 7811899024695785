// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/sentence.h"

#include "parsers/prose/circumstances.h"
#include "parsers/prose/label.h"

#include <algorithm>

namespace patchscale::sentences {
namespace {

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

bool isAbbreviation(std::string_view word)
{
    return isOneOf(word, {"vs", "i.e", "e.g", "approx", "etc", "cf", "resp", "avg", "ca", "incl", "w"});
}

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/// Whether the line that begins with token @p at starts a statement of its own: "With the patch: …", "After: …".
bool startsStatement(const Text& text, std::span<const Token> tokens, std::size_t at)
{
    const auto label = labelAt(text, tokens, at);
    if (!label) {
        return false;
    }
    const bool hasColon = label->last < tokens.size() && tokens[label->last].isMark(":");
    return hasColon || isUpper(text.view()[tokens[at].begin]);
}

bool endsBehind(const Text& text, std::span<const Token> tokens, std::size_t at)
{
    const auto& token = tokens[at];
    const bool isLast = at + 1 >= tokens.size();
    if (isLast) {
        return true;
    }
    if (token.kind == TokenKind::Mark) {
        if (isOneOf(token.lower, {".", "!", "?"})) {
            const bool isShort = at > 0 && isAbbreviation(tokens[at - 1].lower);
            return !isShort && tokens[at + 1].begin > token.end; // a blank follows
        }
        if (token.lower == ":" && token.endsLine) {
            return true;
        }
    }
    return tokens[at + 1].startsLine && startsStatement(text, tokens, at + 1);
}

}

CutPassage cutPassage(const Text& text, SourceSpan span)
{
    CutPassage cut {.list = tokenize(text, span), .sentences = {}, .labels = {}};
    cut.sentences = sentencesOf(text, cut.list.tokens);
    cut.labels.resize(cut.sentences.size());
    return cut;
}

const std::vector<Label>& CutPassage::labelsOf(const Text& text, std::size_t sentence)
{
    auto& found = labels[sentence];
    if (!found) {
        found = labelsIn(text, tokensOf(sentence));
    }
    return *found;
}

std::vector<Sentence> sentencesOf(const Text& text, std::span<const Token> tokens)
{
    std::vector<Sentence> out;
    std::size_t first = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (endsBehind(text, tokens, i)) {
            out.push_back({.first = first, .last = i + 1, .isHeading = tokens[i].isMark(":") && tokens[i].endsLine});
            first = i + 1;
        }
    }
    return out;
}

}
