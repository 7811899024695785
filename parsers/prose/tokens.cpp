// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/tokens.h"

#include "core/base/characters.h"
#include "parsers/prose/words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace patchscale::sentences {
namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

bool isAlpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// A mark that may open or close a word, and what it stands for.
struct Punctuation
{
    std::string_view bytes;
    std::string_view mark;
};

constexpr auto kWide = std::to_array<Punctuation>({
    {.bytes = "\u201c", .mark = "\""},
    {.bytes = "\u201d", .mark = "\""},
    {.bytes = "\u2018", .mark = "'"},
    {.bytes = "\u2019", .mark = "'"},
    {.bytes = "\uff0c", .mark = ","},
    {.bytes = "\u3002", .mark = "."},
    {.bytes = "\uff1a", .mark = ":"},
    {.bytes = "\uff1b", .mark = ";"},
    {.bytes = "\uff08", .mark = "("},
    {.bytes = "\uff09", .mark = ")"},
    {.bytes = "\u2192", .mark = "->"},
    {.bytes = "\u21d2", .mark = "->"},
    {.bytes = "\u3001", .mark = ","},
    {.bytes = "\u2014", .mark = ","},
});

const Punctuation* wideAt(std::string_view view, std::size_t pos)
{
    if (static_cast<unsigned char>(view[pos]) < 0x80) {
        return nullptr;
    }
    for (const auto& wide : kWide) {
        if (view.substr(pos).starts_with(wide.bytes)) {
            return &wide;
        }
    }
    return nullptr;
}

/// Length of an arrow ("->", "=>", "-->") at @p pos; 0 if there is none.
std::size_t arrowLength(std::string_view view, std::size_t pos)
{
    std::size_t end = pos;
    while (end < view.size() && end - pos < 4 && (view[end] == '-' || view[end] == '=')) {
        ++end;
    }
    return end != pos && end < view.size() && view[end] == '>' ? end + 1 - pos : 0;
}

constexpr std::string_view kOpening = "([{\"'`<*";
constexpr std::string_view kClosing = ".,;:!?)]}\"'`>*";
constexpr std::string_view kAlone = ",;:=.!?|)]}";
constexpr std::string_view kMayCut = " \t\n\r\f\v,;=:-"; ///< and every byte beyond ASCII

enum ByteClass : std::uint8_t { InWord = 1, MarkByte = 2, ClosingByte = 4 };

constexpr auto kBytes = [] {
    std::array<std::uint8_t, 256> out {};
    for (std::size_t byte = 0; byte < out.size(); ++byte) {
        const char c = static_cast<char>(byte);
        const bool goesOn = byte < 0x80 && !kMayCut.contains(c);
        const bool isMark = kOpening.contains(c) || kAlone.contains(c);
        out[byte] = static_cast<std::uint8_t>((goesOn ? unsigned {InWord} : 0U) | (isMark ? unsigned {MarkByte} : 0U)
                                              | (kClosing.contains(c) ? unsigned {ClosingByte} : 0U));
    }
    return out;
}();

bool is(char c, ByteClass what)
{
    return (kBytes[static_cast<unsigned char>(c)] & what) != 0;
}

/// A quantity begins with a digit, a point, a sign, "~", "≈" or "∼", or as "%1" and "[9-11]%" do.
bool mayStartQuantity(char c)
{
    return isDigit(c) || c == '.' || c == '+' || c == '-' || c == '~' || c == '%' || c == '[' || c == '\xE2';
}

class Tokenizer
{
public:
    Tokenizer(std::string_view view, std::size_t begin)
        : m_view(view)
        , m_begin(begin)
        , m_pos(begin)
        , m_lower(std::make_unique_for_overwrite<char[]>(view.size() - begin))
    {
        std::ranges::transform(view.substr(begin), m_lower.get(),
                               [](char c) { return static_cast<char>(c + (c >= 'A' && c <= 'Z' ? 'a' - 'A' : 0)); });
        std::size_t numbers = 0; // each quantity takes at least one
        bool isInNumber = false;
        for (const char c : view.substr(begin)) {
            numbers += isDigit(c) && !isInNumber ? 1U : 0U;
            isInNumber = isDigit(c);
        }
        m_quantities = std::make_unique<Quantity[]>(numbers);
    }

    TokenList run()
    {
        m_tokens.reserve((m_view.size() - m_pos) / 5 + 8);
        bool startsLine = true;
        while (true) {
            while (m_pos < m_view.size() && isBlank(m_view[m_pos])) {
                startsLine |= m_view[m_pos] == '\n';
                ++m_pos;
            }
            if (m_pos >= m_view.size()) {
                break;
            }
            m_startsLine = startsLine;
            if (startsLine && !m_tokens.empty()) {
                m_tokens.back().endsLine = true;
            }
            startsLine = false;
            readPiece();
        }
        if (!m_tokens.empty()) {
            m_tokens.back().endsLine = true;
        }
        return {.tokens = std::move(m_tokens), .lower = std::move(m_lower), .quantities = std::move(m_quantities)};
    }

private:
    [[nodiscard]] std::string_view lower(std::size_t begin, std::size_t end) const
    {
        return {m_lower.get() + (begin - m_begin), end - begin};
    }

    void push(TokenKind kind, std::size_t begin, std::size_t end, std::string_view lower,
              const Quantity& quantity = kNoQuantity)
    {
        m_tokens.push_back({.kind = kind,
                            .begin = begin,
                            .end = end,
                            .lower = lower,
                            .quantity = quantity,
                            .classes = kind == TokenKind::Mark ? std::uint16_t {0} : wordClasses(lower),
                            .startsLine = std::exchange(m_startsLine, false),
                            .endsLine = false});
    }

    void readPiece()
    {
        if (const auto* const wide = wideAt(m_view, m_pos)) {
            push(TokenKind::Mark, m_pos, m_pos + wide->bytes.size(), wide->mark);
            m_pos += wide->bytes.size();
            return;
        }
        if (const auto arrow = arrowLength(m_view, m_pos)) {
            push(TokenKind::Mark, m_pos, m_pos + arrow, "->");
            m_pos += arrow;
            return;
        }
        const char c = m_view[m_pos];
        if (std::size_t end = 0; mayStartQuantity(c)) {
            Quantity quantity;
            if (quantityAt(m_view, m_pos, quantity, end)) {
                auto& kept = m_quantities[m_quantityCount++];
                kept = std::move(quantity);
                push(TokenKind::Quantity, m_pos, end, lower(m_pos, end), kept);
                m_pos = end;
                return;
            }
        }
        if (is(c, MarkByte)) {
            const bool isDecimalPoint = c == '.' && m_pos + 1 < m_view.size() && isAlpha(m_view[m_pos + 1]);
            const bool isPath = c == '.' && m_pos + 1 < m_view.size() && m_view[m_pos + 1] == '/';
            if (!isDecimalPoint && !isPath) {
                push(TokenKind::Mark, m_pos, m_pos + 1, lower(m_pos, m_pos + 1));
                ++m_pos;
                return;
            }
        }
        readWord();
    }

    /// Where a word that starts at m_pos is cut although no blank follows: "score=15753.9", "patch:The", "a->b".
    [[nodiscard]] bool cutsAt(std::size_t at) const
    {
        const char c = m_view[at];
        if (isAlpha(c) || isDigit(c)) {
            return false;
        }
        if (wideAt(m_view, at) != nullptr) {
            return true;
        }
        const auto left = m_view.substr(m_pos, at - m_pos);
        const char next = at + 1 < m_view.size() ? m_view[at + 1] : ' ';
        if (c == ',' || c == ';') {
            return !isDigit(next);
        }
        if (c == '=') {
            return metricWord(lower(m_pos, at)) != nullptr;
        }
        if (c == ':') {
            return metricWord(lower(m_pos, at)) != nullptr || (isAlpha(next) && !left.contains('/'));
        }
        return c == '-' && next == '>';
    }

    void readWord()
    {
        std::size_t end = m_pos + 1;
        while (end < m_view.size() && (is(m_view[end], InWord) || (!isBlank(m_view[end]) && !cutsAt(end)))) {
            ++end;
        }
        std::size_t wordEnd = end;
        while (wordEnd > m_pos + 1 && is(m_view[wordEnd - 1], ClosingByte)) {
            const auto word = m_view.substr(m_pos, wordEnd - m_pos);
            if (word.back() == ')' && std::ranges::count(word, '(') >= std::ranges::count(word, ')')) {
                break; // "cpu_relax()"
            }
            --wordEnd;
        }
        push(TokenKind::Word, m_pos, wordEnd, lower(m_pos, wordEnd));
        for (std::size_t i = wordEnd; i < end; ++i) {
            push(TokenKind::Mark, i, i + 1, lower(i, i + 1));
        }
        m_pos = end;
    }

    std::string_view m_view;
    std::size_t m_begin = 0;
    std::size_t m_pos = 0;
    std::unique_ptr<char[]> m_lower; ///< of m_view from m_begin on
    bool m_startsLine = true;
    std::vector<Token> m_tokens;
    std::unique_ptr<Quantity[]> m_quantities;
    std::size_t m_quantityCount = 0;
};

}

TokenList tokenize(const Text& text, SourceSpan span)
{
    return Tokenizer(text.view().substr(0, span.end()), span.offset).run();
}

}
