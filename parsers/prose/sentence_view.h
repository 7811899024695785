// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsers/prose/label.h"
#include "parsers/prose/tokens.h"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace patchscale::sentences {

/// The tokens of a sentence with the labels found in it, and what is asked of them again and again.
class SentenceView
{
public:
    SentenceView(const Text& text, std::span<const Token> tokens, std::span<const Label> labels)
        : m_text(&text)
        , m_tokens(tokens)
        , m_labels(labels)
    {
    }

    [[nodiscard]] std::size_t size() const
    {
        return m_tokens.size();
    }
    [[nodiscard]] const Token& operator[](std::size_t i) const
    {
        return m_tokens[i];
    }
    [[nodiscard]] const Text& text() const
    {
        return *m_text;
    }
    [[nodiscard]] std::span<const Token> tokens() const
    {
        return m_tokens;
    }
    [[nodiscard]] std::span<const Label> labels() const
    {
        return m_labels;
    }
    /// The word at @p i in lower case; empty if there is none.
    [[nodiscard]] std::string_view word(std::size_t i) const
    {
        return i < m_tokens.size() && m_tokens[i].isWord() ? m_tokens[i].lower : std::string_view {};
    }
    /// The word at @p i is of one of the classes @p what.
    [[nodiscard]] bool hasClass(std::size_t i, std::uint16_t what) const
    {
        return i < m_tokens.size() && m_tokens[i].isWord() && m_tokens[i].has(what);
    }
    [[nodiscard]] bool isWord(std::size_t i, std::initializer_list<std::string_view> words) const;
    [[nodiscard]] bool isMark(std::size_t i, std::string_view mark) const
    {
        return i < m_tokens.size() && m_tokens[i].isMark(mark);
    }
    [[nodiscard]] bool isInLabel(std::size_t i) const;
    /// Tokens [first, last) are the name of a test: "Pipe Throughput" is no throughput.
    /// Token @p i is the last of a name.
    [[nodiscard]] bool endsName(std::size_t i) const
    {
        return std::ranges::contains(m_names, i + 1, &std::pair<std::size_t, std::size_t>::second);
    }
    void addName(std::size_t first, std::size_t last)
    {
        m_names.emplace_back(first, last);
    }
    [[nodiscard]] bool isInName(std::size_t i) const;
    /// A quantity that can be a value: plain or a duration, without sign.
    [[nodiscard]] bool isNumber(std::size_t i) const;
    /// "about", "an average of" before the number @p i skipped: the token behind which they begin.
    [[nodiscard]] std::size_t behindHedges(std::size_t i) const;
    /// "less than 100 ms", "over 30 s": a bound rather than a value.
    [[nodiscard]] bool isBound(std::size_t i) const;
    /// The number counts threads, runs, files …
    [[nodiscard]] bool countsSomething(std::size_t i) const;
    [[nodiscard]] bool hasSettingWord(std::size_t first, std::size_t last) const;
    /// A token of [first, last) begins a line.
    [[nodiscard]] bool hasLineStart(std::size_t first, std::size_t last) const;
    /// "if", "might", "potentially": the sentence tells what could be.
    [[nodiscard]] bool isHypothetical(std::size_t last) const;
    [[nodiscard]] std::string written(std::size_t first, std::size_t last) const
    {
        return writtenText(*m_text, m_tokens, first, last);
    }

private:
    const Text* m_text;
    std::span<const Token> m_tokens;
    std::span<const Label> m_labels;
    std::vector<std::pair<std::size_t, std::size_t>> m_names;
};

}
