// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/cues.h"

#include "core/base/characters.h"
#include "core/base/word_table.h"
#include "parsers/context/test_names.h"
#include "parsers/context/vocabulary.h"
#include "parsers/prose/words.h"

#include <algorithm>
#include <array>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kMaxWord = 12; ///< no word that is looked for is longer

bool isAlpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isUtf8(char c)
{
    return (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// A word in lower case, without allocating.
class Folded
{
public:
    explicit Folded(std::string_view word)
        : m_size(word.size() <= kMaxWord ? word.size() : 0)
    {
        for (std::size_t i = 0; i < m_size; ++i) {
            m_bytes[i] = static_cast<char>(word[i] >= 'A' && word[i] <= 'Z' ? word[i] | 0x20 : word[i]);
        }
    }

    [[nodiscard]] std::string_view view() const
    {
        return {m_bytes.data(), m_size};
    }

private:
    std::array<char, kMaxWord> m_bytes;
    std::size_t m_size;
};

constexpr WordTable kVariantWords(std::to_array<std::string_view>({
    "with",     "without", "before",   "after",    "from",   "patched",  "unpatched", "vanilla",  "baseline",
    "base",     "now",     "mainline", "original", "kernel", "using",    "gives",     "gets",     "achieves",
    "delivers", "takes",   "took",     "reaches",  "scores", "old",      "new",       "previous", "previously",
    "stock",    "gave",    "got",      "reached",  "scored", "sustains", "yields",
}));

constexpr WordTable kMeasureWords(std::to_array<std::string_view>({
    "score",       "scores", "index",   "throughput", "bandwidth", "iops",  "tps",   "qps",
    "rps",         "fps",    "lps",     "latency",    "latencies", "time",  "times", "runtime",
    "elapsed",     "second", "seconds", "duration",   "cycles",    "speed", "bw",    "performance",
    "throughtput", "result", "results", "power",      "energy",    "cost",  "rate",  "overhead",
}));

/// Length of the number at @p at: digits with points and commas.
std::size_t numberEnd(std::string_view text, std::size_t at)
{
    while (at < text.size() && (isDigit(text[at]) || text[at] == '.' || text[at] == ',')) {
        ++at;
    }
    return at;
}

/// What could be a unit, glued to a number or one blank behind it.
std::string_view unitBehind(std::string_view text, std::size_t numberEnd)
{
    std::size_t begin = numberEnd;
    begin += begin < text.size() && text[begin] == ' ' ? 1 : 0;
    std::size_t end = begin;
    while (end < text.size() && (isAlpha(text[end]) || text[end] == '/' || isUtf8(text[end]))) {
        ++end;
    }
    return text.substr(begin, end - begin);
}

bool looksLikeUnit(std::string_view word)
{
    if (word.empty() || word.size() > 24) {
        return false;
    }
    const char last = word.back();
    return last == 's' || last == 'S' || last == 'c' || word.contains('/') || word.front() == 'm' || word == "k"
        || word == "K" || word == "M" || word == "G" || word == "W" || word == "J";
}

}

bool hasValueCue(std::string_view line, std::size_t firstDigit)
{
    for (std::size_t at = firstDigit; at < line.size();) {
        if (!isDigit(line[at])) {
            ++at;
            continue;
        }
        const std::size_t end = numberEnd(line, at);
        std::size_t before = at;
        const bool isInWord =
            before > 0 && (isAlpha(line[before - 1]) || line[before - 1] == '_' || line[before - 1] == '-');
        if (isInWord) {
            at = end;
            continue;
        }
        while (before > 0 && (line[before - 1] == ' ' || line[before - 1] == '\t' || line[before - 1] == '~')) {
            --before;
        }
        if (before == 0 || looksLikeUnit(unitBehind(line, end))) {
            return true;
        }
        const char mark = line[before - 1];
        if (mark == '=' || mark == ':' || mark == ')' || mark == '>' || mark == '"' || isUtf8(mark)) {
            return true;
        }
        std::size_t word = before;
        while (word > 0 && isAlpha(line[word - 1])) {
            --word;
        }
        const Folded folded(line.substr(word, before - word));
        if (!folded.view().empty()
            && (isLinkWord(folded.view()) || isVariantNoun(folded.view()) || metricWord(folded.view()) != nullptr
                || kVariantWords.contains(folded.view()) || folded.view() == "it" || folded.view() == "from")) {
            return true;
        }
        at = end;
    }
    return false;
}

bool mayTellCircumstances(std::string_view text)
{
    if (text.contains("-j") || text.contains("\uff1a")) { // "make -j8"; a wide colon
        return true;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ':') {
            const auto next = text.find_first_not_of(" \t\r", i + 1);
            if (next == std::string_view::npos || text[next] == '\n') {
                return true;
            }
        } else if (c == '/' && i + 1 < text.size() && (text[i + 1] | 0x20) == 'r') { // "./Run"
            return true;
        }
        const bool startsWord =
            (isAlpha(c) || isDigit(c)) && (i == 0 || !(isAlpha(text[i - 1]) || isDigit(text[i - 1])));
        if (startsWord && spellsTest(text.substr(i))) {
            return true;
        }
    }
    return !benchmarksIn(text).empty();
}

unsigned cuesIn(std::string_view text)
{
    unsigned cues = 0;
    for (std::size_t i = 0; i < text.size() && cues != (VariantCue | MeasureCue);) {
        const char c = text[i];
        if (isAlpha(c)) {
            std::size_t end = i + 1;
            while (end < text.size() && isAlpha(text[end])) {
                ++end;
            }
            if (end - i == 1 && (c | 0x20) == 'w' && end < text.size() && text[end] == '/') {
                cues |= VariantCue;
            } else if (end - i >= 2 && end - i <= kMaxWord) {
                const Folded folded(text.substr(i, end - i));
                cues |= kVariantWords.contains(folded.view()) ? VariantCue : 0U;
                cues |= kMeasureWords.contains(folded.view()) ? MeasureCue : 0U;
            }
            i = end;
        } else if (isDigit(c)) {
            const std::size_t end = numberEnd(text, i);
            cues |= looksLikeUnit(unitBehind(text, end)) ? MeasureCue : 0U;
            i = end;
        } else {
            const bool isArrow = c == '>' && i > 0 && (text[i - 1] == '-' || text[i - 1] == '=');
            cues |= isArrow || (isUtf8(c) && text.substr(i, 3) == "\u2192") ? VariantCue : 0U;
            ++i;
        }
    }
    return cues;
}

}
