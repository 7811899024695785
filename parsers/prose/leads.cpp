// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/leads.h"

#include "core/base/characters.h"
#include "core/base/word_table.h"
#include "parsers/context/phrase_words.h"
#include "parsers/prose/words.h"

#include <algorithm>
#include <array>
#include <optional>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kLongestWord = 24; ///< no word that matters is longer
constexpr int kLabelWords = 18; ///< how far in front of a number a label that ends at it can begin
constexpr int kHedgeWords = 4;

bool isAlpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// What stands right in front of a number besides the words that lead to it: hedges, and words that end a label.
constexpr WordTable kRightBefore(std::to_array<std::string_view>({
    "from",       "vs",      "versus",         "between",   "to",       "and",        "approximately",
    "approx",     "average", "mean",           "circa",     "ca",       "avg",        "exactly",
    "some",       "only",    "just",           "under",     "over",     "without",    "w/o",
    "w/out",      "before",  "with",           "w/",        "after",    "using",      "applying",
    "baseline",   "base",    "vanilla",        "stock",     "upstream", "unpatched",  "mainline",
    "original",   "old",     "current",        "patched",   "new",      "previously", "previous",
    "afterwards", "now",     "optimized",      "modified",  "kernel",   "code",       "version",
    "one",        "driver",  "implementation", "scheduler", "behavior", "behaviour",  "case",
    "kernels",    "path",    "allocator",      "around",    "about",    "roughly",    "nearly",
    "almost",     "than",    "instead",        "was",       "it",       "we",
}));

constexpr WordTable
    kPrepositions(std::to_array<std::string_view>({"without", "w/o", "w/out", "with", "w/", "using", "applying"}));

constexpr WordTable kArticles(std::to_array<std::string_view>({"of", "the", "a", "an"}));

/// Behind "before" and "after" these or a number make a label of what follows.
constexpr WordTable kTelling(std::to_array<std::string_view>(
    {"it",    "them",  "this", "that", "these", "one",    "two",     "three",  "four",    "five",    "six",
     "seven", "eight", "nine", "ten",  "many",  "twelve", "sixteen", "twenty", "several", "multiple"}));

/// What stands between blanks in front of a place, in lower case.
struct Chunk
{
    enum class End : unsigned char { Word, Sentence, Clause, Other };
    std::array<char, kLongestWord> bytes {};
    std::size_t size = 0; ///< 0 also if it is too long to matter
    std::size_t begin = 0;
    End end = End::Word;

    [[nodiscard]] std::string_view word() const
    {
        return {bytes.data(), size};
    }
};

/// The chunk that ends before @p at, or nothing at the start of the passage.
std::optional<Chunk> chunkBefore(std::string_view text, std::size_t at)
{
    while (at > 0 && isBlank(text[at - 1])) {
        --at;
    }
    if (at == 0) {
        return std::nullopt;
    }
    Chunk out;
    out.begin = at;
    while (out.begin > 0 && !isBlank(text[out.begin - 1])) {
        --out.begin;
    }
    auto word = text.substr(out.begin, at - out.begin);
    switch (word.back()) {
    case '.':
        out.end = Chunk::End::Sentence;
        break;
    case ',':
    case ';':
    case ':':
        out.end = Chunk::End::Clause;
        break;
    default:
        break;
    }
    if (out.end != Chunk::End::Word) {
        word.remove_suffix(1);
    }
    const bool isPlain = std::ranges::all_of(word, [](char c) {
        return isAlpha(c) || isDigit(c) || c == '-' || c == '/' || c == '.' || c == '_' || c == '\'';
    });
    if (!isPlain || word.empty() || (!isAlpha(word.back()) && !isDigit(word.back()) && word.back() != '/')) {
        out.end = Chunk::End::Other; // brackets, quotes, "score=", letters beyond ASCII
        return out;
    }
    out.size = word.size() <= kLongestWord ? word.size() : 0;
    std::ranges::transform(word.substr(0, out.size), out.bytes.begin(),
                           [](char c) { return static_cast<char>(c + (c >= 'A' && c <= 'Z' ? 'a' - 'A' : 0)); });
    return out;
}

bool isAbbreviation(std::string_view word)
{
    constexpr WordTable kWords(
        std::to_array<std::string_view>({"vs", "i.e", "e.g", "approx", "etc", "cf", "resp", "avg", "ca", "incl", "w"}));
    return kWords.contains(word);
}

bool isTelling(std::string_view word)
{
    return word.empty() || kTelling.contains(word) || isVariantNoun(word) || isCommitId(word)
        || std::ranges::any_of(word, isDigit);
}

class Look
{
public:
    explicit Look(std::string_view text)
        : m_text(text)
    {
    }

    bool run()
    {
        std::size_t numbers = 0;
        for (std::size_t at = 0; at < m_text.size();) {
            if (!isDigit(m_text[at])) {
                ++at;
                continue;
            }
            auto begin = at;
            while (begin > 0 && std::string_view("+-~.%[").contains(m_text[begin - 1])) {
                --begin;
            }
            while (at < m_text.size() && (isDigit(m_text[at]) || m_text[at] == '.' || m_text[at] == ',')) {
                ++at;
            }
            const char before = begin > 0 ? m_text[begin - 1] : ' ';
            if (isAlpha(before) || isDigit(before) || before == '_') {
                continue; // within a word
            }
            ++numbers;
            if (!isBlank(before) || isLedTo(begin)) {
                return true;
            }
        }
        return numbers >= 2 && holdsPairSign();
    }

private:
    /// An arrow or "vs" may stand between two numbers.
    [[nodiscard]] bool holdsPairSign() const
    {
        for (std::size_t i = 0; i + 1 < m_text.size(); ++i) {
            const char c = m_text[i];
            const char next = m_text[i + 1];
            if (((c == '-' || c == '=') && next == '>') || static_cast<unsigned char>(c) == 0xE2U) {
                return true;
            }
            if ((c | 0x20) == 'v' && ((next | 0x20) == 's' || lowered(m_text.substr(i, 6)) == "versus")) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool hasMetricWord()
    {
        if (m_hasMetricWord) {
            return *m_hasMetricWord;
        }
        m_hasMetricWord = false;
        for (std::size_t i = 0; i < m_text.size() && !*m_hasMetricWord;) {
            std::size_t end = i;
            while (end < m_text.size() && isAlpha(m_text[end])) {
                ++end;
            }
            if (end - i >= 2 && end - i <= kLongestWord) {
                m_hasMetricWord = metricWord(lowered(m_text.substr(i, end - i))) != nullptr;
            }
            i = std::max(end, i + 1);
        }
        return *m_hasMetricWord;
    }

    /// Whether what stands before @p at leads to the number there.
    [[nodiscard]] bool isLedTo(std::size_t at)
    {
        auto chunk = chunkBefore(m_text, at);
        for (int hedges = 0; chunk && chunk->end == Chunk::End::Word && kArticles.contains(chunk->word()); ++hedges) {
            // "of 10 ms" names no value, but "the latency of 10 ms" and "from the 10 ms" do
            if (hedges >= kHedgeWords || hasMetricWord()) {
                return true;
            }
            chunk = chunkBefore(m_text, chunk->begin);
        }
        if (!chunk) {
            return false;
        }
        const auto word = chunk->word();
        if (chunk->end == Chunk::End::Sentence) {
            return isAbbreviation(word);
        }
        if (chunk->end != Chunk::End::Word || kRightBefore.contains(word) || isLinkWord(word)
            || metricWord(word) != nullptr) {
            return true;
        }
        return endsLabelAt(*chunk);
    }

    /// Whether a label that begins with a preposition may go on to the end of @p last.
    [[nodiscard]] bool endsLabelAt(const Chunk& last) const
    {
        bool isTold = false;
        std::optional<Chunk> chunk = last;
        for (int words = 0; chunk && words < kLabelWords; ++words) {
            const auto word = chunk->word();
            if (chunk->end == Chunk::End::Other) {
                return true;
            }
            if (words > 0 && chunk->end != Chunk::End::Word) {
                return chunk->end == Chunk::End::Sentence && isAbbreviation(word);
            }
            if (kPrepositions.contains(word)) {
                return true;
            }
            if (word == "before" || word == "after") {
                return isTold;
            }
            if (endsLabel(word)) {
                return false;
            }
            isTold = isTold || isTelling(word);
            chunk = chunkBefore(m_text, chunk->begin);
        }
        return false;
    }

    std::string_view m_text;
    std::optional<bool> m_hasMetricWord;
};

}

bool mayLeadToValue(std::string_view passage)
{
    return Look(passage).run();
}

}
