// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/passage.h"

#include <array>
#include <charconv>

namespace patchscale::sentences {
namespace {

/// A line of this many numbers, or with this many gaps between them, is a table row.
constexpr int kMaxProseNumbers = 9;
constexpr int kTableGaps = 2;
/// Longest passage: a "paragraph" of more lines is a listing.
constexpr std::size_t kMaxPassageLines = 80;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isAlpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

/// Whether a line with several numbers is laid out in columns, or is a table run into one line.
bool isTableLine(std::string_view line, unsigned numbers)
{
    if (numbers < 2) {
        return false;
    }
    if (numbers > kMaxProseNumbers && numbers * 16U > line.size()) {
        return true;
    }
    int gaps = 0;
    int bars = 0;
    bool isInText = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        bars += c == '|' ? 1 : 0;
        if (!isBlank(c)) {
            isInText = true;
            continue;
        }
        const std::size_t begin = i;
        bool hasTab = c == '\t';
        while (i + 1 < line.size() && isBlank(line[i + 1])) {
            ++i;
            hasTab |= line[i] == '\t';
        }
        const bool isSentenceGap = begin > 0 && (line[begin - 1] == '.' || line[begin - 1] == ':');
        if (isInText && i + 1 < line.size() && (hasTab || i > begin) && !isSentenceGap) {
            gaps += i >= begin + 3 || hasTab ? kTableGaps : 1;
        }
    }
    return gaps >= kTableGaps || bars >= 2;
}

struct Marker
{
    std::size_t length = 0; ///< with the blanks around it; 0 if the line is no list item
    int item = 0; ///< its number, or 0
};

Marker markerOf(std::string_view line)
{
    std::size_t at = 0;
    while (at < line.size() && isBlank(line[at])) {
        ++at;
    }
    Marker marker;
    std::size_t end = at;
    const bool isBracketed = end < line.size() && line[end] == '(';
    end += isBracketed ? 1 : 0;
    const std::size_t digits = end;
    while (end < line.size() && isDigit(line[end]) && end - digits < 2) {
        ++end;
    }
    if (end > digits && end < line.size() && (line[end] == ')' || (line[end] == '.' && !isBracketed))) {
        std::from_chars(line.data() + digits, line.data() + end, marker.item);
        ++end;
    } else if (at + 1 < line.size() && isAlpha(line[at]) && line[at + 1] == ')') {
        end = at + 2;
        marker.item = (line[at] | 0x20) - 'a' + 1;
    } else if (at < line.size() && (line[at] == '-' || line[at] == '*' || line[at] == '+')) {
        end = at + 1;
    } else if (line.substr(at, 3) == "\u2022") {
        end = at + 3;
    } else {
        return {};
    }
    if (end >= line.size() || !isBlank(line[end])) {
        return {};
    }
    while (end < line.size() && isBlank(line[end])) {
        ++end;
    }
    return end < line.size() ? Marker {.length = end, .item = marker.item} : Marker {};
}

/// "bw=319MiB/s, io=9563MiB, run=30001msec": what a tool printed.
bool isToolOutput(std::string_view line)
{
    int pairs = 0;
    for (auto at = line.find('='); at != std::string_view::npos; at = line.find('=', at + 1)) {
        const bool isGlued = at > 0 && isAlpha(line[at - 1]) && at + 1 < line.size() && isDigit(line[at + 1]);
        const auto name = line.substr(0, at);
        const bool isFio = name.ends_with("bw") || name.ends_with("IOPS") || name.ends_with("aggrb");
        pairs += isGlued ? (isFio ? 2 : 1) : 0;
    }
    return pairs >= 2 && !line.contains("--");
}

bool isProse(const Text& text, std::size_t line)
{
    const auto& info = text.lines()[line];
    if (info.kind != LineKind::Body) {
        return false;
    }
    return info.firstDigit >= info.end
        || (!isTableLine(text.line(line), info.numbers) && !isToolOutput(text.line(line)));
}

enum Cue : unsigned { VariantCue = 1, MeasureCue = 2 };

constexpr std::array<std::string_view, 17> kVariantWords {
    "with", "without", "before",   "after",    "from",   "patched", "unpatched", "vanilla", "baseline",
    "base", "now",     "mainline", "original", "kernel", "using",   "gives",     "gets",
};
constexpr std::array<std::string_view, 24> kMeasureWords {
    "score",   "scores", "index",    "throughput", "bandwidth", "iops",  "tps",         "qps",
    "rps",     "fps",    "lps",      "latency",    "latencies", "time",  "times",       "runtime",
    "elapsed", "second", "duration", "seconds",    "cycles",    "speed", "performance", "throughtput",
};

template<std::size_t N>
bool isOneOf(const std::array<std::string_view, N>& words, std::string_view word)
{
    for (const auto& known : words) {
        if (known.size() != word.size()) {
            continue;
        }
        bool isSame = true;
        for (std::size_t i = 0; i < word.size() && isSame; ++i) {
            isSame = (word[i] | 0x20) == known[i];
        }
        if (isSame) {
            return true;
        }
    }
    return false;
}

unsigned cuesOfWord(std::string_view word)
{
    switch (word.front() | 0x20) {
    case 'w':
    case 'a':
    case 'p':
    case 'u':
    case 'v':
    case 'n':
    case 'm':
    case 'o':
    case 'k':
    case 'g':
        return isOneOf(kVariantWords, word) ? VariantCue : isOneOf(kMeasureWords, word) ? MeasureCue : 0U;
    case 'b':
    case 'f':
        return isOneOf(kVariantWords, word) ? VariantCue : isOneOf(kMeasureWords, word) ? MeasureCue : 0U;
    case 's':
    case 'i':
    case 't':
    case 'q':
    case 'r':
    case 'l':
    case 'e':
    case 'd':
    case 'c':
        return isOneOf(kMeasureWords, word) ? MeasureCue : 0U;
    default:
        return 0;
    }
}

unsigned cuesIn(std::string_view view)
{
    unsigned cues = 0;
    for (std::size_t i = 0; i < view.size() && cues != (VariantCue | MeasureCue);) {
        const char c = view[i];
        if (isAlpha(c)) {
            std::size_t end = i + 1;
            while (end < view.size() && isAlpha(view[end])) {
                ++end;
            }
            if (end - i >= 3 && end - i <= 11) {
                cues |= cuesOfWord(view.substr(i, end - i));
            } else if (end - i == 1 && (c == 'w' || c == 'W') && end < view.size() && view[end] == '/') {
                cues |= VariantCue;
            }
            i = end;
        } else if (isDigit(c)) {
            // A unit behind the number: "30ms", "12 GB/s", "3m30", "120k".
            std::size_t end = i + 1;
            while (end < view.size() && (isDigit(view[end]) || view[end] == '.' || view[end] == ',')) {
                ++end;
            }
            std::size_t unit = end < view.size() && view[end] == ' ' ? end + 1 : end;
            const std::size_t unitBegin = unit;
            while (unit < view.size() && (isAlpha(view[unit]) || view[unit] == '/' || (view[unit] & 0x80) != 0)) {
                ++unit;
            }
            const auto word = view.substr(unitBegin, unit - unitBegin);
            if (!word.empty() && word.size() <= 24
                && (word.back() == 's' || word.contains('/') || word.ends_with("sec") || word.front() == 'm')) {
                cues |= MeasureCue;
            }
            i = end;
        } else {
            const bool isArrow = c == '>' && i > 0 && (view[i - 1] == '-' || view[i - 1] == '=');
            cues |= isArrow || view.substr(i, 3) == "\u2192" ? VariantCue : 0U;
            ++i;
        }
    }
    return cues;
}

/// The last line of text before line @p line ends in a colon and names something measured.
bool followsMetricHeading(const Text& text, std::size_t line)
{
    while (line > 0 && text.lines()[line - 1].kind == LineKind::Blank) {
        --line;
    }
    if (line == 0 || text.lines()[line - 1].kind != LineKind::Body) {
        return false;
    }
    auto heading = text.line(line - 1);
    while (heading.ends_with(' ')) {
        heading.remove_suffix(1);
    }
    return heading.ends_with(':') && (cuesIn(heading) & MeasureCue) != 0;
}

}

std::optional<Passage> passageAt(const Text& text, std::size_t line)
{
    const auto lines = text.lines();
    while (line < lines.size() && !isProse(text, line)) {
        ++line;
    }
    if (line >= lines.size()) {
        return std::nullopt;
    }
    const auto marker = markerOf(text.line(line));
    Passage passage {.firstLine = line,
                     .lastLine = line,
                     .span = {},
                     .depth = lines[line].quoteDepth,
                     .item = marker.item};
    while (passage.lastLine + 1 < lines.size() && passage.lastLine - line < kMaxPassageLines) {
        const std::size_t next = passage.lastLine + 1;
        if (lines[next].quoteDepth != passage.depth || !isProse(text, next) || markerOf(text.line(next)).length != 0) {
            break;
        }
        passage.lastLine = next;
    }
    const std::size_t begin = lines[line].begin + marker.length;
    passage.span = {.offset = begin, .length = lines[passage.lastLine].end - begin};
    return passage;
}

bool mayStateValues(const Text& text, const Passage& passage)
{
    bool hasDigit = false;
    for (std::size_t line = passage.firstLine; line <= passage.lastLine && !hasDigit; ++line) {
        hasDigit = text.lines()[line].firstDigit < text.lines()[line].end;
    }
    if (!hasDigit) {
        return false;
    }
    const unsigned cues = cuesIn(text.slice(passage.span));
    return cues == (VariantCue | MeasureCue) || (cues == VariantCue && followsMetricHeading(text, passage.firstLine));
}

}
